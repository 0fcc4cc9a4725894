import { fieldFault } from '../../platform/faults.ts';
import type { Comparison, ReportDocument } from '../../reporting/documents/model.ts';

/** When a report goes out: with rows of the period, after a figure changed by so much, or when a goal is off course. */
export type Condition =
  | { readonly type: 'rows' }
  | { readonly type: 'goal_off_course' }
  | { readonly type: 'change'; readonly metric: string; readonly percent: number };

/** Why a report did not go out, or was not made; `metric` and `percent` are those of the condition, `changed` what it was, in percent. */
export interface Unsent {
  readonly code: (typeof unsentCodes)[number];
  readonly metric?: string;
  readonly percent?: number;
  readonly changed?: number;
}

export const unsentCodes = [
  ...(['no_rows', 'changed_less', 'figure_missing', 'goals_on_course', 'goals_missing'] as const),
  // Its sources had no figures of the last day by the hour that was given.
  'not_fresh',
] as const;
export const mostConditions = 5;

const types: readonly string[] = ['rows', 'goal_off_course', 'change'] satisfies readonly Condition['type'][];

/** Whether this program knows what all of them ask for; reports under others are left to newer ones. */
export function areKnown(conditions: readonly Condition[]): boolean {
  return conditions.every(({ type }) => types.includes(type));
}

/** Throws a fault of `only_if`. */
export function checkConditions(conditions: readonly Condition[]): readonly Condition[] {
  const names = conditions.map((each) => (each.type === 'change' ? `change ${each.metric}` : each.type));
  if (new Set(names).size === names.length) return conditions;
  throw fieldFault('only_if', 'unique', 'Each condition, and each figure, is named once.');
}

/** Why a report does not go out; undefined when it meets all conditions. What cannot be told is no reason to send it. */
export function findUnmet(conditions: readonly Condition[], document: ReportDocument): Unsent | undefined {
  for (const condition of conditions) {
    const unmet = unmetOf(condition, document);
    if (unmet) return unmet;
  }
  return undefined;
}

function unmetOf(condition: Condition, document: ReportDocument): Unsent | undefined {
  if (condition.type === 'rows') return hasRows(document) ? undefined : { code: 'no_rows' };
  if (condition.type === 'goal_off_course') return unmetGoals(document);
  const { metric, percent } = condition;
  const told = figuresOf(document, metric).filter(({ current, compare }) => current !== null && compare !== null);
  if (told.length === 0) return { code: 'figure_missing', metric, percent };
  const most = Math.max(...told.map(percentOf));
  // Figures are doubles that stand for decimals: what is 10 % to the last digit that counts is 10 %.
  if (most >= percent - 1e-9) return undefined;
  return { code: 'changed_less', metric, percent, changed: Math.round(most * 10) / 10 };
}

/** Some systems do not say how many rows they have: then its figures tell. */
function hasRows(document: ReportDocument): boolean {
  if (document.sources.some(({ rows_current: rows }) => rows !== null && rows > 0)) return true;
  if (document.sources.every(({ rows_current: rows }) => rows !== null)) return false;
  return allFigures(document).some(({ comparison: { current } }) => current !== null && current !== 0);
}

function unmetGoals({ sections }: ReportDocument): Unsent | undefined {
  const sentiments = sections.flatMap((section) => {
    if (section.type === 'goals') return section.items.map(({ sentiment }) => sentiment);
    return section.type === 'kpis' ? section.items.flatMap(({ goal }) => goal?.sentiment ?? []) : [];
  });
  if (sentiments.length === 0) return { code: 'goals_missing' };
  return sentiments.includes('bad') ? undefined : { code: 'goals_on_course' };
}

function figuresOf(document: ReportDocument, metric: string): Comparison[] {
  return allFigures(document).flatMap(({ key, comparison }) => (key === metric ? [comparison] : []));
}

/** The figures of whole periods that the report shows, by the keys of their metrics. */
function allFigures({ sections }: ReportDocument): { readonly key: string; readonly comparison: Comparison }[] {
  return sections.flatMap((section) => {
    if (section.type === 'kpis') return section.items.map((item) => ({ key: item.metric.key, comparison: item }));
    if (section.type !== 'timeseries' || section.span) return [];
    return [section, ...(section.others ?? [])].map(({ metric, total }) => ({ key: metric.key, comparison: total }));
  });
}

/** From nothing to something is more than any share. */
function percentOf({ change, current, compare }: Comparison): number {
  if (typeof change?.ratio === 'number') return Math.abs(change.ratio) * 100;
  return current === compare ? 0 : Number.POSITIVE_INFINITY;
}
