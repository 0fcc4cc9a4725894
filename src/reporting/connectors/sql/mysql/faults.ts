import { ConnectorError } from '../../contract.ts';
import { type Refusal, RefusedError } from '../engine.ts';
import { certificateFault, codeOf, noTls, refused, unreachable, wrongPassword } from '../faults.ts';

interface ServerError {
  readonly errno: number;
  readonly sqlState?: string;
  readonly sqlMessage: string;
}

function isServerError(error: unknown): error is Error & ServerError {
  return error instanceof Error && 'errno' in error && typeof error.errno === 'number' && 'sqlMessage' in error;
}

/** The error of opening a connection. */
export function connectFault(error: unknown): ConnectorError {
  if (error instanceof ConnectorError) return error;
  if (isServerError(error)) return refused(refusalOf(error, ''), error);
  if (codeOf(error) === 'HANDSHAKE_NO_SSL_SUPPORT') return refused({ kind: 'invalid_config', reason: noTls }, error);
  const reason = 'the server asks for the password in a way that would show it. Use TLS, or another kind of user';
  if (codeOf(error)?.startsWith('AUTH_SWITCH_PLUGIN')) return refused({ kind: 'invalid_config', reason }, error);
  return certificateFault(error, codeOfTls(error)) ?? unreachable(error);
}

/** The driver puts a code of its own in the place of that of TLS, whose message stays. */
function codeOfTls(error: unknown): string | undefined {
  const code = codeOf(error);
  if (code !== 'HANDSHAKE_SSL_ERROR') return code;
  const text = String(error);
  if (/altnames/.test(text)) return 'ERR_TLS_CERT_ALTNAME_INVALID';
  if (/expired/.test(text)) return 'CERT_HAS_EXPIRED';
  return /certificate/.test(text) ? 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' : 'ERR_SSL_HANDSHAKE';
}

/** The error of a statement. */
export function statementFault(error: unknown, sql: string): Error {
  return isServerError(error) ? new RefusedError(refusalOf(error, sql), error) : unreachable(error);
}

/** Reasons by number; `$1` is the first that the server's message has in single quotes. Its other words name the user. */
const reasons: Readonly<Record<number, readonly [Refusal['kind'], string]>> = {
  1040: ['transient', 'the server has no connection left'],
  1044: ['resource_missing', 'the user may not use the database, or it does not exist'],
  1045: ['reauth_required', wrongPassword],
  1049: ['resource_missing', 'the database does not exist on the server'],
  1054: ['invalid_config', 'the column "$1" does not exist'],
  1055: ['invalid_config', 'it is neither an aggregate such as sum(…) nor a value of the group'],
  1056: ['invalid_config', 'a dimension has no aggregate such as sum(…)'],
  1064: ['invalid_config', 'there is a syntax error'],
  1111: ['invalid_config', 'an aggregate such as sum(…) stands where there can be none'],
  1140: ['invalid_config', 'a metric is an aggregate such as sum(…)'],
  1142: ['resource_missing', 'the user may not read the table. Grant SELECT on it'],
  1143: ['resource_missing', 'the user may not read the column "$1". Grant SELECT on it'],
  1146: ['resource_missing', 'the table does not exist'],
  1205: ['transient', 'the server could not answer at the moment'],
  1213: ['transient', 'the server could not answer at the moment'],
  1226: ['transient', 'the user has as many connections or statements as it may have'],
  1305: ['invalid_config', 'there is no such function'],
  1317: ['transient', 'the statement was stopped on the server'],
  1356: ['resource_missing', 'the view is of tables that are missing or that the user may not read'],
  1630: ['invalid_config', 'there is no such function'],
  1690: ['invalid_config', 'a value is out of the range of its type'],
  1698: ['reauth_required', wrongPassword],
  1792: ['invalid_config', 'it would change data, and connections only read'],
  1969: ['transient', 'the statement took longer than there is time for'],
  3024: ['transient', 'the statement took longer than there is time for'],
  3118: ['reauth_required', 'the user is locked on the server'],
  3159: ['invalid_config', 'the server lets nobody in without TLS. Leave "tls" out, or set it to "verify"'],
  4151: ['reauth_required', 'the user is locked on the server'],
};

function refusalOf({ errno, sqlMessage }: ServerError, sql: string): Refusal {
  const [, quoted = ''] = /'([^']*)'/.exec(sqlMessage) ?? [];
  const [kind, reason] = reasons[errno] ?? [transient(errno), `the server refuses it (error ${errno})`];
  const refusal = { kind, reason: reason.replace('$1', quoted) };
  if (errno === 1054) return { ...refusal, column: quoted.replace(/^source\./, '') };
  if (errno !== 1064) return refusal;
  const at = nearPlace(sqlMessage, sql);
  return at === undefined ? refusal : { ...refusal, at };
}

/** Of the storage engine, the network and the server's end. */
function transient(errno: number): Refusal['kind'] {
  const isPassing = [1053, 1077, 1079, 1152, 1158, 1159, 1160, 1161, 1184, 1203, 1290, 2006, 2013].includes(errno);
  return isPassing ? 'transient' : 'invalid_config';
}

/** The server quotes at most 80 characters of the statement from the fault on. */
function nearPlace(message: string, sql: string): number | undefined {
  const near = /near '([\s\S]*)' at line \d+$/.exec(message)?.[1];
  if (near === undefined) return undefined;
  const place = near === '' ? sql.length : sql.indexOf(near);
  return place < 0 || sql.indexOf(near, place + 1) >= 0 ? undefined : place;
}
