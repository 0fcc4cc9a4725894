import { DatabaseError } from 'pg';
import { ConnectorError } from '../../contract.ts';
import { type Refusal, RefusedError } from '../engine.ts';
import { certificateFault, noTls, refused, unreachable, wrongPassword } from '../faults.ts';

/** The error of opening a connection. */
export function connectFault(error: unknown): ConnectorError {
  if (error instanceof ConnectorError) return error;
  if (error instanceof DatabaseError) return refused(refusalOf(error), error);
  const certificate = certificateFault(error);
  if (certificate) return certificate;
  const text = String(error);
  if (/does not support SSL/.test(text)) return refused({ kind: 'invalid_config', reason: noTls }, error);
  if (/SASL|password must be/.test(text)) return refused({ kind: 'reauth_required', reason: wrongPassword }, error);
  return unreachable(error);
}

/** The error of a statement. */
export function statementFault(error: unknown): Error {
  if (error instanceof DatabaseError) return new RefusedError(refusalOf(error), error);
  return unreachable(error);
}

/** Reasons by SQLSTATE or its class; `$1` is what the server's message has in double quotes. */
const reasons: readonly (readonly [RegExp, Refusal['kind'], string])[] = [
  [/^28P01/, 'reauth_required', wrongPassword],
  [/^3D000/, 'resource_missing', 'the database does not exist on the server'],
  [/^3F000/, 'resource_missing', 'the schema "$1" does not exist'],
  [/^42P01/, 'resource_missing', 'the table "$1" does not exist, or the user may not see its schema'],
  [
    /^42501/,
    'resource_missing',
    'the user may not read what it asks for. Grant SELECT on the table, and USAGE on its schema',
  ],
  [/^57014/, 'transient', 'the statement took longer than there is time for'],
  [/^53300/, 'transient', 'the server has no connection left'],
  [/^(?:08|40|53|55|57|58)/, 'transient', 'the server could not answer at the moment'],
  [/^25006/, 'invalid_config', 'it would change data, and connections only read'],
  [/^42601/, 'invalid_config', 'there is a syntax error'],
  [/^42803/, 'invalid_config', 'a metric is an aggregate such as sum(…), a dimension has none'],
  [/^42883/, 'invalid_config', 'there is no such function or operator for values of these types'],
  [/^42P20|^42P09/, 'invalid_config', 'it cannot be grouped'],
  [/^42702/, 'invalid_config', 'the column "$1" stands in more than one table; put the name of one before it'],
  [/^42704/, 'invalid_config', 'it names a type or collation that does not exist'],
  [/^42/, 'invalid_config', 'the types of its parts do not fit'],
  [/^22012/, 'invalid_config', 'it divides by zero. Use nullif(…, 0)'],
  [/^22P02|^22007|^22008/, 'invalid_config', 'a value cannot be read as the type that it is converted to'],
  [/^22/, 'invalid_config', 'a value is out of the range of its type'],
];

function refusalOf(error: DatabaseError): Refusal {
  const { code = '', message, position } = error;
  if (code === '28000') return accessRefusal(message);
  const place = position === undefined ? {} : { at: Number(position) - 1 };
  const [, quoted = ''] = /"([^"]*)"/.exec(message) ?? [];
  const missing = code === '42703' ? /column "?([^\s"]+(?: [^\s"]+)*?)"? does not exist/.exec(message)?.[1] : undefined;
  if (missing !== undefined) {
    const column = missing.replace(/^source\./, '');
    return { kind: 'invalid_config', reason: `the column "${column}" does not exist`, column, ...place };
  }
  const [, kind, reason] = reasons.find(([codes]) => codes.test(code)) ?? [];
  if (kind && reason) return { kind, reason: reason.replace('$1', quoted), ...place };
  return { kind: 'invalid_config', reason: `the server refuses it (SQLSTATE ${code})`, ...place };
}

/** Of users that the server's access rules do not let in; its text names user and address. */
function accessRefusal(message: string): Refusal {
  if (!/pg_hba\.conf/.test(message)) return { kind: 'reauth_required', reason: wrongPassword };
  if (/no encryption/.test(message)) {
    return {
      kind: 'invalid_config',
      reason: 'the server lets nobody in without TLS. Leave "tls" out, or set it to "verify"',
    };
  }
  const reason =
    'the server does not let this user into this database from here. Its administrator has to add a line to pg_hba.conf';
  return { kind: 'invalid_config', reason };
}
