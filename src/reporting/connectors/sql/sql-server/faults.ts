import { ConnectorError } from '../../contract.ts';
import { type Refusal, RefusedError } from '../engine.ts';
import { certificateFault, codeOf, noTls, refused, unreachable, wrongPassword } from '../faults.ts';

/** What the server said of one fault: its number, and a text that names users, tables and columns. */
export interface ServerMessage {
  readonly number: number;
  readonly message: string;
}

/** The error of opening a connection, of which the server has said `told`. */
export function connectFault(error: unknown, told: readonly ServerMessage[]): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const cause = error instanceof Error && error.cause instanceof ConnectorError ? error.cause : undefined;
  if (cause) return cause;
  if (told.length > 0) return refused(refusalOf(told), error);
  if (codeOf(error) === 'EENCRYPT') {
    const isAsked = /requires encryption/.test(String(error));
    return refused({ kind: 'invalid_config', reason: isAsked ? tlsNeeded : noTls }, error);
  }
  return certificateFault(error, tlsCodeOf(error)) ?? unreachable(error);
}

const tlsNeeded = 'the server lets nobody in without TLS. Leave "tls" out, or set it to "verify"';

/** The driver puts a code of its own in the place of that of TLS, which its cause has. */
function tlsCodeOf(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return codeOf(cause) ?? codeOf(error);
}

/** The error of a statement. */
export function statementFault(error: unknown): Error {
  const told = messagesOf(error);
  return told.length > 0 ? new RefusedError(refusalOf(told), error) : unreachable(error);
}

function messagesOf(error: unknown): ServerMessage[] {
  if (error instanceof AggregateError) return error.errors.flatMap(messagesOf);
  if (!(error instanceof Error) || !('number' in error) || typeof error.number !== 'number') return [];
  return [{ number: error.number, message: error.message }];
}

const busy = 'the server could not answer at the moment';

/** Reasons by number; `$1` is the first that the server's message has in single quotes. */
const reasons: Readonly<Record<number, readonly [Refusal['kind'], string]>> = {
  102: ['invalid_config', 'there is a syntax error near "$1"'],
  105: ['invalid_config', 'there is a syntax error'],
  130: ['invalid_config', 'an aggregate such as sum(…) has another aggregate or a SELECT in it'],
  144: ['invalid_config', 'a dimension has no aggregate such as sum(…)'],
  147: ['invalid_config', 'an aggregate such as sum(…) stands where there can be none'],
  156: ['invalid_config', 'there is a syntax error near "$1"'],
  195: ['invalid_config', 'there is no such function'],
  206: ['invalid_config', 'the types of its parts do not fit'],
  207: ['invalid_config', 'the column "$1" does not exist'],
  208: ['resource_missing', 'the table "$1" does not exist, or the user may not see it'],
  229: ['resource_missing', 'the user may not read what it asks for. Grant SELECT on the table'],
  230: ['resource_missing', 'the user may not read the column "$1". Grant SELECT on it'],
  241: ['invalid_config', 'a value cannot be read as the type that it is converted to'],
  242: ['invalid_config', 'a value is out of the range of its type'],
  245: ['invalid_config', 'a value cannot be read as the type that it is converted to'],
  402: ['invalid_config', 'the types of its parts do not fit'],
  536: ['invalid_config', 'a function has a length below zero'],
  701: ['transient', 'the server has too little memory for it'],
  916: ['resource_missing', 'the user may not use the database'],
  1033: ['invalid_config', 'an ORDER BY can only be outside. Leave it out'],
  1205: ['transient', busy],
  1222: ['transient', 'another transaction holds what it would read'],
  3906: ['invalid_config', 'it would change data, and connections only read'],
  3952: ['invalid_config', 'it reads another database, which allows no snapshots'],
  3960: ['transient', busy],
  3961: ['transient', busy],
  4060: ['resource_missing', 'the database does not exist on the server, or the user may not open it'],
  4104: ['invalid_config', 'the column "$1" does not exist'],
  4121: ['invalid_config', 'there is no such function'],
  8114: ['invalid_config', 'a value cannot be read as the type that it is converted to'],
  8115: ['invalid_config', 'a value is out of the range of its type. Sums of int are int: use sum(CAST(… AS bigint))'],
  8117: ['invalid_config', 'a function cannot take values of this type'],
  8120: ['invalid_config', 'a metric is an aggregate such as sum(…), a dimension has none'],
  8134: ['invalid_config', 'it divides by zero. Use NULLIF(…, 0)'],
  8155: ['invalid_config', 'every column of the SELECT needs a name. Give one with AS'],
  8156: ['invalid_config', 'the column "$1" stands twice in the SELECT. Give one of them another name'],
  8645: ['transient', 'the server has too little memory for it'],
  9002: ['transient', busy],
  10928: ['transient', 'the server has no connection left'],
  10929: ['transient', 'the server has no connection left'],
  18452: ['reauth_required', 'the server lets this user in by Windows alone. Make one with a password'],
  18456: ['reauth_required', wrongPassword],
  18470: ['reauth_required', 'the user is locked on the server'],
  18486: ['reauth_required', 'the user is locked on the server'],
  18487: ['reauth_required', 'the password of the user has run out. Set a new one'],
  18488: ['reauth_required', 'the password of the user has to be changed. Set a new one'],
  40197: ['transient', busy],
  40501: ['transient', busy],
  40613: ['transient', 'the database is not awake yet'],
  40615: ['invalid_config', 'the firewall of the server does not let this address in'],
  49918: ['transient', busy],
  49919: ['transient', busy],
  49920: ['transient', busy],
};

/** The first that is known says what happened; those after it often only that all has ended. */
function refusalOf(told: readonly ServerMessage[]): Refusal {
  const { number, message } = told.find((each) => reasons[each.number]) ?? told[0] ?? { number: 0, message: '' };
  const [, quoted = ''] = /['"]([^'"]*)['"]/.exec(message) ?? [];
  const [kind, reason] = reasons[number] ?? ['invalid_config' as const, `the server refuses it (error ${number})`];
  const refusal = { kind, reason: reason.replace('$1', quoted) };
  const isColumn = number === 207 || number === 4104;
  return isColumn ? { ...refusal, column: quoted.replace(/^source\./, '') } : refusal;
}
