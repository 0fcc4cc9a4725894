import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { openConnectorContext } from '../../src/connectors/context.ts';
import type { ConnectorContext, Grouping, Query, QueryResult } from '../../src/connectors/contract.ts';
import type { FileConfig } from '../../src/connectors/file/config.ts';
import { fileConnector } from '../../src/connectors/file.ts';

/** The data that the package `vega-datasets` ships. */
export const realData = await realpath('node_modules/vega-datasets/data');

/** A folder of this test file's own, as a real path; removed when its tests are done. */
export async function makeFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'report-service-')));
  after(() => rm(folder, { recursive: true }));
  return folder;
}

export async function writeText(folder: string, name: string, lines: readonly string[]): Promise<void> {
  await writeFile(join(folder, name), lines.join('\n'));
}

/** A configuration whose metrics and dimensions are given as `{ key: sql }`. */
export function makeConfig(
  path: string,
  date: string,
  metrics: Readonly<Record<string, string>>,
  dimensions: Readonly<Record<string, string>> = {},
): FileConfig {
  const shared = { unit: 'number', better: 'none', additive: false } as const;
  return {
    path,
    date,
    metrics: Object.entries(metrics).map(([key, sql]) => ({ key, label: key, sql, ...shared })),
    dimensions: Object.entries(dimensions).map(([key, sql]) => ({ key, label: key, sql })),
  };
}

export function openFileContext(dataRoots: readonly string[]): ConnectorContext & AsyncDisposable {
  return openConnectorContext({
    signal: new AbortController().signal,
    deadline: Date.now() + 60_000,
    dataRoots,
    allowPrivateAddresses: false,
    secret: null,
    log: { info: () => {}, warn: () => {} },
  });
}

/** Asks for every metric of the configuration in a context of its own. */
export async function ask(
  dataRoots: readonly string[],
  config: FileConfig,
  by: Grouping,
  query: Partial<Query> & { from: string; to: string },
): Promise<QueryResult> {
  await using context = openFileContext(dataRoots);
  const metrics = config.metrics.map(({ key }) => key);
  return await fileConnector.query(config, null, { timeZone: 'UTC', metrics, limit: 1000, by, ...query }, context);
}

/** Checks the configuration in a context of its own. */
export async function verify(dataRoots: readonly string[], config: FileConfig): Promise<void> {
  await using context = openFileContext(dataRoots);
  await fileConnector.verify(config, null, context);
}
