import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { givenSession, givenSignedIn, manage } from '../../support/manage.ts';
import { givenUser } from '../../support/people.ts';
import { suiteService } from '../../support/service.ts';

const secret = 'GOCSPX-secret-of-the-test';

for (const engine of engines) {
  describe(`${engine}: clients of sign-ins`, async () => {
    const service = await suiteService(engine, { PUBLIC_URL: 'http://localhost:8080' });
    const { db } = service;
    const operator = await givenSession(db, await givenUser(db, { isOperator: true }));
    const ask = (method: string, path: string, options: Parameters<typeof manage>[4] = {}) =>
      manage(service, operator, method, `/admin/oauth-clients${path}`, options);
    const texts: string[] = [];
    const set = async (body: object, key?: string) => {
      const answer = await ask('POST', '', { body, ...(key && { headers: { 'idempotency-key': key } }) });
      texts.push(answer.text);
      return answer;
    };

    test('every vendor is listed with the address that it has to know, set or not', async () => {
      const { body } = await ask('GET', '?direction=asc');
      assert.deepEqual(
        body.data.items.map(({ vendor, client_id }: Record<string, unknown>) => [vendor, client_id]),
        [
          ...[
            'amazon',
            'google',
            'hubspot',
            'linkedin',
            'mailchimp',
            'meta',
            'microsoft',
            'pinterest',
            'snowflake',
            'tiktok',
          ],
        ].map((vendor) => [vendor, null]),
      );
      assert.equal(body.data.items[0].redirect_uri, 'http://localhost:8080/oauth/callback');
    });

    test('a client of Snowflake names its account', async () => {
      const refused = await set({ vendor: 'snowflake', client_id: 'id-1', client_secret: secret });
      const [{ field, message }] = refused.body.error.details;
      assert.deepEqual([refused.status, field, /myorg-account1\/CLIENT_ID/.test(message)], [400, 'client_id', true]);
      const made = await set({ vendor: 'snowflake', client_id: 'myorg-account1/id-1', client_secret: secret });
      assert.equal(made.body.data.client_id, 'myorg-account1/id-1');
    });

    test('what is set lets people sign in at once, and no answer has the secret', async () => {
      const account = await givenAccount(db);
      const { id } = await givenProject(db, account);
      const editor = await givenSignedIn(db, account.id, { role: 'editor' });
      const begin = () =>
        manage(service, editor, 'POST', `/projects/${id}/authorizations`, {
          body: { system: 'search-console', name: 'Search' },
        });
      const refused = await begin();
      assert.deepEqual(
        [refused.status, refused.body.error.details[0].field, refused.body.error.details[0].rule],
        [400, 'system', 'client'],
      );
      const made = await set({ vendor: 'google', client_id: ' id-1 ', client_secret: `${secret}\n` });
      assert.deepEqual(
        [made.status, made.body.data.client_id, made.body.data.has_developer_token],
        [200, 'id-1', false],
      );
      assert.equal((await begin()).status, 201);
      const more = { vendor: 'google', client_id: 'id-1', client_secret: 'secret-2', developer_token: 'token-of-ads' };
      assert.equal((await set(more)).body.data.has_developer_token, true);
      await set({ vendor: 'google', client_id: 'id-1', client_secret: 'secret-3' });
      const listed = await ask('GET', '');
      const google = listed.body.data.items.find(({ vendor }: { vendor: string }) => vendor === 'google');
      assert.deepEqual([google.client_id, google.has_developer_token], ['id-1', true]);
      const stored = await db
        .selectFrom('idempotency_keys')
        .selectAll()
        .execute()
        .catch(() => []);
      const keys = await db.selectFrom('actor_keys').selectAll().execute();
      const log = await db.selectFrom('audit_log').selectAll().where('subject', '=', 'google').execute();
      assert.deepEqual(
        log.map(({ action, account_id, details }) => [action, account_id, JSON.parse(details)]),
        Array(3).fill(['oauth_client.set', null, { client_id: 'id-1' }]),
      );
      const everything = JSON.stringify([texts, listed.text, stored, keys, log]);
      for (const hidden of [secret, 'secret-2', 'token-of-ads']) assert.ok(!everything.includes(hidden), hidden);
    });

    test('the same key with another secret is a mistake, with the same one the same answer', async () => {
      const body = { vendor: 'meta', client_id: 'id-2', client_secret: 'one' };
      assert.equal((await set(body, 'again')).status, 200);
      assert.equal((await set(body, 'again')).headers.get('idempotent-replayed'), 'true');
      assert.equal((await set({ ...body, client_secret: 'two' }, 'again')).body.error.code, 'idempotency_conflict');
    });

    test('one is removed, once', async () => {
      await set({ vendor: 'linkedin', client_id: 'id-3', client_secret: 'x' });
      const removed = await ask('DELETE', '/linkedin');
      assert.deepEqual([removed.status, removed.body.data.client_id], [200, null]);
      assert.equal((await ask('DELETE', '/linkedin')).status, 404);
      assert.equal((await ask('DELETE', '/nobody')).status, 404);
    });

    test('faults name their fields and repeat no secret', async () => {
      for (const [body, field] of [
        [{ vendor: 'nobody', client_id: 'a', client_secret: 'b' }, 'vendor'],
        [{ vendor: 'tiktok', client_id: 'a b', client_secret: 'b' }, 'client_id'],
        [{ vendor: 'tiktok', client_id: 'a', client_secret: 'two hidden-words' }, 'client_secret'],
        [{ vendor: 'tiktok', client_id: 'a', client_secret: 'b', developer_token: 'hidden-words' }, 'developer_token'],
      ] as const) {
        const refused = await set(body);
        assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, field], refused.text);
        assert.ok(!refused.text.includes('hidden-words'));
      }
    });
  });
}
