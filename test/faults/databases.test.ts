import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { connectDatabase } from '../../src/platform/database/connect.ts';
import { createEmptyDatabase, engines, type TestDatabase } from '../support/databases.ts';
import { pgBouncerSkip, startPgBouncer } from '../support/pgbouncer.ts';
import { isLongRun, test } from '../support/suite.ts';
import { givenCustomer, givenFaultInstallation, hasEnded, jobWhen, startJob } from './support/installation.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const skip = engines.includes('postgres') ? false : 'no PostgreSQL answers';
/** Of the contract, the engine of jobs, and what is written or sent once. All of it takes half an hour. */
const repeated = isLongRun
  ? [
      'test/contract/*.test.ts',
      'test/platform/{jobs,events,limits}/*.test.ts',
      'test/platform/database/{database,list-counts,transactions}.test.ts',
      'test/domains/{schedules,webhooks,bulk-jobs}/*.test.ts',
    ]
  : ['test/contract/{idempotency,generation-jobs,export-jobs}.test.ts', 'test/platform/jobs/{queue,worker}.test.ts'];
/** These look at what a pooler keeps to itself: notifications, plans, who may connect, settings of new sessions. */
const ofSessions = ['notifications.test.ts', 'wake.test.ts', 'database/database.test.ts', 'readiness.test.ts'];
/** The transactions of these tests note in memory how often they run, or wait for others that wait for them. */
const ownCounts = [
  'accounts take turns, however many items',
  'a schedule is removed with its runs even while',
  'each event is routed once, however many processes look',
  'two starts that wait while the queue becomes empty',
];

const profiles: Readonly<Record<string, (stack: AsyncDisposableStack) => Promise<Record<string, string>>>> = {
  'a server that undoes a tenth of all commits, and some statements': async () => ({
    TEST_FAILING_TRANSACTIONS: 'on',
  }),
  'a server behind a pooler in transaction mode': async (stack) => {
    const server = new URL(process.env.DATABASE_URL_TEST ?? 'postgres://postgres@127.0.0.1:5432/postgres');
    const settings = { pool_mode: 'transaction', default_pool_size: 5, max_client_conn: 1_000 } as const;
    const pooler = stack.use(await startPgBouncer(server.href, settings));
    return { TEST_POOLER: new URL(pooler.url).host };
  },
};

for (const [name, begin] of Object.entries(profiles)) {
  test(`databases: on ${name} all is as it is elsewhere`, {
    skip: skip || pgBouncerSkip,
    timeout: 3_000_000,
  }, async () => {
    await using stack = new AsyncDisposableStack();
    const environment = await begin(stack);
    const files = globSync(repeated, { cwd: root }).filter((file) => !file.endsWith('.smoke.test.ts'));
    const chosen = files.filter(
      (file) => !('TEST_POOLER' in environment && ofSessions.some((one) => file.endsWith(one))),
    );
    const skipped = ownCounts.map((title) => `--test-skip-pattern=${title}`);
    const flags = ['--test', '--test-concurrency=2', '--test-reporter=spec', ...skipped];
    const env = { ...process.env, ...environment, TEST_ON: 'postgres', NODE_TEST_CONTEXT: undefined };
    const child = spawn(process.execPath, [...flags, ...chosen], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    stack.defer(() => void child.kill());
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-200_000);
      });
    }
    const [code] = await once(child, 'close');
    assert.equal(code, 0, output.slice(output.indexOf('failing tests:')));
  });
}

for (const owns of ['database', 'schema'] as const) {
  test(`databases: a user that owns nothing but its ${owns} runs jobs`, { skip }, async () => {
    await using own = await givenPlainUser(owns);
    await using installation = await givenFaultInstallation(own);
    const service = await installation.start('all');
    const customer = await givenCustomer(installation);
    const job = await jobWhen(installation, await startJob(service, customer), hasEnded);
    assert.equal(job.status, 'completed');
  });
}

/** A database as a user finds it who has no rights beyond their database or schema. */
async function givenPlainUser(owns: 'database' | 'schema'): Promise<TestDatabase> {
  await using stack = new AsyncDisposableStack();
  const { location } = stack.use(await createEmptyDatabase('postgres'));
  assert.ok(location.engine === 'postgres');
  const { pathname, host } = new URL(location.url);
  const [database, role] = [pathname.slice(1), `report_service_runner_${process.pid}_${owns}`];
  const admin = stack.adopt(new pg.Client(location.url), (client) => client.end());
  await admin.connect();
  await admin.query(`create role ${role} login nosuperuser nocreatedb nocreaterole`);
  stack.defer(async () => {
    await admin.query(`reassign owned by ${role} to postgres; drop owned by ${role}; drop role ${role}`);
  });
  const grants = {
    database: `alter database ${database} owner to ${role}`,
    schema: `create schema reports authorization ${role}; revoke all on schema public from public;
      alter role ${role} in database ${database} set search_path = reports`,
  };
  await admin.query(grants[owns]);
  const plain = { ...location, url: `postgres://${role}@${host}${pathname}?sslmode=disable` };
  const db = connectDatabase(plain);
  stack.defer(() => db.destroy());
  const resources = stack.move();
  return { location: plain, db, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
