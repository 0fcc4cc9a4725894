import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { updateAccount } from '../../src/domains/accounts/accounts.ts';
import { revokeToken } from '../../src/domains/accounts/tokens.ts';
import { migrations } from '../../src/platform/database/migrations/index.ts';
import { givenAccount, givenToken } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { isLongRun, test } from '../support/suite.ts';
import { assertSound, audit } from './support/audit.ts';
import { type Customer, givenCustomer, givenFaultInstallation, tinyPeriod } from './support/installation.ts';
import { Ledger } from './support/ledger.ts';

if (engines.includes('postgres')) {
  test('postgres: several API processes are one service [C-LIMIT-3]', async (t) => {
    await using installation = await givenFaultInstallation('postgres', { LOG_LEVEL: 'error' });
    const { db } = installation;
    await sql`drop schema public cascade`.execute(db);
    await sql`create schema public`.execute(db);
    const processes = Array.from({ length: 4 }, () => installation.launch('api'));

    await t.test(
      'four that start at once on an empty database all serve, and each migration is applied once',
      async () => {
        await Promise.all(processes.map(({ ready }) => ready));
        const answers = await Promise.all(processes.map((process) => process.call('GET', '/readyz')));
        assert.deepEqual(
          answers.map(({ status }) => status),
          [200, 200, 200, 200],
        );
        const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db);
        assert.deepEqual(
          rows.map(({ name }) => name),
          migrations.map(({ name }) => name),
        );
      },
    );

    await t.test('exactly 120 of 1,000 parallel requests are admitted', async () => {
      const token = await givenToken(db, (await givenAccount(db)).id);
      const answers = await Promise.all(
        Array.from({ length: 1_000 }, async (_, index) => {
          const { status } = (await processes[index % 4]?.call('GET', '/api/v1/projects', { token })) ?? {};
          return status;
        }),
      );
      const count = (status: number) => answers.filter((answer) => answer === status).length;
      assert.deepEqual({ admitted: count(200), refused: count(429) }, { admitted: 120, refused: 880 });
    });

    await t.test('a revoked token is refused and a changed plan applies everywhere from the next request', async () => {
      const account = await givenAccount(db, { perMinute: 1_000 });
      const token = await givenToken(db, account.id);
      const everywhere = async () => {
        const answers = await Promise.all(
          processes.map((process) => process.call('GET', '/api/v1/projects', { token })),
        );
        return answers.map(({ status, body }) => body.error?.code ?? status);
      };
      const all = (answer: unknown) => [answer, answer, answer, answer];
      assert.deepEqual(await everywhere(), all(200));
      await updateAccount(db, account.id, { plan: 'free' });
      assert.deepEqual(await everywhere(), all('api_access_required'));
      await updateAccount(db, account.id, { plan: 'pro' });
      assert.deepEqual(await everywhere(), all(200));
      await revokeToken(db, token.split('.')[0] ?? '');
      assert.deepEqual(await everywhere(), all('unauthorized'));
    });
  });

  test('postgres: the jobs of a killed worker process run again in another one, and an account runs no more of them at once than allowed', async (t) => {
    await using installation = await givenFaultInstallation('postgres', {
      LOG_LEVEL: 'error',
      MAX_RUNNING_PER_ACCOUNT: '3',
    });
    const { db } = installation;
    const [api, killed] = await Promise.all([
      installation.start('api'),
      installation.start('worker'),
      installation.start('worker'),
    ]);
    const ledger = new Ledger();
    const customer = await givenCustomer(installation);
    const path = `/api/v1/projects/${customer.projectId}/generation-jobs`;
    await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const key = `key-${index}`;
        const body = { period: tinyPeriod };
        const answer = await api.call('POST', path, {
          token: customer.token,
          body,
          headers: { 'idempotency-key': key },
        });
        assert.equal(answer.status, 202);
        ledger.acknowledge({ customer, kind: 'generation.start', key, method: 'POST', path, body }, answer);
      }),
    );
    let mostRunning = 0;
    const held = () => sql<boolean>`worker_id like ${`%:${killed.pid}:%`}`;
    const running = async () => {
      const rows = await db.selectFrom('jobs').select('worker_id').where('status', '=', 'running').execute();
      mostRunning = Math.max(mostRunning, rows.length);
      return rows;
    };
    await eventually(async () => (await running()).some((row) => row.worker_id?.includes(`:${killed.pid}:`)));
    await killed.kill();
    const orphans = await db.selectFrom('jobs').select('id').where('status', '=', 'running').where(held()).execute();
    if (!isLongRun) {
      await sql`update jobs set lease_expires_at = '2000-01-01T00:00:00.000Z' where status = 'running' and ${held()}`.execute(
        db,
      );
    }
    await eventually(async () => {
      await running();
      const left = await db.selectFrom('jobs').select('id').where('completed_at', 'is', null).execute();
      return left.length === 0;
    }, 90_000);
    const again = await db.selectFrom('jobs').select('id').where('attempt', '=', 2).execute();
    assert.deepEqual(again.map(({ id }) => id).toSorted(), orphans.map(({ id }) => id).toSorted());
    assert.ok(mostRunning >= 2 && mostRunning <= 3, `at most ${mostRunning} ran at once`);
    t.diagnostic(
      `${orphans.length} jobs run again; ${assertSound(await audit(installation, await api.ready, ledger))}`,
    );
  });

  test('postgres: 10,000 jobs of one account delay the single job of another by no more than the running jobs', async (t) => {
    await using installation = await givenFaultInstallation('postgres', { LOG_LEVEL: 'error' });
    const { db } = installation;
    const [api] = await Promise.all([
      installation.start('api'),
      installation.start('worker', { WORKERS: '1' }),
      installation.start('worker', { WORKERS: '1' }),
    ]);
    const [busy, quiet] = [await givenCustomer(installation, 'busy'), await givenCustomer(installation, 'quiet')];
    const start = async ({ projectId, token }: Customer): Promise<string> => {
      const body = { period: tinyPeriod };
      const answer = await api.call('POST', `/api/v1/projects/${projectId}/generation-jobs`, { token, body });
      assert.equal(answer.status, 202);
      return answer.body.data.id;
    };
    const first = await start(busy);
    await sql`insert into jobs (id, type, status, account_id, project_id, source, request, attempt, max_attempts, due_at, stage,
        progress_completed, progress_total, live, created_at, updated_at)
      select 'gen_flood_' || n, type, 'queued', account_id, project_id, source, request, 1, 3, due_at, 'queued', 0, 0, 0,
        created_at, updated_at from jobs, generate_series(1, 10000) as n where id = ${first}`.execute(db);
    // One more start makes the queue aware of them.
    await start(busy);
    const running = () => db.selectFrom('jobs').select('id').where('status', '=', 'running').execute();
    await eventually(async () => (await running()).length === 2);
    const id = await start(quiet);
    const single = await eventually(() =>
      db.selectFrom('jobs').selectAll().where('id', '=', id).where('status', '=', 'completed').executeTakeFirst(),
    );
    const between = await db
      .selectFrom('jobs')
      .select('id')
      .where('account_id', '=', busy.account.id)
      .where('started_at', '>', single.due_at)
      .where('started_at', '<', single.started_at)
      .execute();
    assert.ok(between.length <= 2, `${between.length} jobs of the other account were started before it`);
    const left = await db.selectFrom('jobs').select('id').where('status', '=', 'queued').execute();
    t.diagnostic(`${left.length} jobs of the other account were still queued when it had completed`);
    assert.ok(left.length > 9_000);
  });
}
