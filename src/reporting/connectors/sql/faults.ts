import { ConnectorError } from '../contract.ts';
import { type Answer, type Refusal, RefusedError, type Session } from './engine.ts';

const certificateFaults = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

export const wrongPassword = 'The database does not accept the user name or the password. Store the right ones anew';
export const noTls =
  'The server does not offer TLS. Turn it on there; only within a private network may "tls" be "off"';

/** What a fault of TLS means; undefined for other faults. */
export function certificateFault(error: unknown, code = codeOf(error)): ConnectorError | undefined {
  if (code === undefined) return undefined;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return invalid('The certificate of the server is for another name. Use the name that it is for as "host".', error);
  }
  if (code === 'CERT_HAS_EXPIRED') return invalid('The certificate of the server has expired.', error);
  if (/^ERR_OSSL_|^ERR_SSL_|^ERR_TLS_/.test(code))
    return invalid('A connection by TLS cannot be made to the server.', error);
  if (!certificateFaults.has(code)) return undefined;
  const advice = 'Give the certificate of the authority as "ca"';
  return invalid(`The certificate of the server is signed by nobody who is trusted here. ${advice}.`, error);
}

/** The code of an error of Node or of a driver, its cause's included. */
export function codeOf(error: unknown): string | undefined {
  for (let fault = error, depth = 0; fault instanceof Error && depth < 4; fault = fault.cause, depth++) {
    if ('code' in fault && typeof fault.code === 'string') return fault.code;
  }
  return undefined;
}

/** The error of a statement that is not one of the configuration's expressions. */
export function connectorErrorOf(error: unknown): unknown {
  if (!(error instanceof RefusedError)) return error;
  return refused(error.refusal, error);
}

/** Runs a SELECT that is not one of the configuration's expressions alone. Throws a ConnectorError. */
export async function select(session: Session, sql: string): Promise<Answer> {
  try {
    return await session.select(sql);
  } catch (error) {
    throw connectorErrorOf(error);
  }
}

export function refused({ kind, reason }: Refusal, cause: unknown): ConnectorError {
  const sentence = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}`;
  return new ConnectorError(kind, sentence.endsWith('.') ? sentence : `${sentence}.`, { cause });
}

export function unreachable(cause: unknown): ConnectorError {
  return new ConnectorError('transient', 'The connection to the database broke.', { cause });
}

function invalid(message: string, cause: unknown): ConnectorError {
  return new ConnectorError('invalid_config', message, { cause });
}
