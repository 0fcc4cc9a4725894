import { lengthInDays, overlap } from './calendar.ts';
import { type ConnectionFigures, groupsOf, hasRows } from './figures.ts';
import type { FormatContext } from './format.ts';
import type { Periods, Warning } from './model.ts';
import { dimensionValuesCap, type PeriodName } from './report-plan.ts';
import { findMissingDays } from './section-notes.ts';
import {
  lengthsDifferSentence,
  missingDaysSentence,
  noDataSentence,
  overlapSentence,
  partialPeriodSentence,
  rowsTruncatedSentence,
} from './sentences.ts';

/**
 * What a reader has to know about the figures: of the periods first, then of each connection. `today` is the calendar day
 * on which the figures were fetched; it is not over, so it is no missing day.
 */
export function findWarnings(
  periods: Periods,
  connections: readonly ConnectionFigures[],
  today: string,
  context: FormatContext,
): Warning[] {
  return [
    ...periodWarnings(periods, today, context.locale),
    ...connections.flatMap((figures) => [
      ...noDataWarnings(figures),
      ...missingDaysWarnings(figures, today, context.locale),
      ...truncationWarnings(figures, context),
    ]),
  ];
}

function periodWarnings({ current, compare }: Periods, today: string, locale: string): Warning[] {
  const warnings: Warning[] = [];
  const warn = (code: string, message: string): void => {
    warnings.push({ code, message, connection_id: null });
  };
  if (current.to >= today || (compare && compare.to >= today)) {
    warn('partial_period', partialPeriodSentence(today, locale));
  }
  if (!compare) return warnings;
  const lengths = [lengthInDays(current), lengthInDays(compare)] as const;
  if (lengths[0] !== lengths[1]) warn('period_lengths_differ', lengthsDifferSentence(...lengths));
  if (overlap(current, compare)) warn('periods_overlap', overlapSentence(current, compare, locale));
  return warnings;
}

function periodNames({ periods }: ConnectionFigures): PeriodName[] {
  return periods.compare ? ['current', 'compare'] : ['current'];
}

function noDataWarnings(figures: ConnectionFigures): Warning[] {
  const empty = periodNames(figures).filter((period) => !hasRows(figures, period));
  if (empty.length === 0) return [];
  const { id, name } = figures.connection;
  return [{ code: 'no_data', message: noDataSentence(name, empty), connection_id: id }];
}

function missingDaysWarnings(figures: ConnectionFigures, today: string, locale: string): Warning[] {
  const { id, name } = figures.connection;
  return periodNames(figures).flatMap((period) => {
    const missing = findMissingDays(figures, period, today);
    if (missing.length === 0) return [];
    return [{ code: 'missing_days', message: missingDaysSentence(name, period, missing, locale), connection_id: id }];
  });
}

function truncationWarnings(figures: ConnectionFigures, context: FormatContext): Warning[] {
  const { id, name, description } = figures.connection;
  const truncated = description.dimensions.filter(({ key }) => {
    return figures.queries.some(({ by, period, metrics }) => {
      return typeof by === 'object' && by.dimension === key && !groupsOf(figures, period, key, metrics[0]).complete;
    });
  });
  return truncated.map(({ label }) => {
    const message = rowsTruncatedSentence(name, label, dimensionValuesCap, context);
    return { code: 'rows_truncated', message, connection_id: id };
  });
}
