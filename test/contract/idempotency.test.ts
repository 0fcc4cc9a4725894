import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { updateAccount } from '../../src/domains/accounts/accounts.ts';
import { sweepIdempotencyKeys } from '../../src/platform/http/idempotency.ts';
import { givenAccount, givenCaller, givenProject, givenToken } from '../support/accounts.ts';
import { engines, untilLocked } from '../support/databases.ts';
import { type Answer, startTestService, type TestService } from '../support/service.ts';

const dayAndASecondMs = 86_401_000;

for (const engine of engines) {
  describe(`${engine}: idempotency`, () => {
    let service: TestService;
    before(async () => {
      service = await startTestService(engine);
    });
    after(() => service[Symbol.asyncDispose]());

    const given = () => givenCaller(service.db);
    const create = (token: string, key: string, body: unknown = { name: 'P' }): Promise<Answer> =>
      service.call('POST', '/api/v1/projects', { token, body, headers: { 'idempotency-key': key } });
    const count = async (accountId: string) => {
      const rows = await service.db.selectFrom('projects').select('id').where('account_id', '=', accountId).execute();
      return rows.length;
    };
    const withoutRequestId = (answer: Answer) => answer.text.replace(answer.body.meta.request_id, '');

    test('a replay repeats status, body and Location byte for byte and says so [C-IDEM-2, C-IDEM-4, C-IDEM-5]', async () => {
      const { account, token } = await given();
      const first = await create(token, 'k', { name: 'P', client_name: 'C' });
      const replay = await create(token, '"k"', { client_name: 'C', name: 'P' });
      assert.equal(first.status, 201);
      assert.equal(replay.status, 201);
      assert.equal(withoutRequestId(replay), withoutRequestId(first));
      assert.equal(replay.headers.get('location'), first.headers.get('location'));
      assert.equal(first.headers.get('idempotent-replayed'), null);
      assert.equal(replay.headers.get('idempotent-replayed'), 'true');
      assert.equal(await count(account.id), 1);
    });

    test('another payload, or another path, under the key is idempotency_conflict [C-ERROR-11, C-IDEM-6]', async () => {
      const { account, token } = await given();
      await create(token, 'k');
      const conflict = await create(token, 'k', { name: 'Q' });
      assert.equal(conflict.status, 409);
      assert.equal(conflict.body.error.code, 'idempotency_conflict');
      const [one, other] = [await givenProject(service.db, account), await givenProject(service.db, account)];
      const archive = (id: string) =>
        service.call('POST', `/api/v1/projects/${id}/archive`, { token, headers: { 'idempotency-key': 'a' } });
      assert.equal((await archive(one.id)).status, 200);
      assert.equal((await archive(other.id)).body.error.code, 'idempotency_conflict');
    });

    test('a period without compare and one with null are the same request [C-IDEM-5, C-PERIOD-2]', async () => {
      const { account, token } = await given();
      const { id } = await givenProject(service.db, account);
      const current = { from: '2026-01-01', to: '2026-01-31' };
      const start = (period: unknown) =>
        service.call('POST', `/api/v1/projects/${id}/generation-jobs`, {
          token,
          body: { period },
          headers: { 'idempotency-key': 'g' },
        });
      const first = await start({ current });
      const second = await start({ current, compare: null });
      assert.equal(second.headers.get('idempotent-replayed'), 'true', second.text);
      assert.equal(second.body.data.id, first.body.data.id);
    });

    test('keys of different operation kinds and of different accounts are separate [C-IDEM-3]', async () => {
      const [one, other] = [await given(), await given()];
      const created = await create(one.token, 'k');
      assert.equal((await create(other.token, 'k', { name: 'Q' })).status, 201);
      const archived = await service.call('POST', `/api/v1/projects/${created.body.data.id}/archive`, {
        token: one.token,
        headers: { 'idempotency-key': 'k' },
      });
      assert.equal(archived.status, 200);
    });

    test('100 identical parallel requests give one project and 100 equal answers [C-IDEM-8]', async () => {
      const { account, token } = await given();
      const answers = await Promise.all(Array.from({ length: 100 }, () => create(token, 'k')));
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
      assert.equal(new Set(answers.map(withoutRequestId)).size, 1);
      assert.equal(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null).length, 1);
      assert.equal(await count(account.id), 1);
    });

    test('100 parallel requests with two payloads: one payload wins, the others are conflicts [C-IDEM-8]', async () => {
      const { account, token } = await given();
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) => create(token, 'k', { name: index % 2 ? 'odd' : 'even' })),
      );
      const names = answers.filter(({ status }) => status === 201).map(({ body }) => body.data.name);
      assert.equal(names.length, 50);
      assert.equal(new Set(names).size, 1);
      assert.equal(answers.filter(({ body }) => body.error?.code === 'idempotency_conflict').length, 50);
      assert.equal(await count(account.id), 1);
    });

    test('a failure changes nothing and leaves the key unused [C-IDEM-9]', async () => {
      const account = await givenAccount(service.db, { plan: 'free', addOns: ['api'], perMinute: 1_000 });
      const token = await givenToken(service.db, account.id);
      for (const key of ['1', '2', '3']) assert.equal((await create(token, key)).status, 201);
      assert.equal((await create(token, 'k')).body.error.code, 'plan_limit_reached');
      assert.equal((await create(token, 'k', { name: '' })).body.error.code, 'invalid_request');
      await updateAccount(service.db, account.id, { plan: 'pro' });
      const created = await create(token, 'k', { name: 'now with another payload' });
      assert.equal(created.status, 201);
      assert.equal(created.headers.get('idempotent-replayed'), null);
    });

    test('a replay of an update still works after the project was archived [C-ORDER-8, C-ORDER-10, C-PROJECT-10]', async () => {
      const { account, token } = await given();
      const { id } = await givenProject(service.db, account);
      const patch = () =>
        service.call('PATCH', `/api/v1/projects/${id}`, {
          token,
          body: { name: 'Changed' },
          headers: { 'idempotency-key': 'k' },
        });
      const first = await patch();
      await service.call('POST', `/api/v1/projects/${id}/archive`, { token });
      const replay = await patch();
      assert.equal(replay.status, 200);
      assert.equal(withoutRequestId(replay), withoutRequestId(first));
      const anew = await service.call('PATCH', `/api/v1/projects/${id}`, { token, body: { name: 'Changed' } });
      assert.equal(anew.body.error.code, 'project_archived');
    });

    test('a key is free again 24 hours after its first use, and is swept [C-IDEM-7]', async () => {
      const { account, token } = await given();
      const age = async () => {
        const created_at = new Date(Date.now() - dayAndASecondMs).toISOString();
        await service.db
          .updateTable('idempotency_keys')
          .set({ created_at })
          .where('account_id', '=', account.id)
          .execute();
      };
      await create(token, 'k');
      await age();
      assert.equal((await create(token, 'k', { name: 'Q' })).status, 201);
      assert.equal((await create(token, 'k')).body.error.code, 'idempotency_conflict');
      await age();
      await sweepIdempotencyKeys(service.db);
      const left = await service.db
        .selectFrom('idempotency_keys')
        .select('key')
        .where('account_id', '=', account.id)
        .execute();
      assert.deepEqual(left, []);
    });

    test('a key that is swept at the moment of its next use is new', { skip: engine === 'sqlite' }, async () => {
      const { account, token } = await given();
      await create(token, 'k');
      const created_at = new Date(Date.now() - dayAndASecondMs).toISOString();
      await service.db.updateTable('idempotency_keys').set({ created_at }).execute();
      const again = await service.db.transaction().execute(async (transaction) => {
        const key = transaction.selectFrom('idempotency_keys').select('key').where('account_id', '=', account.id);
        await key.forUpdate().execute();
        const answer = create(token, 'k', { name: 'Q' });
        await untilLocked(service.db);
        await sweepIdempotencyKeys(transaction);
        return { answer };
      });
      const { status, headers } = await again.answer;
      assert.deepEqual([status, headers.get('idempotent-replayed')], [201, null]);
      assert.equal(await count(account.id), 2);
    });

    test('reads ignore the header [C-IDEM-11]', async () => {
      const { token } = await given();
      const headers = { 'idempotency-key': 'a b' };
      assert.equal((await service.call('GET', '/api/v1/projects', { token, headers })).status, 200);
    });
  });
}
