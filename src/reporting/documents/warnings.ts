import { lengthInDays, overlap } from './calendar.ts';
import { findMissingDays } from './covered-days.ts';
import { type ConnectionFigures, groupsOf, hasAnything, noticesOf, pairsOf, valuesLeftOut } from './figures.ts';
import { formatDate, formatPeriod } from './format.ts';
import { messagesFor } from './messages/messages.ts';
import type { Period, Periods, Warning } from './model.ts';
import { dimensionValuesCap, type PeriodName } from './report-plan.ts';
import { noticeText } from './section-notes.ts';

/** A connection that the report leaves out, since it did not answer. */
export interface OmittedConnection {
  readonly id: string;
  readonly name: string;
}

/** A connection that had no figures of a day yet when it was asked before the report was made. */
export interface LateConnection {
  readonly connectionId: string;
  readonly day: string;
}

/** What warnings are about. */
export interface WarningsInput {
  readonly periods: Periods;
  readonly connections: readonly ConnectionFigures[];
  readonly omitted: readonly OmittedConnection[];
  readonly notThereYet: readonly LateConnection[];
  /** The day on which the figures were fetched; it is not over, so it never counts as missing. */
  readonly today: string;
  readonly timeZone: string;
  readonly currency: string;
  readonly locale: string;
}

/**
 * What a reader needs to know about the figures: first about the periods, then about each connection, in the language
 * of the locale.
 */
export function findWarnings(input: WarningsInput): Warning[] {
  const { periods, connections, today, locale } = input;
  return [
    // Before all else: an e-mail tells only the first ones.
    ...connections.flatMap((figures) => lateWarnings(figures, input.notThereYet, locale)),
    ...periodWarnings(periods, today, locale),
    ...input.omitted.map(({ id, name }): Warning => {
      return { code: 'source_omitted', message: messagesFor(locale).notices.sourceOmitted(name), connection_id: id };
    }),
    ...connections.flatMap((figures) => [
      ...noDataWarnings(figures, locale),
      ...missingDaysWarnings(figures, today, locale),
      ...leftOutWarnings(figures, locale),
      ...misreadWarnings(figures, locale),
      ...truncationWarnings(figures, locale),
      ...differenceWarnings(figures, input),
      ...noticeWarnings(figures, locale),
    ]),
  ];
}

function periodWarnings({ current, compare }: Periods, today: string, locale: string): Warning[] {
  const { warnings: texts, isolate } = messagesFor(locale);
  const warnings: Warning[] = [];
  const warn = (code: string, message: string): void => {
    warnings.push({ code, message, connection_id: null });
  };
  if (current.to >= today || (compare && compare.to >= today)) {
    warn('partial_period', texts.partialPeriod(isolate(formatDate(today, locale))));
  }
  if (!compare) return warnings;
  const lengths = [lengthInDays(current), lengthInDays(compare)] as const;
  if (lengths[0] !== lengths[1]) warn('period_lengths_differ', texts.lengthsDiffer(...lengths));
  const shown = (period: Period) => isolate(formatPeriod(period, locale));
  if (overlap(current, compare)) warn('periods_overlap', texts.overlap(shown(current), shown(compare)));
  return warnings;
}

function periodNames({ periods }: ConnectionFigures): PeriodName[] {
  return periods.compare ? ['current', 'compare'] : ['current'];
}

function lateWarnings(
  { connection: { id, name } }: ConnectionFigures,
  late: readonly LateConnection[],
  locale: string,
): Warning[] {
  return late.flatMap(({ connectionId, day }): Warning[] => {
    if (connectionId !== id) return [];
    const { warnings: texts, isolate } = messagesFor(locale);
    const message = texts.notThereYet(name, isolate(formatDate(day, locale)));
    return [{ code: 'not_there_yet', message, connection_id: id }];
  });
}

function noDataWarnings(figures: ConnectionFigures, locale: string): Warning[] {
  const [empty, another] = periodNames(figures).filter((period) => !hasAnything(figures, period));
  if (!empty) return [];
  const { id, name } = figures.connection;
  const message = messagesFor(locale).warnings.noData(name, another ? 'both' : empty);
  return [{ code: 'no_data', message, connection_id: id }];
}

const mostDaysNamed = 5;

function missingDaysWarnings(figures: ConnectionFigures, today: string, locale: string): Warning[] {
  const { id, name } = figures.connection;
  const { warnings: texts, isolate } = messagesFor(locale);
  return periodNames(figures).flatMap((period) => {
    const missing = findMissingDays(figures, period, today);
    if (missing.length === 0) return [];
    const named = missing.slice(0, mostDaysNamed).map((day) => isolate(formatDate(day, locale)));
    const message = texts.missingDays({ connection: name, period, count: missing.length, named });
    return [{ code: 'missing_days', message, connection_id: id }];
  });
}

function leftOutWarnings(figures: ConnectionFigures, locale: string): Warning[] {
  const { id, name, description } = figures.connection;
  return periodNames(figures).flatMap((period) =>
    description.metrics.flatMap(({ key, label }): Warning[] => {
      const count = valuesLeftOut(figures, period, key);
      if (count === 0) return [];
      const message = messagesFor(locale).warnings.valuesLeftOut({ connection: name, metric: label, period, count });
      return [{ code: 'values_left_out', message, connection_id: id }];
    }),
  );
}

/** Metrics that the report asks for and that seem to count a column as what it is not. */
function misreadWarnings({ connection, queries }: ConnectionFigures, locale: string): Warning[] {
  const { id, name, description } = connection;
  const asked = new Set(queries.flatMap(({ metrics }) => metrics));
  return (description.misread ?? []).flatMap(({ metric: key, kind, right }): Warning[] => {
    const metric = description.metrics.find((each) => each.key === key);
    if (!metric || !asked.has(key)) return [];
    const message = messagesFor(locale).warnings.looksLike({ connection: name, metric: metric.label, kind, right });
    return [{ code: `looks_like_${kind}`, message, connection_id: id }];
  });
}

/** Days of another zone and amounts in another currency than the report's; neither is converted. */
function differenceWarnings(figures: ConnectionFigures, { timeZone, currency, locale }: WarningsInput): Warning[] {
  const { id, name, description } = figures.connection;
  const { notices } = messagesFor(locale);
  const asked = new Set(figures.queries.flatMap(({ metrics }) => metrics));
  const hasAmounts = description.metrics.some(({ key, unit }) => unit === 'currency' && asked.has(key));
  const warnings: Warning[] = [];
  const warn = (code: string, message: string) => warnings.push({ code, message, connection_id: id });
  if (description.timeZone !== undefined && !isSameZone(description.timeZone, timeZone)) {
    warn('time_zone_differs', notices.timeZoneDiffers(name, description.timeZone, timeZone));
  }
  if (description.currency !== undefined && description.currency !== currency && hasAmounts) {
    warn('currency_differs', notices.currencyDiffers(name, description.currency, currency));
  }
  return warnings;
}

/** Zones have several names, such as Asia/Calcutta and Asia/Kolkata; one that is not known here is another one. */
function isSameZone(one: string, other: string): boolean {
  if (one === other) return true;
  try {
    const epoch = Temporal.Instant.fromEpochMilliseconds(0);
    return epoch.toZonedDateTimeISO(one).equals(epoch.toZonedDateTimeISO(other));
  } catch {
    return false;
  }
}

function noticeWarnings(figures: ConnectionFigures, locale: string): Warning[] {
  const { id, name } = figures.connection;
  return noticesOf(figures).map((notice) => {
    return { code: notice.code, message: noticeText(notice, name, locale), connection_id: id };
  });
}

function truncationWarnings(figures: ConnectionFigures, locale: string): Warning[] {
  const { id, name, description } = figures.connection;
  const truncated = description.dimensions.filter(({ key }) => {
    return figures.queries.some(({ by, period, metrics }) => {
      if (period === 'goal' || period === 'span') return false;
      return typeof by === 'object' && by.dimension === key && !groupsOf(figures, period, key, metrics[0]).complete;
    });
  });
  const labels = [...truncated.map(({ label }) => label), ...truncatedPairs(figures)];
  return labels.map((label) => {
    const message = messagesFor(locale).warnings.rowsTruncated(name, label, dimensionValuesCap);
    return { code: 'rows_truncated', message, connection_id: id };
  });
}

/** What the dimensions are called of which more pairs occur than were fetched, each pair once. */
function truncatedPairs(figures: ConnectionFigures): Set<string> {
  const { dimensions } = figures.connection.description;
  const labelOf = (key: string) => dimensions.find((dimension) => dimension.key === key)?.label ?? key;
  const names = figures.queries.flatMap(({ by, period, metrics: [leading = ''] }) => {
    if (period === 'goal' || period === 'span' || typeof by !== 'object' || by.secondary === undefined) return [];
    const pair = { dimension: by.dimension, secondary: by.secondary };
    if (pairsOf(figures, period, pair, leading).complete) return [];
    return [`${labelOf(pair.dimension)} / ${labelOf(pair.secondary)}`];
  });
  return new Set(names);
}
