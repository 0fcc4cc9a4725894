import type { ConnectorErrorKind } from '../../contract.ts';
import type { Refusal } from '../engine.ts';
import { offsetOf } from '../places.ts';

/** The error of a statement, as https://trino.io/docs/current/develop/client-protocol.html describes it. */
export interface TrinoError {
  readonly message?: string | null;
  readonly errorName?: string | null;
  readonly errorType?: string | null;
  /** Both count from 1. */
  readonly errorLocation?: { readonly lineNumber: number; readonly columnNumber: number } | null;
}

type Meaning = readonly [ConnectorErrorKind, string];

const notGranted: Meaning = [
  'resource_missing',
  'the user may not read what it asks for. Let it read the table (SELECT)',
];
const needsAggregate: Meaning = ['invalid_config', 'a metric is an aggregate such as sum(…), a dimension has none'];
const noAggregate: Meaning = ['invalid_config', 'an aggregate such as sum(…) stands where there can be none'];
const tooLittleMemory: Meaning = ['transient', 'the server has too little memory for it'];
const tooDear: Meaning = ['invalid_config', 'it needs more of the server than the user may have'];
const ended: Meaning = ['transient', 'the statement was stopped on the server'];
const typesDiffer: Meaning = ['invalid_config', 'the types of its parts do not fit'];
const noFunction: Meaning = ['invalid_config', 'there is no such function'];
const cannotConvert: Meaning = ['invalid_config', 'a value cannot be converted. Use try_cast(…)'];
const tooLarge: Meaning = ['invalid_config', 'a value of it is too large'];
const tooComplex: Meaning = ['invalid_config', 'it is too long or too complex for the server'];

/** Meanings by the name of an error (`StandardErrorCode` of the server). */
const names: Readonly<Record<string, Meaning>> = {
  SYNTAX_ERROR: ['invalid_config', 'there is a syntax error'],
  TABLE_NOT_FOUND: ['resource_missing', 'the table does not exist'],
  SCHEMA_NOT_FOUND: ['resource_missing', 'the schema does not exist'],
  CATALOG_NOT_FOUND: ['resource_missing', 'the catalog does not exist'],
  CATALOG_UNAVAILABLE: ['transient', 'the catalog cannot be read at the moment'],
  NOT_FOUND: ['resource_missing', 'what it reads does not exist'],
  MISSING_SCHEMA_NAME: ['invalid_config', 'the table has no schema. Give "schema", or name the table with it'],
  INVALID_VIEW: ['resource_missing', 'the view can no longer be read'],
  VIEW_IS_STALE: ['resource_missing', 'the view can no longer be read'],
  PERMISSION_DENIED: notGranted,
  EXPRESSION_NOT_AGGREGATE: needsAggregate,
  MISSING_GROUP_BY: needsAggregate,
  EXPRESSION_NOT_SCALAR: noAggregate,
  NESTED_AGGREGATION: noAggregate,
  NESTED_WINDOW: noAggregate,
  TYPE_MISMATCH: typesDiffer,
  OPERATOR_NOT_FOUND: typesDiffer,
  INVALID_LITERAL: ['invalid_config', 'a value is not written as its type asks for'],
  FUNCTION_NOT_FOUND: noFunction,
  AMBIGUOUS_FUNCTION_CALL: noFunction,
  FUNCTION_NOT_AGGREGATE: noFunction,
  INVALID_FUNCTION_ARGUMENT: ['invalid_config', 'a function cannot take one of its values. Use try(…)'],
  AMBIGUOUS_NAME: ['invalid_config', 'a column stands in more than one table; put the name of one before it'],
  DIVISION_BY_ZERO: ['invalid_config', 'it divides by zero. Use nullif(…, 0)'],
  INVALID_CAST_ARGUMENT: cannotConvert,
  NUMERIC_VALUE_OUT_OF_RANGE: tooLarge,
  SUBQUERY_MULTIPLE_ROWS: ['invalid_config', 'a SELECT within it gives more than one row'],
  QUERY_TEXT_TOO_LARGE: tooComplex,
  QUERY_HAS_TOO_MANY_STAGES: tooComplex,
  COMPILER_ERROR: tooComplex,
  READ_ONLY_VIOLATION: ['invalid_config', 'it would change data, and connections only read'],
  QUERY_REJECTED: tooDear,
  ABANDONED_QUERY: ended,
  USER_CANCELED: ended,
  ADMINISTRATIVELY_KILLED: ended,
  ADMINISTRATIVELY_PREEMPTED: ended,
  QUERY_QUEUE_FULL: ['transient', 'the server has too many queries at once'],
  EXCEEDED_TIME_LIMIT: ['transient', 'the statement took longer than there is time for'],
  EXCEEDED_CPU_LIMIT: tooDear,
  EXCEEDED_SCAN_LIMIT: [
    'invalid_config',
    'it reads more than a statement may. Raise "maximum_scanned_bytes" or the server’s own limit, or use a query that reads less',
  ],
  EXCEEDED_GLOBAL_MEMORY_LIMIT: tooLittleMemory,
  EXCEEDED_LOCAL_MEMORY_LIMIT: tooLittleMemory,
  CLUSTER_OUT_OF_MEMORY: tooLittleMemory,
  NO_NODES_AVAILABLE: ['transient', 'the server has no workers at the moment'],
};

/** What a type says where the name says nothing; what users cause is the configuration's fault. */
const types: Readonly<Record<string, Meaning>> = {
  INSUFFICIENT_RESOURCES: ['transient', 'the server has too little room for it at the moment'],
  INTERNAL_ERROR: ['transient', 'the server could not answer at the moment'],
  EXTERNAL: ['transient', 'the system behind the catalog could not answer at the moment'],
};

/** Why a statement failed, of whose message only a column's name is shown. */
export function refusalOf({ message, errorName, errorType, errorLocation }: TrinoError, sql: string): Refusal {
  const place = errorLocation ? { at: offsetOf(sql, errorLocation.lineNumber, errorLocation.columnNumber) } : {};
  const column = errorName === 'COLUMN_NOT_FOUND' ? missingColumn(message ?? '') : undefined;
  if (column !== undefined) {
    return { kind: 'invalid_config', reason: `the column "${column}" does not exist`, column, ...place };
  }
  const usual: Meaning = ['invalid_config', 'the server refuses it'];
  const [kind, reason] = names[errorName ?? ''] ?? types[errorType ?? ''] ?? usual;
  return { kind, reason, ...place };
}

/** Whether it is the limits of statements that the server refuses. */
export function isOfLimits({ message, errorName }: TrinoError): boolean {
  const isRefused = errorName === 'PERMISSION_DENIED' || errorName === 'INVALID_SESSION_PROPERTY';
  return isRefused && /session property/i.test(message ?? '');
}

function missingColumn(message: string): string | undefined {
  return /Column '([^'\n]+)' cannot be resolved/.exec(message)?.[1]?.replace(/^source\./, '');
}
