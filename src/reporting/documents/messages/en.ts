import { englishChannels } from './channels/en.ts';
import { englishCharts } from './charts/en.ts';
import { englishDays } from './days/en.ts';
import { englishGallery } from './gallery/en.ts';
import { englishGoals } from './goals/en.ts';
import { englishHighlights } from './highlights/en.ts';
import { englishPortfolio } from './portfolio/en.ts';
import { englishTables } from './tables/en.ts';
import type { Writing } from './writing.ts';

/** Which periods a warning is about. */
type PeriodsMeant = 'current' | 'compare' | 'both';

/** Days without data: how many in all, and the ones that the sentence names, formatted. */
interface MissingDays {
  readonly connection: string;
  readonly period: 'current' | 'compare';
  readonly count: number;
  readonly named: readonly string[];
}

/** How many values of a connection a metric leaves out of a period, since they could not be read. */
interface ValuesLeftOut {
  readonly connection: string;
  readonly metric: string;
  readonly period: 'current' | 'compare';
  readonly count: number;
}

/** A metric that counts a column as what it is not, with what would be right, in the words of a configuration. */
export interface LooksLike {
  readonly connection: string;
  readonly metric: string;
  readonly kind: 'ratio' | 'level' | 'people';
  readonly right: string;
}

/** Weeks or months that a series does not cover in full: how many in all, and the first days of those named, formatted. */
interface PartialUnits {
  readonly unit: 'week' | 'month';
  readonly count: number;
  readonly named: readonly string[];
}

/** The change of a metric's daily average, such as `+3.1%`. */
export interface DailyChange {
  readonly name: string;
  readonly change: string;
}

export type Texts = ReturnType<typeof english>;

/**
 * The English texts, which define what every other language must provide. Counts come as numbers, figures and dates
 * formatted, names as the customer wrote them.
 */
export function english(writing: Writing<'one'>) {
  const { number, counted, name } = writing;
  const days = (count: number) => counted(count, { one: '# day', other: '# days' });
  const periods = { current: 'the current', compare: 'the compared', both: 'the current or the compared' };
  const more = (count: number, named: readonly string[]) =>
    count > named.length ? ` and ${number(count - named.length)} more` : '';
  const perDay = (averages: readonly DailyChange[]) => {
    const told = averages.map((average) => `${name(average.name)} ${average.change}`).join(', ');
    return told && ` Per day: ${told}.`;
  };
  return {
    labels: {
      /** The separator between a label and its value. */
      colon: ': ',
      contents: 'Contents',
      period: 'Period',
      comparedWith: 'Compared with',
      project: 'Project',
      created: 'Created',
      timeZone: 'Time zone',
      preparedBy: 'Prepared by',
      contact: 'Contact',
      page: (page: string, pages: string) => `Page ${page} of ${pages}`,
      logo: (client: string) => `Logo of ${name(client)}`,

      highlights: 'Highlights',
      keyFigures: 'Key figures',
      dataSources: 'Data sources',
      notes: 'Notes on the data',
      series: (metric: string, by: 'day' | 'week' | 'month') => `${name(metric)} by ${by}`,
      breakdown: (metric: string, dimension: string) => `${name(metric)} by ${name(dimension)}`,

      metric: 'Key figure',
      current: 'This period',
      compare: 'Before',
      change: 'Change',
      share: 'Share',
      total: 'Total',
      rest: (count: number) => (count === 0 ? 'All others' : `All others (${number(count)})`),
      noValue: '(not set)',
      noFigures: 'There are no figures for this period.',
      source: (connection: string) => `Source: ${name(connection)}`,
      /** A change in percentage points in short: the number with its sign, and its size for the plural. */
      points: (points: string, _count: number) => `${points}\u00a0pp`,
      before: (value: string) => `${value} before`,
      good: 'Good',
      bad: 'Needs attention',
      neutral: 'For information',

      connection: 'Connection',
      system: 'System',
      rowsCurrent: 'Rows',
      rowsCompare: 'Rows before',
      fetchedAt: 'Fetched',
      freshAt: 'Last changed',
      bytesBilled: 'Billed data',
      unknown: 'unknown',

      trend: (metric: string, low: string, high: string) => `${name(metric)} by day, between ${low} and ${high}.`,
      chartEmpty: (metric: string) => `Chart of ${name(metric)}: no figures.`,

      rowsCut: (count: number) => `${counted(count, { one: '# more row is', other: '# more rows are' })} not shown.`,
      textCut: 'The text is longer than a report shows; the rest is left out.',

      skip: 'Skip to the report',
      download: 'Download',
      darkColors: 'Dark theme',
      showFigures: 'Show the figures',
      /** Heads what somebody wrote about a section. */
      comment: 'Comment',
      figures: 'Figures',
      date: 'Date',
    },
    warnings: {
      partialPeriod: (day: string) =>
        `${day} was not over when the figures were fetched; those of that day are incomplete.`,
      lengthsDiffer: (current: number, compare: number) =>
        `The current period has ${days(current)}, the compared one ${days(compare)}; totals are not adjusted.`,
      overlap: (current: string, compare: string) => `The periods ${current} and ${compare} share days.`,
      notThereYet: (connection: string, day: string) =>
        `The figures of ${name(connection)} for ${day} were not there yet.`,
      noData: (connection: string, meant: PeriodsMeant) =>
        `${name(connection)} has no data in ${periods[meant]} period.`,
      missingDays: ({ connection, period, count, named }: MissingDays) => {
        return `${name(connection)} has no data on ${days(count)} of ${periods[period]} period: ${named.join('; ')}${more(count, named)}.`;
      },
      valuesLeftOut: ({ connection, metric, period, count }: ValuesLeftOut) => {
        const forms = { one: '# value that cannot be read and is', other: '# values that cannot be read and are' };
        return `${name(connection)} has ${counted(count, forms)} left out of ${name(metric)} in ${periods[period]} period.`;
      },
      looksLike: ({ connection, metric, kind, right }: LooksLike) => {
        const column = {
          ratio: 'adds up or averages a column that looks like ratios',
          level: 'adds up a column that looks like levels, such as balances or prices,',
          people: 'adds up a column that looks like people, who may be in several rows,',
        }[kind];
        return `${name(metric)} of ${name(connection)} ${column} so its figures may be wrong. This would be right: ${name(right)}.`;
      },
      rowsTruncated: (connection: string, dimension: string, most: number) =>
        `${name(connection)} has more than ${number(most)} values of ${name(dimension)}; comparisons cover the greatest ${number(most)} only.`,
      brandPictureLeftOut: (as: 'logo' | 'cover') =>
        `The ${as === 'logo' ? 'logo' : 'picture of the cover'} cannot be drawn and is left out of this report.`,
      /** `alternative` says what the picture shows. */
      pictureLeftOut: (alternative: string) =>
        `A picture cannot be drawn, and its description stands in its place: ${name(alternative)}`,
    },
    notices: {
      sampled: (connection: string) =>
        `${name(connection)} worked its figures out from a sample of its data: they are estimates.`,
      thresholded: (connection: string) =>
        `${name(connection)} leaves out values that concern few people: parts can add up to less than the total.`,
      otherRow: (connection: string) => `${name(connection)} has merged rare values into one row.`,
      withheldRows: (connection: string) =>
        `${name(connection)} keeps rare values back: the parts add up to less than the total.`,
      repeatedCursor: (connection: string) =>
        `The pages of ${name(connection)} ended where it named a page a second time: rows may be missing.`,
      incompleteFrom: (connection: string, date: string) =>
        `The figures of ${name(connection)} still change from ${date} on.`,
      sincePublished: (connection: string, date: string) =>
        `The figures of single posts of ${name(connection)} are those since each was published, as of ${date}; nothing is compared, as older posts had more time.`,
      timeZoneDiffers: (connection: string, theirs: string, ours: string) =>
        `The days of ${name(connection)} are those of ${name(theirs)}, not of ${name(ours)}.`,
      currencyDiffers: (connection: string, theirs: string, ours: string) =>
        `${name(connection)} gives amounts in ${name(theirs)}, and not in ${name(ours)} as this report does; they are shown in ${name(theirs)}, without conversion.`,
      sourceOmitted: (connection: string) => `${name(connection)} did not answer and is left out of this report.`,
    },
    notes: {
      partialDay: (day: string) => `The figures include ${day}, which was not over when they were fetched.`,
      missingDays: ({ period, count, named }: Omit<MissingDays, 'connection'>) => {
        return `No data on ${days(count)} of ${periods[period]} period: ${named.join('; ')}${more(count, named)}.`;
      },
      lengthsDiffer: (current: number, compare: number, averages: readonly DailyChange[]) =>
        `Totals of ${days(current)} stand beside totals of ${days(compare)}.${perDay(averages)}`,
      partialUnits: ({ unit, count, named }: PartialUnits) => {
        const forms =
          unit === 'week' ? { one: '# week is', other: '# weeks are' } : { one: '# month is', other: '# months are' };
        return `${counted(count, forms)} not covered in full (starting on ${named.join('; ')}${more(count, named)}).`;
      },
      /** Of metrics whose figures are values at the end. */
      atEnd: (named: readonly string[]) =>
        `At the end of the period, not added up over its days: ${writing.list(named.map(name))}.`,
      truncated: (dimension: string, most: number) =>
        `There are more than ${number(most)} values of ${name(dimension)}; comparisons cover the greatest ${number(most)} only.`,
    },
    mail: {
      open: 'Open the report',
      unsubscribe: 'Unsubscribe',
      attached: 'The report is attached.',
      link: 'Open the report here:',
      linkEnds: (date: string) => `The link works until ${date}.`,
      chatTest: 'This is a test: reports will come to this channel.',
    },
    charts: englishCharts(writing),
    tables: englishTables(writing),
    gallery: englishGallery(writing),
    highlights: englishHighlights(writing),
    channels: englishChannels(writing),
    goals: englishGoals(writing),
    days: englishDays(writing),
    portfolio: englishPortfolio(writing),
  };
}
