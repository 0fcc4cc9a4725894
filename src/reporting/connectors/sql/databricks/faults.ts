import type { ConnectorErrorKind } from '../../contract.ts';
import type { Refusal } from '../engine.ts';
import { offsetOf } from '../places.ts';

/** Meanings of the classes of errors, by what they begin with. */
const classes: readonly (readonly [string, ConnectorErrorKind, string])[] = [
  ['PARSE_SYNTAX_ERROR', 'invalid_config', 'there is a syntax error'],
  ['TABLE_OR_VIEW_NOT_FOUND', 'resource_missing', 'the table does not exist'],
  ['SCHEMA_NOT_FOUND', 'resource_missing', 'the schema does not exist'],
  ['NO_SUCH_CATALOG', 'resource_missing', 'the catalog does not exist'],
  ['CATALOG_NOT_FOUND', 'resource_missing', 'the catalog does not exist'],
  [
    'INSUFFICIENT_PERMISSIONS',
    'resource_missing',
    'the credentials may not read what it asks for. Grant SELECT on the table',
  ],
  ['PERMISSION_DENIED', 'resource_missing', 'the credentials may not read what it asks for. Grant SELECT on the table'],
  ['MISSING_AGGREGATION', 'invalid_config', 'a metric is an aggregate such as sum(…), a dimension has none'],
  ['MISSING_GROUP_BY', 'invalid_config', 'a metric is an aggregate such as sum(…), a dimension has none'],
  ['GROUP_BY_AGGREGATE', 'invalid_config', 'an aggregate such as sum(…) stands where there can be none'],
  ['NESTED_AGGREGATE_FUNCTION', 'invalid_config', 'an aggregate such as sum(…) stands where there can be none'],
  ['DATATYPE_MISMATCH', 'invalid_config', 'the types of its parts do not fit'],
  ['UNRESOLVED_ROUTINE', 'invalid_config', 'there is no such function'],
  ['DIVIDE_BY_ZERO', 'invalid_config', 'it divides by zero. Use try_divide(…)'],
  ['CAST_INVALID_INPUT', 'invalid_config', 'a value cannot be converted. Use try_cast(…)'],
  ['ARITHMETIC_OVERFLOW', 'invalid_config', 'a value of it is too large'],
  ['NUMERIC_VALUE_OUT_OF_RANGE', 'invalid_config', 'a value of it is too large'],
  ['QUERY_EXECUTION_TIMEOUT_EXCEEDED', 'transient', 'the statement took longer than there is time for'],
];

const passing = new Set([
  ...['UNKNOWN', 'INTERNAL_ERROR', 'TEMPORARILY_UNAVAILABLE', 'IO_ERROR', 'SERVICE_UNDER_MAINTENANCE'],
  ...['WORKSPACE_TEMPORARILY_UNAVAILABLE', 'DEADLINE_EXCEEDED', 'CANCELLED', 'RESOURCE_EXHAUSTED', 'ABORTED'],
]);

/** Why a statement failed, by the code and the message of its error, of which only a column's name and a place are shown. */
export function refusalOf(code: string, message: string, sql: string): Refusal {
  const [, name = ''] = /^\s*\[([A-Z_]+)(?:\.[A-Z_.]+)?\]/.exec(message) ?? [];
  const [, line, character] = /\bline (\d{1,6}),? pos (\d{1,6})/.exec(message) ?? [];
  // Characters count from 0, unlike lines.
  const place = line === undefined ? {} : { at: offsetOf(sql, Number(line), Number(character) + 1) };
  const [, path] = (name === 'UNRESOLVED_COLUMN' && /with name ((?:`[^`\n]+`\.?)+)/.exec(message)) || [];
  const column = path?.split('`').at(-2);
  if (column !== undefined) {
    return { kind: 'invalid_config', reason: `the column "${column}" does not exist`, column, ...place };
  }
  const [, kind, reason] = classes.find(([begin]) => name.startsWith(begin)) ?? [];
  if (kind && reason) return { kind, reason, ...place };
  if (passing.has(code)) return { kind: 'transient', reason: 'the server could not answer at the moment' };
  return { kind: 'invalid_config', reason: 'the server refuses it', ...place };
}
