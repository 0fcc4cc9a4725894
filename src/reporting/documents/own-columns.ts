import { degreeOf, type Expression, evaluate, operandsOf, parseExpression } from './expression.ts';
import type { MetricDescription } from './model.ts';
import type { OwnColumnSettings } from './own-column-settings.ts';
import type { OfferedDimension, ReportConnection } from './report-connection.ts';
import { findMetricBy, SectionError } from './section-names.ts';

/** A column that is worked out from the metrics of each row. */
export interface OwnColumn {
  /** As readers see it: its parts never add up to the whole. */
  readonly metric: MetricDescription;
  readonly operands: readonly MetricDescription[];
  readonly expression: Expression;
  /** What every row is marked against; null for nothing. */
  readonly goal: number | null;
}

/** The `at`-th column of the `index`-th section, which is a table by a dimension. */
interface ColumnPlace {
  readonly at: number;
  readonly index: number;
  readonly dimension: OfferedDimension;
  readonly connection: ReportConnection;
}

/** A figure of a row; null where there is none. */
type FigureOf = (metric: MetricDescription) => number | null | undefined;

/** The column's figure in a row that has `figureOf`. */
export function ownFigure({ expression, operands }: OwnColumn, figureOf: FigureOf): number | null {
  return evaluate(expression, (key) => {
    const metric = operands.find((each) => each.key === key);
    return (metric && figureOf(metric)) ?? null;
  });
}

/**
 * The column with its metrics looked up. Throws SectionError for an unknown one, for amounts of different currencies, for a
 * unit that the result cannot have, and for a goal of what is no ratio.
 */
export function resolveOwnColumn(
  { key, label, unit, decimals = null, better = 'none', goal = null, ...column }: OwnColumnSettings,
  { at, index, dimension, connection }: ColumnPlace,
): OwnColumn {
  const fault = (field: string, value: string, message: string) =>
    new SectionError(index, `own_columns.${at}.${field}`, value, message);
  const expression = parseExpression(column.expression);
  const field = `own_columns.${at}.expression`;
  const operands = operandsOf(expression).map((name) => findMetricBy(dimension, name, connection, index, field));
  const unitOf = (name: string) => operands.find((each) => each.key === name)?.unit;
  const amounts = operands.filter((each) => each.unit === 'currency');
  const currencies = [...new Set(amounts.map(({ currency }) => currency))];
  if (currencies.length > 1) {
    const named = amounts.map((each) => `"${each.key}" (${each.currency ?? 'currency of the report'})`).join(', ');
    const message = `The column "${label}" works with amounts of different currencies, ${named}, which cannot be reckoned with together.`;
    throw fault('expression', column.expression, message);
  }
  const money = degreeOf(expression, (name) => (unitOf(name) === 'currency' ? 1 : 0));
  const wrong = unitFault(unit, money);
  if (wrong !== undefined) throw fault('unit', unit, `The column "${label}" ${wrong}`);
  if (goal !== null && !isRatio(expression, operands)) {
    const message = `The column "${label}" has a goal, but is no ratio: its rows are parts of the total, which one goal cannot hold for. Remove the goal, or divide by a metric.`;
    throw fault('goal', `${goal}`, message);
  }
  const [currency] = unit === 'currency' ? currencies : [];
  const metric = { key, label, unit, decimals, better, additive: false, ...(currency !== undefined && { currency }) };
  return { metric, operands, expression, goal };
}

/** Why an expression with so much money in it has no such unit; undefined where it may. */
function unitFault(unit: MetricDescription['unit'], money: number | undefined): string | undefined {
  if (Number.isNaN(money)) return 'adds amounts of money to what is none. Check its expression.';
  if (unit === 'currency' && money !== 1)
    return 'has the unit currency, but its expression is no amount of money. Choose another unit.';
  if (unit !== 'currency' && unit !== 'number' && money !== 0) {
    return `has the unit ${unit}, but its expression is an amount of money. Choose the unit currency, or number.`;
  }
  return undefined;
}

/** Whether it is as large for a part as for the whole: means and shares are, sums and counts grow. */
function isRatio(expression: Expression, operands: readonly MetricDescription[]): boolean {
  const grows = (name: string) => {
    const metric = operands.find(({ key }) => key === name);
    return metric && isMean(metric) ? 0 : 1;
  };
  return degreeOf(expression, grows) === 0;
}

/** Whether a metric is a mean or a rate, as large for parts as for the whole: neither a sum, a level nor a count of people. */
export function isMean({ additive, at, unit }: MetricDescription): boolean {
  return !additive && at === undefined && unit !== 'count';
}
