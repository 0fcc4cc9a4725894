import { compare } from '../../documents/comparison.ts';
import { type FormatContext, formatChange, formatDate, formatShare, formatUnit } from '../../documents/format.ts';
import { messagesFor } from '../../documents/messages/messages.ts';
import type { GoalItem, GoalsSection, KpiGoal, MetricDescription, Sentiment } from '../../documents/model.ts';
import { clipped } from '../text/clean-text.ts';
import { cardFigure, figure } from './figure-views.ts';
import { type CellView, type ColumnView, figuresFit, type TableView } from './table-columns.ts';

/** The goal of a key figure as a line of its card. */
export interface KpiGoalView {
  readonly text: string;
  readonly sentiment: Sentiment;
}

export function kpiGoalView(goal: KpiGoal, metric: MetricDescription, context: FormatContext): KpiGoalView {
  const { card } = messagesFor(context.locale).goals;
  const share = goal.ratio === null ? null : shareOf(goal.ratio, context);
  return { text: card(cardFigure(goal.target, metric, context), share), sentiment: goal.sentiment };
}

const longestShare = 12;

/** A ratio to a goal that is almost zero has an exponent. */
export function shareOf(ratio: number, context: FormatContext): string {
  const text = formatShare(ratio, context);
  return text.length > longestShare ? ratio.toExponential(1) : text;
}

/** What tells how a goal stands. */
export type JudgedGoal = Pick<GoalItem, 'time_gone' | 'lead' | 'metric' | 'sentiment' | 'pace' | 'reached'>;

interface GoalColumn extends ColumnView {
  readonly cell: (item: GoalItem) => CellView;
}

const longestName = 300;

/** The goals of a section as tables: one, or one of what was reached and one of what is to come where paper has no room. */
export function goalTables({ items }: GoalsSection, context: FormatContext): TableView[] {
  if (items.length === 0) return [];
  const { goals: texts, labels } = messagesFor(context.locale);
  const share = (ratio: number | null) => ({
    text: ratio === null ? formatShare(null, context) : shareOf(ratio, context),
  });
  const amount = (value: (item: GoalItem) => number | null) => (item: GoalItem) => {
    return { text: figure(value(item), item.metric, context) };
  };
  const name: GoalColumn = {
    header: labels.metric,
    kind: 'label',
    cell: (item) => ({ text: nameOf(item, items, context) }),
  };
  const now: GoalColumn[] = [
    { header: texts.goal, kind: 'figure', cell: amount(({ target }) => target) },
    { header: texts.reached, kind: 'figure', cell: amount(({ reached }) => reached) },
    { header: texts.share, kind: 'figure', cell: ({ ratio }) => share(ratio) },
  ];
  const bar: GoalColumn = { header: '', kind: 'bar', cell: (item) => barCell(item, items) };
  const range: GoalColumn = {
    header: texts.range,
    kind: 'figure',
    cell: (item) => ({ text: rangeText(item, context) }),
  };
  const isRanged = items.some(({ forecast_range }) => forecast_range);
  const then: GoalColumn[] = [
    { header: texts.timeGone, kind: 'figure', cell: ({ time_gone }) => ({ text: formatShare(time_gone, context) }) },
    { header: texts.pace, kind: 'figure', cell: (item) => ({ text: paceText(item, context) }) },
    { header: texts.forecast, kind: 'figure', cell: amount(({ forecast }) => forecast) },
    ...(isRanged ? [range] : []),
  ];
  const status: GoalColumn = { header: texts.status, kind: 'change', cell: (item) => statusCell(item, context) };
  const layouts = [
    [[name, status, ...now, bar, ...then]],
    // A range is to be seen.
    ...(isRanged ? [] : [[[name, status, ...now, ...then]]]),
    [
      [name, status, ...now, bar],
      [name, ...then],
    ],
  ];
  const tables = (layout: readonly (readonly GoalColumn[])[]) => layout.map((columns) => tableOf(columns, items));
  const fitting = layouts.map(tables).find((made) => made.every(figuresFit));
  return (
    fitting ??
    tables([
      [name, status, ...now],
      [name, ...then],
    ])
  );
}

function tableOf(columns: readonly GoalColumn[], items: readonly GoalItem[]): TableView {
  return {
    columns: columns.map(({ header, kind }) => ({ header, kind })),
    rows: items.map((item) => columns.map(({ cell }) => cell(item))),
    rest: null,
    total: null,
  };
}

/** The metric with the goal's period, and with its connection where another one has a metric of that label. */
function nameOf(item: GoalItem, items: readonly GoalItem[], { locale }: FormatContext): string {
  const { metric, connection_id: id, connection_name: connection, period } = item;
  const isShared = items.some((other) => other.connection_id !== id && other.metric.label === metric.label);
  const { isolate } = messagesFor(locale);
  const added = [...(isShared ? [clipped(connection, longestName)] : []), formatUnit(period, locale)];
  return [clipped(metric.label, longestName), ...added.map((each) => `(${isolate(each)})`)].join(' ');
}

/** Bars are as long as their share of the farthest, which is at least the goal itself; so are the ranges beside them. */
function barCell(item: GoalItem, items: readonly GoalItem[]): CellView {
  const farthest = items.reduce((most, each) => Math.max(most, each.ratio ?? 0, shareOfTarget(each, 'high')), 1);
  const bar = Math.max(0, item.ratio ?? 0) / farthest;
  if (!item.forecast_range || item.ratio === null) return { text: '', bar };
  const [low, high] = [shareOfTarget(item, 'low') / farthest, shareOfTarget(item, 'high') / farthest];
  return { text: '', bar, range: { low, high } };
}

/** An end of the range as a ratio to the goal; 0 without one. */
function shareOfTarget({ forecast_range: range, target, ratio }: GoalItem, end: 'low' | 'high'): number {
  return range && ratio !== null ? Math.max(0, range[end] / target) : 0;
}

function rangeText({ forecast_range: range, metric }: GoalItem, context: FormatContext): string {
  if (!range) return formatShare(null, context);
  const [low, high] = [range.low, range.high].map((end) => figure(end, metric, context));
  return low === high ? `${low}` : `${low}\u00a0–\u00a0${high}`;
}

/** What the figures come to in a word, for whoever does not see the colour; a dash where nothing can be said. */
export function statusCell({ time_gone, lead, metric, sentiment }: JudgedGoal, context: FormatContext): CellView {
  const { met, missed, onCourse, offCourse } = messagesFor(context.locale).goals;
  const isOver = time_gone === 1;
  const isJudged = lead !== null && metric.better !== 'none';
  const undecided = isJudged && !isOver ? onCourse : formatShare(null, context);
  const text = { good: isOver ? met : onCourse, bad: isOver ? missed : offCourse, neutral: undecided }[sentiment];
  return { text, change: { text, direction: 'none', sentiment } };
}

/** The pace, or where it has no ratio the distance from the goal for the days gone. */
export function paceText({ pace, lead, reached, metric }: JudgedGoal, context: FormatContext): string {
  if (lead === null || reached === null) return formatShare(null, context);
  if (pace !== null) return shareOf(pace, context);
  return formatChange(compare(reached, reached - lead, metric.better), metric, context, 'absolute');
}

/** What the columns mean, or that there is nothing to show. */
export function goalsNote({ items, as_of }: GoalsSection, { locale }: FormatContext): string {
  const { goals, isolate } = messagesFor(locale);
  if (items.length === 0) return goals.none;
  const explained = goals.explained(isolate(formatDate(as_of, locale)));
  return items.some(({ forecast_range: range }) => range) ? `${explained} ${goals.rangeExplained}` : explained;
}
