import type { DuckDBConnection } from '@duckdb/node-api';
import { contains, type ExpressionNode, findAll, partsOf, type Sql, writeSql } from './expression-tree.ts';
import { isAggregate } from './expressions.ts';

/** A node of an expression that turns values into NULL instead of failing, and the condition for a row to reach it. */
interface Attempt {
  /** True for rows whose value is left out. */
  readonly fails: Sql;
  readonly conditions: readonly Condition[];
}

interface Condition {
  readonly node: ExpressionNode;
  readonly holds: boolean;
}

/**
 * The conditions under which a row's value is left out of an expression: TRY_CAST or try_strptime turns a value that is
 * neither missing nor blank into NULL. One condition for each such node, so that they count values and not rows.
 * Nothing is left out if a fallback in `coalesce` yields a value, if a FILTER or a CASE skips the row, or in a test
 * such as `… IS NULL`.
 */
export async function leftOutConditions(
  connection: DuckDBConnection,
  expressions: readonly ExpressionNode[],
): Promise<string[][]> {
  const attempts = expressions.map((expression) => attemptsIn(expression, []));
  const all = attempts.flat();
  const fails = await writeSql(
    connection,
    all.map((attempt) => attempt.fails),
  );
  const guarded = await writeSql(connection, all.map(guardedSql));
  const placeOf = new Map(all.map((attempt, index) => [attempt, { fails: fails[index], guarded: guarded[index] }]));
  return attempts.map((own) => {
    const byFault = Map.groupBy(own, (attempt) => placeOf.get(attempt)?.fails);
    return [...byFault.values()].map((same) => {
      const rows = new Set(same.map((attempt) => placeOf.get(attempt)?.guarded));
      // Something irrelevant in a row, such as another column that cannot be cast, is no reason to fail.
      return `TRY(${[...rows].map((condition) => `(${condition})`).join(' OR ')})`;
    });
  });
}

function attemptsIn(node: ExpressionNode, conditions: readonly Condition[]): Attempt[] {
  if (/^OPERATOR_IS_(NOT_)?NULL$/.test(node.type)) return [];
  if (node.type === 'CASE_EXPR') return attemptsInCase(node, conditions);
  const isFallback = node.type === 'OPERATOR_COALESCE' && (node.children ?? []).filter(isVarying).length > 1;
  if (isFallback && !isOfManyRows(node)) {
    const operands = findAll(node, isAttempt).flatMap((attempt) => operandOf(attempt) ?? []);
    if (operands.length === 0) return [];
    const told = operands.flatMap((operand) => [' OR ', ...hasText(operand)]).slice(1);
    return [{ fails: ['(', node, ' IS NULL AND (', ...told, '))'], conditions }];
  }
  const operand = isAttempt(node) ? operandOf(node) : undefined;
  const own: Attempt[] =
    operand && !isOfManyRows(operand)
      ? [{ fails: ['(', node, ' IS NULL AND ', ...hasText(operand), ')'], conditions }]
      : [];
  const { filter } = node;
  const below = filter ? [...conditions, { node: filter, holds: true }] : conditions;
  return [...own, ...partsOf(node).flatMap((part) => attemptsIn(part, part === filter ? conditions : below))];
}

function attemptsInCase(node: ExpressionNode, conditions: readonly Condition[]): Attempt[] {
  let earlier = conditions;
  const found: Attempt[] = [];
  for (const { when_expr: when, then_expr: then } of node.case_checks ?? []) {
    const isOfRow = !isOfManyRows(when);
    found.push(...attemptsIn(when, earlier));
    found.push(...attemptsIn(then, isOfRow ? [...earlier, { node: when, holds: true }] : earlier));
    if (isOfRow) earlier = [...earlier, { node: when, holds: false }];
  }
  return node.else_expr ? [...found, ...attemptsIn(node.else_expr, earlier)] : found;
}

function isAttempt({ class: kind, try_cast, function_name }: ExpressionNode): boolean {
  return (kind === 'CAST' && try_cast === true) || function_name?.toLowerCase() === 'try_strptime';
}

function operandOf({ child, children }: ExpressionNode): ExpressionNode | undefined {
  return child ?? children?.[0];
}

function isVarying(node: ExpressionNode): boolean {
  return contains(node, ({ class: kind }) => kind === 'COLUMN_REF');
}

function isOfManyRows(node: ExpressionNode): boolean {
  return contains(node, ({ function_name: name }) => name !== undefined && isAggregate(name));
}

/** True for values that exist and are not blank; texts in a JSON column are in quotes. */
function hasText(operand: ExpressionNode): Sql {
  return ['trim(CAST(', operand, ` AS VARCHAR), ' \t\r\n\u00a0\u202f"') <> ''`];
}

/** CASE, unlike AND, does not evaluate the values of rows that a condition excludes. */
function guardedSql({ fails, conditions }: Attempt): Sql {
  const before = conditions.flatMap(({ node, holds }) => ['CASE WHEN ', node, holds ? ' THEN ' : ' THEN false ELSE ']);
  const after = conditions.toReversed().map(({ holds }) => (holds ? ' ELSE false END' : ' END'));
  return [...before, ...fails, ...after];
}
