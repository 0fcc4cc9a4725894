import { describeSystem } from '../../reporting/connectors/known-catalogs.ts';
import { formatDate, formatShare } from '../../reporting/documents/format.ts';
import { messagesFor } from '../../reporting/documents/messages/messages.ts';
import type {
  Highlight,
  MetricDescription,
  Period,
  PortfolioFault,
  PortfolioFigure,
  PortfolioMetricSection,
  PortfolioProject,
  PortfolioSum,
  Section,
} from '../../reporting/documents/model.ts';
import { isOffCourse } from '../../reporting/documents/portfolio-course.ts';
import type { StoredFigure } from './measure-figures.ts';
import type { PortfolioItem } from './portfolio.ts';
import type { ConvertedTotal, Total } from './totals.ts';

/** What of the portfolio a report shows. */
export interface ReportedPortfolio {
  /** The most off course first. */
  readonly items: readonly PortfolioItem[];
  /** How many there are besides. */
  readonly others: number;
  readonly totals: readonly Total[];
  readonly converted: readonly ConvertedTotal[];
  readonly period: Period;
}

type Shown = StoredFigure & { readonly period: Period };

interface Placed {
  readonly item: PortfolioItem;
  readonly stored: Shown;
  readonly figure: PortfolioFigure;
}

/** Nobody reads more sentences; the table has all. */
const mostHighlights = 5;

/**
 * The sections that a report of the portfolio begins with, frozen as the figures were read: what is most off course in
 * sentences, sums, projects, each metric over the projects that have it, and connections that need somebody.
 */
export function portfolioSections(portfolio: ReportedPortfolio, locale: string): Section[] {
  const { items, others, totals, period } = portfolio;
  const labels = new Labels(locale);
  const placed = items.flatMap((item) =>
    figuresOf(item).map((stored) => ({ item, ...placeFigure(item, stored, labels) })),
  );
  const byProject = Map.groupBy(placed, ({ item }) => item.project_id);
  const projects = items.map((item) => projectOf(item, byProject.get(item.project_id) ?? []));
  const read = placed.map(({ figure }) => figure.read_at).sort();
  const sums = sumsOf(totals, portfolio.converted).map((total) => sumOf(total, labels));
  const faults = items.flatMap((item) => faultsOf(item, byProject.get(item.project_id) ?? []));
  const metrics = metricSections(placed, labels);
  const before: Section[] = [
    // Of one project alone nothing adds up.
    ...(sums.some((sum) => sum.projects > 1) ? [{ type: 'portfolio_sums' as const, title: null, items: sums }] : []),
  ];
  const at = 1 + before.length;
  return [
    { type: 'highlights', title: null, items: highlightsOf(projects, others, at, locale) },
    ...before,
    {
      ...{ type: 'portfolio_projects', title: null, as_of: period.to, items: projects, others },
      read: read[0] === undefined ? null : { first: read[0], last: read.at(-1) ?? read[0] },
    },
    ...metrics,
    ...(faults.length > 0 ? [{ type: 'portfolio_faults' as const, title: null, items: faults }] : []),
  ];
}

/** Labels in the report's language, where systems and not their owners name metrics. */
class Labels {
  readonly locale: string;
  readonly #known = new Map<string, ReadonlyMap<string, string>>();

  constructor(locale: string) {
    this.locale = locale;
  }

  of({ system, metric, label }: Pick<StoredFigure, 'system' | 'metric' | 'label'>): string {
    const labels = this.#known.getOrInsertComputed(system, () => {
      return new Map(describeSystem(system, this.locale).metrics.map(({ key, label: text }) => [key, text]));
    });
    return labels.get(metric) ?? label;
  }
}

function figuresOf({ figures }: PortfolioItem): Shown[] {
  return figures.filter(
    (figure): figure is PortfolioItem['figures'][number] & { period: Period } => figure.period !== null,
  );
}

function placeFigure(item: PortfolioItem, stored: Shown, labels: Labels): Omit<Placed, 'item'> {
  const { value, compared, change, goal, period, forecast, budget_left, off_course, read_at } = stored;
  const { project_id, name: project_name } = item;
  const figure = {
    ...{ project_id, project_name, metric: metricOf(stored, labels), period, compare_period: stored.compare },
    ...{ current: value, compare: compared, change, forecast, budget_left, off_course, read_at },
    goal: goal && goalOf(goal),
    notes: stored.notes.map((note) => wordsOf(note, labels.locale)),
  };
  return { stored, figure };
}

function goalOf({ prorated: _, ...goal }: NonNullable<StoredFigure['goal']>) {
  return goal;
}

function metricOf(
  stored: Pick<StoredFigure, 'system' | 'metric' | 'label' | 'unit' | 'currency' | 'decimals'> &
    Partial<Pick<StoredFigure, 'better' | 'additive'>>,
  labels: Labels,
): MetricDescription {
  const { metric: key, unit, currency, decimals, better = 'none', additive = true } = stored;
  return { key, label: labels.of(stored), unit, ...(currency !== null && { currency }), decimals, better, additive };
}

function wordsOf({ code, date, count }: StoredFigure['notes'][number], locale: string): string {
  const { portfolio, isolate } = messagesFor(locale);
  const { noted } = portfolio;
  if (code === 'missing_days') return noted.missingDays(count ?? 0);
  if (code === 'values_left_out') return noted.leftOut(count ?? 0);
  if (code === 'incomplete_from' && date !== null) return noted.changing(isolate(formatDate(date, locale)));
  return code === 'sampled' ? noted.sampled : noted.other;
}

function projectOf(item: PortfolioItem, placed: readonly Placed[]): PortfolioProject {
  const judged = placed.filter(({ figure }) => figure.off_course !== null);
  const [furthest] = judged.toSorted((one, other) => (other.figure.off_course ?? 0) - (one.figure.off_course ?? 0));
  const [oldest] = placed.map(({ figure }) => figure.read_at).sort();
  const { total, faulty } = item.connections;
  const broken = new Set([...faulty.map(({ id }) => id), ...item.faults.flatMap(({ connection_id: id }) => id ?? [])]);
  return {
    ...{ project_id: item.project_id, project_name: item.name, client_name: item.client_name },
    ...{ furthest: furthest?.figure ?? null, read_at: oldest ?? null },
    connections: { total, faulty: broken.size },
  };
}

/** A section for each metric of a system, that of most projects first; in it what is most off its goal first. */
function metricSections(placed: readonly Placed[], labels: Labels): PortfolioMetricSection[] {
  const groups = [...Map.groupBy(placed, ({ stored }) => keyOf(stored)).values()];
  const named = groups.map((group) => ({ group, label: labelOf(group, labels) }));
  return named
    .toSorted((one, other) => other.group.length - one.group.length)
    .map(({ group, label }) => ({
      ...{ type: 'portfolio_metric', title: null, system: group[0]?.stored.system ?? '' },
      label: named.some((each) => each.group !== group && each.label === label)
        ? `${label} (${group[0]?.stored.system})`
        : label,
      items: group.map(({ figure }) => figure).toSorted(byCourse),
    }));
}

const keyOf = ({ system, metric, unit }: Pick<StoredFigure, 'system' | 'metric' | 'unit'>) =>
  JSON.stringify([system, metric, unit]);

function labelOf([first]: readonly Placed[], labels: Labels): string {
  return first ? labels.of(first.stored) : '';
}

function byCourse({ off_course: one }: PortfolioFigure, { off_course: other }: PortfolioFigure): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return other - one;
}

/** Those of a metric together, and below them what they come to in the reporting currency where that says more. */
function sumsOf(totals: readonly Total[], converted: readonly ConvertedTotal[]): (Total | ConvertedTotal)[] {
  const telling = converted.filter(({ rate_date, missing }) => rate_date !== null || missing.length > 0);
  const keyOfSum = ({ system, metric, unit }: Total | ConvertedTotal) => keyOf({ system, metric, unit });
  return [...Map.groupBy([...totals, ...telling], keyOfSum).values()].flat();
}

function sumOf(total: Total | ConvertedTotal, labels: Labels): PortfolioSum {
  const { system, value, projects, from, to, other_days } = total;
  const converted = 'missing' in total ? { rate_date: total.rate_date, missing: total.missing } : undefined;
  return {
    ...{ system, label: `${labels.of(total)} · ${system}`, metric: metricOf(total, labels), value, projects },
    ...{ period: { from, to }, other_days, ...(converted && { converted }) },
  };
}

/** Those that failed at the last reading, and those that are known to need somebody since. */
function faultsOf(item: PortfolioItem, placed: readonly Placed[]): PortfolioFault[] {
  const { project_id, name: project_name, faults, connections } = item;
  const readAt = (id: string | null) =>
    placed
      .flatMap(({ stored }) => (stored.connection_id === id ? [stored.read_at] : []))
      .sort()
      .at(0) ?? null;
  const failed = faults.map(({ connection_id, connection_name, kind }): PortfolioFault => {
    const known = kind === 'settings' ? ('invalid_config' as const) : kind;
    return { project_id, project_name, connection_name, kind: known, read_at: readAt(connection_id) };
  });
  const others = connections.faulty.filter(({ id }) => faults.every(({ connection_id }) => connection_id !== id));
  return [
    ...failed,
    ...others.flatMap(({ id, name, status }): PortfolioFault[] =>
      status === 'connected'
        ? []
        : [{ project_id, project_name, connection_name: name, kind: status, read_at: readAt(id) }],
    ),
  ];
}

/** How many projects are off course, and which most; without goals how many have figures. */
function highlightsOf(
  projects: readonly PortfolioProject[],
  others: number,
  section: number,
  locale: string,
): Highlight[] {
  const { portfolio: texts } = messagesFor(locale);
  const judged = projects.flatMap(({ project_name, furthest }) => (furthest ? [{ project_name, furthest }] : []));
  const behind = judged.filter(({ furthest }) => isOffCourse(furthest));
  if (judged.length === 0) {
    const count = projects.filter(({ read_at }) => read_at !== null).length;
    return [{ rule: 'empty', sentiment: 'neutral', text: texts.figures(count, projects.length + others), section }];
  }
  return [
    {
      ...{ rule: 'goal', sentiment: behind.length > 0 ? 'bad' : 'good', section },
      text: texts.behind(behind.length, judged.length),
    },
    ...behind.slice(0, mostHighlights).map(({ project_name, furthest }): Highlight => {
      const share = formatShare(furthest.off_course, { locale, currency: 'XXX' });
      return { rule: 'goal', sentiment: 'bad', text: texts.off(project_name, furthest.metric.label, share), section };
    }),
  ];
}
