import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type {
  ConfigWarning,
  ConnectorContext,
  Grouping,
  Query,
  QueryResult,
} from '../../src/reporting/connectors/contract.ts';
import type { FileConfig } from '../../src/reporting/connectors/file/config.ts';
import { fileConnector } from '../../src/reporting/connectors/file.ts';
import { openTestContext } from './connector-context.ts';

/** The data that the package `vega-datasets` ships. */
export const realData = await realpath('node_modules/vega-datasets/data');

/** This test file's own folder, as a real path; removed when its tests are done. */
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
  return openTestContext({ dataRoots });
}

/** Queries every metric of the configuration in its own context. */
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

/** Checks the configuration in its own context. */
export async function verify(dataRoots: readonly string[], config: FileConfig): Promise<readonly ConfigWarning[]> {
  await using context = openFileContext(dataRoots);
  return await fileConnector.verify(config, null, context);
}
