import { ServiceError } from '../../platform/errors.ts';
import { type Connector, ConnectorError } from '../../reporting/connectors/contract.ts';
import { getConnector, parseSecret } from '../../reporting/connectors/registry.ts';

/** What somebody gives of a source, as the fields of requests are called. */
type GivenField = 'system' | 'config' | 'secret' | 'by';

/** What a connector finds wrong with what was given: `invalid_request` that names every place at fault. */
export function refusalOf(error: ConnectorError, field: GivenField): ServiceError {
  const { message, faults } = error;
  const ofPlaces = new Map(faults.toReversed().map((fault) => [fault.path, fault]));
  const places = faults.length > 0 ? [...ofPlaces.values()].reverse() : [{ path: '', message }];
  const details = places.map((fault) => ({
    field: fault.path === '' ? field : `${field}.${fault.path}`,
    rule: 'value',
    message: fault.message,
  }));
  return new ServiceError('invalid_request', { message, details, cause: error });
}

/** What a connected system, or the connection as it is stored, fails with: `connection_unavailable`. */
export function unavailable(error: ConnectorError): ServiceError {
  const { kind, message } = error;
  const details = [{ field: 'connection', rule: kind, message }];
  return new ServiceError('connection_unavailable', { message, details, cause: error });
}

/** Asks a system by a stored connection; every fault is the system's, or the connection's. */
export async function askingStored<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ConnectorError ? unavailable(error) : error;
  }
}

/** Asks a system by what was just given, which may be at fault. */
export async function askingGiven<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    throw error.kind === 'invalid_config' ? refusalOf(error, 'config') : unavailable(error);
  }
}

/** The connector of a given system; throws a fault of `system`. */
export function givenConnector(system: string): Connector {
  return checking('system', () => getConnector(system));
}

/** A given secret, once it fits; throws a fault of `secret` that shows none of its values. */
export function givenSecret(connector: Connector, secret: unknown): unknown {
  return checking('secret', () => parseSecret(connector, secret));
}

/** Does a check of what was given; throws a fault of the field. */
export function checking<T>(field: GivenField, check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw error instanceof ConnectorError ? refusalOf(error, field) : error;
  }
}
