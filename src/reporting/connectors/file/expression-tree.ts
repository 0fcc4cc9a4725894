import type { DuckDBConnection } from '@duckdb/node-api';
import { identifier, plainIdentifier } from './sql.ts';

/** A node of an expression, as DuckDB serializes it. */
export interface ExpressionNode {
  readonly class: string;
  readonly type: string;
  readonly function_name?: string;
  readonly children?: readonly ExpressionNode[];
  readonly filter?: ExpressionNode | null;
  readonly case_checks?: readonly { readonly when_expr: ExpressionNode; readonly then_expr: ExpressionNode }[];
  readonly else_expr?: ExpressionNode;
  readonly child?: ExpressionNode;
  readonly try_cast?: boolean;
  readonly cast_type?: { readonly id: string; readonly type_info: { readonly name?: string } | null };
  readonly column_names?: readonly string[];
}

/** The nodes directly below one, in serialized order. */
export function partsOf(node: ExpressionNode): ExpressionNode[] {
  return Object.values(node).flatMap(nodesIn);
}

function nodesIn(value: unknown): ExpressionNode[] {
  if (typeof value !== 'object' || value === null) return [];
  return 'class' in value ? [value as ExpressionNode] : Object.values(value).flatMap(nodesIn);
}

/** Whether the test holds for a node or any node below it. */
export function contains(node: ExpressionNode, isSuch: (part: ExpressionNode) => boolean): boolean {
  return isSuch(node) || partsOf(node).some((part) => contains(part, isSuch));
}

/** This node and all below it for which the test holds. */
export function findAll(node: ExpressionNode, isSuch: (part: ExpressionNode) => boolean): ExpressionNode[] {
  return [...(isSuch(node) ? [node] : []), ...partsOf(node).flatMap((part) => findAll(part, isSuch))];
}

/** A column, or a field of one, as SQL and as people write it. */
export interface Column {
  readonly sql: string;
  readonly name: string;
}

/** The columns that an expression reads. */
export function columnsOf(node: ExpressionNode): Column[] {
  const columns = findAll(node, ({ class: kind }) => kind === 'COLUMN_REF').map(
    ({ column_names: names = [] }): [string, Column] => {
      const sql = names.map(identifier).join('.');
      return [sql.toLowerCase(), { sql, name: names.map(plainIdentifier).join('.') }];
    },
  );
  return [...new Map(columns).values()];
}

/** SQL with placeholders for nodes of expressions. */
export type Sql = readonly (string | ExpressionNode)[];

/** Writes each as text. */
export async function writeSql(connection: DuckDBConnection, texts: readonly Sql[]): Promise<string[]> {
  const nodes = [...new Set(texts.flat().filter((part) => typeof part !== 'string'))];
  if (nodes.length === 0) return texts.map((text) => text.join(''));
  const framed = await connection.runAndReadAll("SELECT json_serialize_sql('SELECT 1')");
  const frame = parseTree(String(framed.getRows()[0]?.[0])) as Frame;
  const columns = nodes.map((_, index) => `json_deserialize_sql($${index + 1}::JSON)`);
  const statements = nodes.map((node) => statementOf(node, frame));
  const [written = []] = (await connection.runAndReadAll(`SELECT ${columns.join(', ')}`, statements)).getRows();
  const sqlOf = new Map(nodes.map((node, index) => [node, `(${String(written[index]).slice('SELECT '.length)})`]));
  return texts.map((text) => text.map((part) => (typeof part === 'string' ? part : sqlOf.get(part))).join(''));
}

interface Frame {
  readonly statements: readonly { readonly node: object }[];
}

/** The statement `SELECT …` of an expression, made from another one's, because DuckDB requires every property of it. */
function statementOf(expression: ExpressionNode, { statements }: Frame): string {
  const node = { ...statements[0]?.node, select_list: [expression] };
  return JSON.stringify({ error: false, statements: [{ node }] });
}

/** Reads serialized SQL; numbers that JavaScript would write differently stay as they are, for `writeSql`. */
export function parseTree(text: string): unknown {
  const keepNumber = (_key: string, value: unknown, { source = '' }: { source?: string } = {}) =>
    typeof value === 'number' && String(value) !== source ? rawJSON(source) : value;
  return JSON.parse(text, keepNumber);
}

/** TypeScript's types do not have it yet. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
