import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { ConnectorErrorKind } from '../../contract.ts';
import type { Refusal } from '../engine.ts';
import { offsetOf } from '../places.ts';

const text = Type.Optional(Type.String());
const failure = Type.Object({
  error: Type.Object({ message: text, errors: Type.Optional(Type.Array(Type.Object({ reason: text }))) }),
});

const tooManyBytes = 'it would be billed for more bytes than "maximum_bytes_billed". Read less, or raise it';
const forbidden =
  'the credentials may not read the table, or may not run queries in the project. Grant BigQuery Data Viewer on the dataset and BigQuery Job User on the project';

/** Meanings of the reasons that BigQuery gives, by https://cloud.google.com/bigquery/docs/error-messages. */
const reasons: Readonly<Record<string, readonly [ConnectorErrorKind, string]>> = {
  accessDenied: ['resource_missing', forbidden],
  billingNotEnabled: ['invalid_config', 'the project has no billing account. Give it one'],
  billingTierLimitExceeded: ['invalid_config', tooManyBytes],
  bytesBilledLimitExceeded: ['invalid_config', tooManyBytes],
  jobBackendError: ['transient', 'the server could not answer at the moment'],
  jobInternalError: ['transient', 'the server could not answer at the moment'],
  jobRateLimitExceeded: ['transient', 'the server has too many queries at once'],
  resourcesExceeded: ['invalid_config', 'it needs more memory than the server has for one query'],
  responseTooLarge: ['invalid_config', 'its answer is too large'],
  stopped: ['transient', 'the statement was stopped on the server'],
  tableUnavailable: ['transient', 'the table can not be read at the moment'],
  timeout: ['transient', 'the statement took longer than there is time for'],
};

/** What the message of an invalid query begins with, or says. Of it only a column's name and a place are shown. */
const messages: readonly (readonly [RegExp, string])[] = [
  [/^Syntax error/, 'there is a syntax error'],
  [/neither grouped nor aggregated/, 'a metric is an aggregate such as SUM(…), a dimension has none'],
  [
    /^Aggregate function .* not allowed|^Aggregations? of aggregations/,
    'an aggregate such as SUM(…) stands where there can be none',
  ],
  [/^No matching signature/, 'the types of its parts do not fit'],
  [/^(?:Function|Table-valued function) not found/, 'there is no such function'],
  [/division by zero/i, 'it divides by zero. Use SAFE_DIVIDE(…)'],
  [/without a filter over column/, 'the table is read only by its partitions. Use a query that keeps some of them'],
  [/^(?:Grouping by|GROUP BY) .* not allowed|not groupable|^Cannot GROUP BY/i, 'rows cannot be grouped by it'],
  [/^(?:Bad \w+ value|Could not cast|Invalid cast|Failed to parse)/, 'a value cannot be converted. Use SAFE_CAST(…)'],
  [/overflow/i, 'a value of it is too large'],
];

/** Why BigQuery refuses a statement, by the body of its answer; undefined where the status says enough. */
export function refusalOf(json: unknown, sql: string): Refusal | undefined {
  if (!Value.Check(failure, json)) return undefined;
  const { error }: Static<typeof failure> = json;
  const { message = '' } = error;
  const [{ reason = '' } = {}] = error.errors ?? [];
  const [kind, words] = reasons[reason] ?? [];
  if (kind && words) return { kind, reason: words };
  if (reason === 'notFound') return missing(message);
  return reason === 'invalidQuery' ? invalid(message, sql) : undefined;
}

function missing(message: string): Refusal {
  const [, what] = /^Not found: (Table|Dataset|Project|Routine)\b/.exec(message) ?? [];
  const place = 'in this location';
  if (what === 'Table') return { kind: 'resource_missing', reason: `the table does not exist ${place}` };
  if (what === 'Project') return { kind: 'resource_missing', reason: 'the project does not exist' };
  if (what === 'Routine') return { kind: 'invalid_config', reason: 'there is no such function' };
  return { kind: 'resource_missing', reason: `the dataset does not exist ${place}` };
}

function invalid(message: string, sql: string): Refusal {
  const kind = 'invalid_config';
  const [, line, character] = / at \[(\d{1,6}):(\d{1,6})\]\s*$/.exec(message) ?? [];
  const place = line === undefined ? {} : { at: offsetOf(sql, Number(line), Number(character)) };
  const [, column] = /^(?:Unrecognized name:|Name) `?([^\s;`]+)`?/.exec(message) ?? [];
  if (column !== undefined) return { kind, reason: `the column "${column}" does not exist`, column, ...place };
  const words = messages.find(([pattern]) => pattern.test(message))?.[1] ?? 'the server refuses it';
  return { kind, reason: words, ...place };
}
