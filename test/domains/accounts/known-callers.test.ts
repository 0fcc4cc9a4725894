import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { startService } from '../../../src/app.ts';
import { createToken } from '../../../src/domains/accounts/tokens.ts';
import { readConfig } from '../../../src/platform/config/config.ts';
import { scopes } from '../../../src/platform/http/caller.ts';
import { createLog } from '../../../src/platform/log.ts';
import { startDatabaseProxy } from '../../faults/support/database-proxy.ts';
import { givenAccount, givenProject, givenToken } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { givenInstallation, type TestInstallation } from '../../support/process.ts';
import { redisUrl } from '../../support/redis.ts';
import { type Answer, call } from '../../support/service.ts';

const silent = createLog('silent', { write: () => {} });

/** The API of an installation, as a second process would run it: with connections and a memory of its own. */
async function startApi({ environment }: TestInstallation, more: Record<string, string> = {}) {
  return startService(readConfig({ ...environment, ...more }), 'api', silent);
}

/** Calls until the token's use is on record, and the caller is remembered. */
async function warm(me: () => Promise<Answer>): Promise<void> {
  await eventually(async () => (await me()).body.data.token.last_used_at !== null);
  for (let count = 0; count < 3; count++) assert.equal((await me()).status, 200);
}

for (const engine of engines) {
  suite(`${engine}: a caller who is remembered`, () => {
    const noApi = { status: 403, code: 'api_access_required' };
    const unauthorized = { status: 401, code: 'unauthorized' };
    const pro = { plan: 'pro' };
    const starter = { plan: 'starter', addOns: ['api'] };
    const changes = {
      'a revoked token': { on: pro, argv: ['tokens', 'revoke', '{token}'], expected: unauthorized },
      'a plan without API access': {
        on: pro,
        argv: ['accounts', 'update', '{account}', '--plan', 'free'],
        expected: noApi,
      },
      'a removed add-on': {
        on: starter,
        argv: ['accounts', 'update', '{account}', '--remove-add-on', 'api'],
        expected: noApi,
      },
      'a deleted account': {
        on: pro,
        argv: ['accounts', 'delete', '{account}', '--confirm', '{account}'],
        expected: unauthorized,
      },
    };
    for (const [what, { on, argv, expected }] of Object.entries(changes)) {
      test(`${what} holds for the next request in every process [C-TOKEN-8, C-PLAN-7]`, async () => {
        await using installation = await givenInstallation(engine);
        await using one = await startApi(installation);
        // One process serves the API of an embedded installation.
        await using other = engine === 'postgres' ? await startApi(installation) : undefined;
        const account = await givenAccount(installation.db, on);
        const token = await givenToken(installation.db, account.id);
        const asked = [one, ...(other ? [other] : [])].map(
          ({ url }) =>
            () =>
              call(url, 'GET', '/api/v1/me', { token }),
        );
        for (const me of asked) await warm(me);
        const names = { '{token}': token.split('.')[0] ?? '', '{account}': account.id };
        const { code, stderr } = await installation.run(argv.map((word) => names[word as '{token}'] ?? word));
        assert.equal(code, 0, stderr);
        for (const me of asked) {
          const { status, body } = await me();
          assert.deepEqual({ status, code: body.error.code }, expected);
        }
      });
    }

    test('an expired token is refused, whether it was changed or its time has come [C-TOKEN-8]', async () => {
      await using installation = await givenInstallation(engine);
      await using api = await startApi(installation);
      const { db } = installation;
      const { id } = await givenAccount(db);
      const fields = { name: 'test', kind: 'live', scopes, expiresInMs: 60_000 } as const;
      const changed = await createToken(db, id, fields);
      const me = (token: string) => () => call(api.url, 'GET', '/api/v1/me', { token });
      await warm(me(changed.token));
      const past = new Date(Date.now() - 1).toISOString();
      await db
        .updateTable('tokens')
        .set({ expires_at: past })
        .where('public_id', '=', changed.record.publicId)
        .execute();
      assert.equal((await me(changed.token)()).status, 401);

      const brief = await createToken(db, id, { ...fields, expiresInMs: 1_000 });
      await eventually(async () => (await me(brief.token)()).status === 401);
      assert.ok(Date.now() >= Date.parse(brief.record.expiresAt ?? ''));
    });

    test('changed limits, a changed plan and a last use show in the next answer [C-LIMIT-15, C-PLAN-7]', async () => {
      await using installation = await givenInstallation(engine);
      await using api = await startApi(installation);
      const { db } = installation;
      const { id } = await givenAccount(db, { plan: 'pro' });
      const token = await givenToken(db, id);
      const me = () => call(api.url, 'GET', '/api/v1/me', { token });
      await warm(me);
      await installation.json(['accounts', 'update', id, '--per-minute', '10000000', '--per-day', '77']);
      const { headers } = await me();
      assert.equal(headers.get('ratelimit-policy'), '"minute";q=10000000;w=60, "day";q=77;w=86400');
      await db.updateTable('plans').set({ max_projects: 55 }).where('name', '=', 'pro').execute();
      assert.equal((await me()).body.data.usage.projects.limit, 55);
      const row = await db.selectFrom('tokens').select('last_used_at').executeTakeFirstOrThrow();
      const shown = (await me()).body.data.token.last_used_at;
      assert.ok(Math.abs(Date.parse(shown) - Date.parse(row.last_used_at ?? '')) <= 60_000);
    });

    test('a refusal for a changed token is not counted [C-LIMIT-5]', async () => {
      await using installation = await givenInstallation(engine);
      await using api = await startApi(installation);
      const { db } = installation;
      const { id } = await givenAccount(db);
      const [revoked, other] = [await givenToken(db, id), await givenToken(db, id)];
      const used = async () => (await call(api.url, 'GET', '/api/v1/me', { token: other })).body.data.limits.day.used;
      await warm(() => call(api.url, 'GET', '/api/v1/me', { token: revoked }));
      const before = await used();
      await installation.json(['tokens', 'revoke', revoked.split('.')[0] ?? '']);
      assert.equal((await call(api.url, 'GET', '/api/v1/me', { token: revoked })).status, 401);
      assert.equal(await used(), before + 1);
    });
  });
}

if (engines.includes('postgres')) {
  test('postgres: reading a project and polling a job wait for the database twice, the limiter included', async () => {
    await using installation = await givenInstallation('postgres');
    await using proxy = await startDatabaseProxy(installation.environment.DATABASE_URL ?? '');
    await using api = await startApi(installation, { DATABASE_URL: proxy.url });
    const { db } = installation;
    const account = await givenAccount(db);
    const token = await givenToken(db, account.id);
    const { id } = await givenProject(db, account);
    const body = { period: { current: { from: '2001-04-01', to: '2001-06-30' } } };
    const started = await call(api.url, 'POST', `/api/v1/projects/${id}/generation-jobs`, { token, body });
    const paths = [`/api/v1/projects/${id}`, started.headers.get('location') ?? ''];
    const read = async (path: string) => assert.equal((await call(api.url, 'GET', path, { token })).status, 200);
    proxy.delayMs = 5;
    for (const path of paths) {
      // A minute may begin, whose first request is noted.
      await eventually(async () => {
        await read(path);
        proxy.waits = 0;
        await read(path);
        return proxy.waits <= 2;
      });
      assert.equal(proxy.waits, 2, path);
    }
    proxy.delayMs = 0;
  });

  if (redisUrl) {
    const more = { REDIS_URL: redisUrl };
    test('postgres, Redis: a revocation holds for every request after it, in every process [C-TOKEN-8]', async () => {
      await using installation = await givenInstallation('postgres');
      await using one = await startApi(installation, more);
      await using other = await startApi(installation, more);
      const account = await givenAccount(installation.db, { perMinute: 10_000, perDay: 10_000 });
      const [revoked, kept] = [
        await givenToken(installation.db, account.id),
        await givenToken(installation.db, account.id),
      ];
      const me = ({ url }: { url: string }, token: string) => call(url, 'GET', '/api/v1/me', { token });
      for (const api of [one, other]) for (const token of [revoked, kept]) await warm(() => me(api, token));
      const stop = new AbortController();
      // Their reads of the version are under way when the revocation commits.
      const load = [one, other].map(async (api) => {
        while (!stop.signal.aborted) await Promise.all([me(api, kept), me(api, kept), me(api, kept)]);
      });
      try {
        await installation.json(['tokens', 'revoke', revoked.split('.')[0] ?? '']);
        const late = Array.from({ length: 10 }, () => [me(one, revoked), me(other, revoked)]).flat();
        for (const { status } of await Promise.all(late)) assert.equal(status, 401);
      } finally {
        stop.abort();
        await Promise.all(load);
      }
    });
  }

  test('postgres: reads at once that share a statement get their own rows, and none of another account', async () => {
    await using installation = await givenInstallation('postgres');
    await using api = await startApi(installation);
    const { db } = installation;
    const callers = await Promise.all(
      [1, 2].map(async () => {
        const account = await givenAccount(db, { perMinute: 10_000, perDay: 10_000 });
        const projects = await Promise.all([1, 2, 3].map(() => givenProject(db, account)));
        return { token: await givenToken(db, account.id), ids: projects.map(({ id }) => id) };
      }),
    );
    const all = callers.flatMap(({ ids }) => ids);
    await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const id = all[index % all.length] ?? '';
        const caller = callers[index % callers.length];
        const { status, body } = await call(api.url, 'GET', `/api/v1/projects/${id}`, { token: caller?.token ?? '' });
        if (caller?.ids.includes(id)) assert.deepEqual([status, body.data.id], [200, id]);
        else assert.equal(status, 404);
      }),
    );
  });
}
