import type { DuckDBConnection } from '@duckdb/node-api';
import { ConnectorError } from '../contract.ts';
import { findExcess } from './bounds.ts';
import type { Expression } from './config.ts';
import { type ExpressionNode, findAll, parseTree } from './expression-tree.ts';

/** The aggregate functions among them. */
const aggregates = new Set(
  `avg bool_and bool_or corr count count_if count_star countif covar_pop covar_samp any_value approx_count_distinct
  approx_quantile arg_max arg_min argmax argmin bit_and bit_or bit_xor favg first fsum geomean geometric_mean kahan_sum
  kurtosis last mad max max_by mean median min min_by mode product quantile quantile_cont quantile_disc regr_avgx regr_avgy
  regr_count regr_intercept regr_r2 regr_slope sem skewness stddev stddev_pop stddev_samp sum sumkahan var_pop var_samp
  variance wavg weighted_avg`.split(/\s+/),
);

/**
 * The functions an expression may call. An allow list, because what some DuckDB functions allocate (`repeat`, `range`,
 * nested `replace`) escapes its memory limit, and others reveal the machine or block.
 */
const functions = new Set(
  `+ - * / // % ** ^ || & | << >> ~ @ ->> ~~ !~~ ~~* !~~* ~~~
  abs add cbrt ceil ceiling degrees divide even exp fdiv floor fmod greatest isfinite isinf isnan least ln log log10 log2 mod
  multiply nullif pi pow power radians round round_even sign sqrt subtract trunc acos asin atan atan2 cos sin tan
  ascii chr concat concat_ws contains ends_with instr lcase left length lower ltrim nfc_normalize position prefix regexp_extract
  regexp_full_match regexp_matches right rtrim split_part starts_with strip_accents strlen strpos substr substring suffix
  translate trim ucase unicode upper like_escape ilike_escape not_like_escape not_ilike_escape
  age century date_add date_diff date_part date_sub date_trunc datediff datepart datesub datetrunc day dayname dayofmonth
  dayofweek dayofyear decade epoch epoch_ms epoch_ns epoch_us era hour isodow isoyear last_day make_date make_time
  make_timestamp make_timestamptz microsecond millisecond minute month monthname quarter second strftime strptime time_bucket
  timezone to_centuries to_days to_decades to_hours to_microseconds to_milliseconds to_minutes to_months to_quarters to_seconds
  to_timestamp to_weeks to_years try_strptime week weekday weekofyear year yearweek
  json_extract json_extract_string json_array_length json_exists json_valid json_value array_extract array_slice array_length
  struct_extract struct_extract_at map_extract element_at len list_extract list_contains list_value row typeof`
    .split(/\s+/)
    .concat(...aggregates),
);

export function isAggregate(functionName: string): boolean {
  return aggregates.has(functionName.toLowerCase());
}

/** Functions whose answers depend on the moment, on chance or on the machine. */
const changing = new Set(
  `now today get_current_timestamp transaction_timestamp current_localtime current_localtimestamp random setseed uuid uuidv4
  uuidv7 gen_random_uuid version getenv current_setting current_database current_schema current_schemas current_query
  current_connection_id current_query_id current_transaction_id txid_current pg_postmaster_start_time`.split(/\s+/),
);

/** Names that mean such an answer unless a column is called so. */
const changingNames = new Set(
  `current_date current_time current_timestamp localtime localtimestamp current_user session_user user current_role
  current_catalog current_schema`.split(/\s+/),
);

function changes(name: string): string {
  return `${name} is not available, because its answer changes, and a report made again must show the same figures`;
}

/** The first name in an expression that is no column and whose value would change; worded as a fault. */
export function findChanging(node: ExpressionNode, columns: readonly string[]): string | undefined {
  const own = new Set(columns.map((column) => column.toLowerCase()));
  const isChanging = ({ column_names: [name = '', ...others] = [] }: ExpressionNode) =>
    others.length === 0 && changingNames.has(name.toLowerCase()) && !own.has(name.toLowerCase());
  const [found] = findAll(node, isChanging);
  return found && changes(`"${found.column_names?.[0]}"`);
}

const classes = new Set(
  'COLUMN_REF CONSTANT FUNCTION OPERATOR COMPARISON CONJUNCTION CASE CAST BETWEEN COLLATE'.split(' '),
);

/** Types of fixed size, and text: a nested type can be declared with any size. */
const castTypes = new Set(
  `BOOLEAN TINYINT SMALLINT INTEGER BIGINT HUGEINT UTINYINT USMALLINT UINTEGER UBIGINT UHUGEINT FLOAT DOUBLE DECIMAL VARCHAR
  DATE TIME TIMESTAMP TIMESTAMP_S TIMESTAMP_MS TIMESTAMP_NS INTERVAL UUID JSON`
    .split(/\s+/)
    .concat('TIMESTAMP WITH TIME ZONE', 'TIME WITH TIME ZONE'),
);

const substitutes: Readonly<Record<string, string>> = {
  replace: "translate(text, ',', '') for single characters",
  regexp_replace: 'regexp_extract',
  array_agg: 'count or max',
};

const syntaxAdvice = 'Write one SQL expression, names with spaces in double quotes';

interface SyntaxTree {
  readonly error: boolean;
  readonly error_message?: string;
  readonly statements?: readonly { readonly node: Readonly<Record<string, unknown>> }[];
}

/**
 * Checks that each text is exactly one SQL expression over the columns: it cannot end the statement it is put into or
 * read anything else. Throws `invalid_config` naming the expression at fault; returns their trees.
 */
export async function parseExpressions(
  connection: DuckDBConnection,
  expressions: readonly Expression[],
): Promise<ExpressionNode[]> {
  const columns = expressions.map((_, index) => `json_serialize_sql($${index + 1}::VARCHAR)`);
  const reader = await connection.runAndReadAll(
    `SELECT ${columns.join(', ')}`,
    expressions.map(({ sql }) => `SELECT ${sql}`),
  );
  const texts = reader.getRows()[0] ?? [];
  return expressions.map((expression, index) => {
    const tree = parseTree(String(texts[index])) as SyntaxTree;
    const fault = findFault(tree);
    const selected = tree.statements?.[0]?.node.select_list as readonly ExpressionNode[] | undefined;
    if (fault === undefined && selected?.[0]) return selected[0];
    const message = `The SQL of ${expression.name} is not valid: ${fault}.`;
    throw new ConnectorError('invalid_config', message, { faults: [{ path: expression.path, message }] });
  });
}

function findFault(tree: SyntaxTree): string | undefined {
  if (tree.error) return `${tree.error_message ?? 'it cannot be parsed'}. ${syntaxAdvice}`;
  const [statement, ...others] = tree.statements ?? [];
  if (!statement || others.length > 0) return 'it must be one expression';
  const { type, select_list: selected, from_table: from, ...clauses } = statement.node;
  const isBare = Object.values(clauses).every((clause) => typeof clause === 'string' || isEmpty(clause));
  const isAlone = type === 'SELECT_NODE' && Array.isArray(selected) && selected.length === 1;
  if (!isAlone || !isBare || (from as { type?: string }).type !== 'EMPTY') return 'it must be one expression';
  if (selected[0].alias) return 'it must have no alias';
  return findForbidden(selected[0]) ?? findExcess(selected[0]);
}

/** Whether a clause of a SELECT is absent: null, an empty list, or an object of these. */
function isEmpty(clause: unknown): boolean {
  if (clause === null) return true;
  return typeof clause === 'object' && Object.values(clause).every(isEmpty);
}

function findForbidden(node: unknown): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined;
  return (
    findForbiddenItself(node) ?? Object.values(node).reduce((found, child) => found ?? findForbidden(child), undefined)
  );
}

function findForbiddenItself(node: {
  class?: string;
  function_name?: string;
  children?: readonly unknown[];
  cast_type?: { id: string; type_info: { name?: string } | null };
}): string | undefined {
  if (node.class === undefined) return undefined;
  if (!classes.has(node.class)) return `it may not contain a ${node.class.toLowerCase().replaceAll('_', ' ')}`;
  if (node.function_name !== undefined && !functions.has(node.function_name.toLowerCase())) {
    const other = substitutes[node.function_name.toLowerCase()];
    if (changing.has(node.function_name.toLowerCase())) return changes(`the function "${node.function_name}"`);
    return `the function "${node.function_name}" is not available${other ? `. Use ${other}` : ''}`;
  }
  // With one argument it counts from today.
  if (node.function_name?.toLowerCase() === 'age' && node.children?.length === 1) return changes('age of one date');
  const type = node.cast_type?.type_info?.name ?? node.cast_type?.id;
  if (type !== undefined && !castTypes.has(type.toUpperCase())) return `a cast to ${type} is not available`;
  return undefined;
}
