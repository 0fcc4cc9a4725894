import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { withoutPostgres } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { redisUrl } from '../../support/redis.ts';
import { call, startTestService } from '../../support/service.ts';
import { pausableProxy } from './servers.ts';

test('a service that cannot count requests is not ready, and is again once it can', { skip: !redisUrl }, async () => {
  await using proxy = await pausableProxy(new URL(redisUrl ?? ''));
  const environment = { REDIS_URL: `redis://127.0.0.1:${proxy.port}` };
  await using service = await startTestService('sqlite', { role: 'api', environment });
  const ready = () => call(service.url, 'GET', '/readyz');
  assert.equal((await ready()).status, 200);
  proxy.paused = true;
  const { status, body } = await ready();
  assert.deepEqual([status, body.checks.limits, body.checks.database], [503, 'unavailable', 'ok']);
  proxy.paused = false;
  await eventually(async () => (await ready()).status === 200);
});

test('a service whose PostgreSQL has become read-only is not ready, and is again once it accepts writes', {
  skip: withoutPostgres,
}, async () => {
  await using service = await startTestService('postgres', { role: 'api' });
  const ready = () => call(service.url, 'GET', '/readyz');
  assert.equal((await ready()).status, 200);
  await service.db.connection().execute(async (own) => {
    const onlyReads = async (word: 'on' | 'off') => {
      const name = new URL(service.databaseUrl ?? '').pathname.slice(1);
      await sql`alter database ${sql.id(name)} set default_transaction_read_only = ${sql.lit(word)}`.execute(own);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = ${name} and pid <> pg_backend_pid()`.execute(own);
    };
    await onlyReads('on');
    const { body } = await eventually(async () => [await ready()].find(({ status }) => status === 503));
    assert.deepEqual([body.checks.database, body.checks.objects], ['unavailable', 'ok']);
    await onlyReads('off');
  });
  await eventually(async () => (await ready()).status === 200);
});
