import { redshiftConnector } from '../../src/reporting/connectors/redshift.ts';
import { type RedshiftDouble, redshiftFunctions, startRedshift } from '../doubles/redshift.ts';
import { createPostgresReader, type PostgresReader } from './postgres-reader.ts';

export { redshiftConnector };

export interface RedshiftReader extends PostgresReader {
  readonly double: RedshiftDouble;
}

/** A database of its own behind a double of Redshift, and a user that may only read it. */
export async function createRedshiftReader(): Promise<RedshiftReader> {
  const reader = await createPostgresReader();
  await reader.run(redshiftFunctions);
  const { host, port } = reader.place;
  const double = await startRedshift({ host, port });
  return { ...reader, double, place: { ...reader.place, host: '127.0.0.1', port: double.port } };
}
