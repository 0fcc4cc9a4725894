import { Type } from 'typebox';
import { bytesText } from '../../../documents/bytes-text.ts';
import { type ConfigWarning, ConnectorError, type Resource } from '../../contract.ts';
import { type GoogleSecret, googleSecret } from '../../hosted/google/secret.ts';
import { mapBounded } from '../../map-bounded.ts';
import type { Engine, Session } from '../engine.ts';
import { type BigQueryPlace, bigQueryPlace, usualMaximum } from './config.ts';
import { bigQueryDialect } from './dialect.ts';
import { type BigQuerySession, openBigQuery } from './session.ts';

const mostTables = 1_000;
const mostDatasets = 50;

/** BigQuery by its REST API. It has no snapshots: rows that arrive during a report may be in some of its figures. */
export const bigQueryEngine = {
  system: 'bigquery',
  place: bigQueryPlace,
  secret: googleSecret,
  dialect: bigQueryDialect,
  queriesAtOnce: 16,
  open: openBigQuery,
  // A key file reads by a right that cannot write, and every statement is looked at before it first runs.
  checkUser: async () => [],
  judgeBytes,
  tables: listTables,
} satisfies Engine<BigQueryPlace, GoogleSecret>;

function judgeBytes(
  bytes: number,
  { maximum_bytes_billed: most = usualMaximum }: BigQueryPlace,
): readonly ConfigWarning[] {
  const path = 'maximum_bytes_billed';
  if (bytes > most) {
    const message = `A question about the last month reads ${bytesText(bytes)}, and each may read ${bytesText(most)}. Raise it, or use a query that reads less.`;
    throw new ConnectorError('invalid_config', `${path}: ${message}`, { faults: [{ path, message }] });
  }
  const message = `By BigQuery's estimate a question about the last month reads ${bytesText(bytes)}. A report asks several; Google bills each, at most for ${bytesText(most)}.`;
  return [{ code: 'bytes_estimated', path, message }];
}

const datasetsShape = Type.Object({
  datasets: Type.Optional(Type.Array(Type.Object({ datasetReference: Type.Object({ datasetId: Type.String() }) }))),
});
const tablesShape = Type.Object({
  tables: Type.Optional(Type.Array(Type.Object({ tableReference: Type.Object({ tableId: Type.String() }) }))),
});

/** The lists of the API cost nothing, unlike those in SQL. */
async function listTables(session: Session, { dataset }: BigQueryPlace): Promise<readonly Resource[]> {
  const { api } = session as BigQuerySession;
  const datasets = dataset === undefined ? await datasetsOf(session as BigQuerySession) : [dataset];
  const lists = await mapBounded(datasets, 8, async (name) => {
    const path = `datasets/${encodeURIComponent(name)}/tables?maxResults=${mostTables}`;
    const { tables = [] } = await api.ask('read', { path, shape: tablesShape });
    return tables.map(({ tableReference: { tableId } }) => (dataset === undefined ? [name, tableId] : [tableId]));
  });
  return lists
    .flat()
    .slice(0, mostTables)
    .map((parts) => {
      const table = parts.map(plain).join('.');
      return { config: { table }, label: table };
    });
}

async function datasetsOf({ api }: BigQuerySession): Promise<string[]> {
  const path = `datasets?maxResults=${mostDatasets}`;
  const { datasets = [] } = await api.ask('read', { path, shape: datasetsShape });
  return datasets.map(({ datasetReference }) => datasetReference.datasetId);
}

function plain(name: string): string {
  return /[."`]/.test(name) ? bigQueryDialect.identifier(name) : name;
}
