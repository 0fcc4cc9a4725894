import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '../../../src/cli/context.ts';
import type { Account } from '../../../src/domains/accounts/accounts.ts';
import { insertConnection } from '../../../src/domains/connections/connections.ts';
import type { Database } from '../../../src/platform/database/tables.ts';
import type { JobRow } from '../../../src/platform/jobs/queue.ts';
import type { FileConfig } from '../../../src/reporting/connectors/file/config.ts';
import { givenAccount, givenProject, givenToken } from '../../support/accounts.ts';
import type { Engine, TestDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { removeFolder } from '../../support/folders.ts';
import { givenInstallation } from '../../support/process.ts';
import { usually } from '../../support/suite.ts';
import { findRenderProcess, launchService, type ServiceProcess } from './service-process.ts';

/** More than a lease, a check of a worker and a job take. */
const jobMs = 60_000;

/** An installation that real processes serve, embedded or on PostgreSQL. Disposing it kills them and removes it. */
export interface FaultInstallation extends AsyncDisposable {
  readonly engine: Engine;
  /** Access to the same rows from outside the processes. */
  readonly db: Database;
  readonly dataDir: string;
  /** The folder that `file` connections read. */
  readonly dataRoot: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Starts a process without waiting for it to be ready. */
  launch(role?: Role, more?: Readonly<Record<string, string>>): ServiceProcess;
  /** Starts a process and waits until it is ready. */
  start(role?: Role, more?: Readonly<Record<string, string>>): Promise<ServiceProcess>;
}

export async function givenFaultInstallation(
  on: Engine | TestDatabase,
  more: Readonly<Record<string, string>> = {},
): Promise<FaultInstallation> {
  await using stack = new AsyncDisposableStack();
  const dataRoot = realpathSync(mkdtempSync(join(tmpdir(), 'report-service-data-')));
  stack.defer(() => removeFolder(dataRoot));
  const { db, dataDir, environment } = stack.use(
    await givenInstallation(on, { DATA_ROOTS: dataRoot, WORKERS: String(usually(2, 1)), ...more }),
  );
  const processes = stack.use(new AsyncDisposableStack());
  const resources = stack.move();
  const launch = (role: Role = 'all', more: Readonly<Record<string, string>> = {}) =>
    processes.use(launchService(role, { ...environment, ...more }));
  return {
    engine: typeof on === 'string' ? on : on.location.engine,
    db,
    dataDir,
    dataRoot,
    environment,
    launch,
    async start(role, more) {
      const service = launch(role, more);
      await service.ready;
      return service;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** An account without narrow limits, with a token of all scopes and a project that is connected to a tiny file. */
export interface Customer {
  readonly account: Account;
  readonly token: string;
  readonly projectId: string;
}

const tinyRows = ['date,city,amount', '2026-01-01,Bonn,1', '2026-01-02,Bonn,2', '2026-01-03,Köln,4'];
const tinyConfig: Omit<FileConfig, 'path'> = {
  date: 'date',
  metrics: [{ key: 'amount', label: 'Amount', sql: 'sum(amount)', unit: 'number', better: 'up', additive: true }],
  dimensions: [{ key: 'city', label: 'City', sql: 'city' }],
};

/** The days that the tiny file has. */
export const tinyPeriod = { current: { from: '2026-01-01', to: '2026-01-03' } };

/** `config` changes the connection, and `rows` the file's lines. */
export async function givenCustomer(
  { db, dataRoot }: FaultInstallation,
  name = 'tiny',
  { rows = tinyRows, config = {} }: { rows?: readonly string[]; config?: Partial<FileConfig> } = {},
): Promise<Customer> {
  const account = await givenAccount(db, { name, perMinute: 1_000_000, perDay: 1_000_000 });
  const { id: projectId } = await givenProject(db, account, { name });
  writeFileSync(join(dataRoot, `${name}.csv`), `${rows.join('\n')}\n`);
  await insertConnection(db, {
    accountId: account.id,
    projectId,
    system: 'file',
    name,
    config: { path: `${name}.csv`, ...tinyConfig, ...config },
    status: 'connected',
    seal: () => null,
  });
  return { account, token: await givenToken(db, account.id), projectId };
}

/** A source whose generation takes tenths of a second for each metric of 100,000 rows, almost all of it inside of DuckDB. */
export function slowSource(metrics: number, rows = 100_000): { rows: readonly string[]; config: Partial<FileConfig> } {
  const [first] = tinyConfig.metrics;
  if (!first) throw new TypeError('The tiny file has a metric');
  const slow = Array.from({ length: metrics }, (_, index) => {
    let expression = `amount + ${index}`;
    for (let depth = 0; depth < 60; depth++) expression = `sin(cos(${expression}))`;
    return { ...first, key: `slow_${index}`, label: `Slow ${index}`, sql: `sum(${expression})` };
  });
  return {
    rows: ['date,city,amount', ...Array.from({ length: rows }, (_, row) => `2026-01-0${1 + (row % 3)},Bonn,${row}`)],
    config: { metrics: slow },
  };
}

/** Starts a job as its customer does, and gives its id. */
export async function startJob(
  service: ServiceProcess,
  { token, projectId }: Customer,
  reportId?: string,
  current = tinyPeriod.current,
): Promise<string> {
  const path = reportId ? `/api/v1/reports/${reportId}/export-jobs` : `/api/v1/projects/${projectId}/generation-jobs`;
  const body = reportId ? { format: 'pdf' } : { period: { current } };
  const { status, body: answer, text } = await service.call('POST', path, { token, body });
  if (status !== 202) throw new Error(`${path} was answered ${status}: ${text}`);
  return answer.data.id;
}

/**
 * A report whose export will hang while rendering: the render process of `worker`, which has one thread, is suspended.
 * It has made a file before, so it is idle and waiting for the next one.
 */
export async function givenStoppedRenderer(
  installation: FaultInstallation,
  customer: Customer,
  api: ServiceProcess,
  worker = api,
): Promise<{ reportId: string; renderer: number }> {
  const reports: string[] = [];
  for (const _ of ['rendered before', 'to be rendered']) {
    const { report_id } = await jobWhen(installation, await startJob(api, customer), hasEnded);
    reports.push(report_id ?? '');
  }
  const [before, reportId = ''] = reports;
  await jobWhen(installation, await startJob(api, customer, before), hasEnded);
  const renderer = await eventually(() => findRenderProcess(worker.pid));
  process.kill(renderer, 'SIGSTOP');
  return { reportId, renderer };
}

/** The job's row, once `look` accepts it. */
export async function jobWhen(
  { db }: Pick<FaultInstallation, 'db'>,
  id: string,
  look: (job: JobRow) => boolean,
): Promise<JobRow> {
  return eventually(async () => {
    const job = await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    return look(job) && job;
  }, jobMs);
}

export const hasEnded = (job: JobRow) => job.completed_at !== null;
