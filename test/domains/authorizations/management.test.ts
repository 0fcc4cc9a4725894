import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { givenSignedIn, type SignedInMember } from '../../support/manage.ts';
import { type SignInService, signInAtVendor, startSignInService, TestBrowser } from '../../support/sign-in.ts';

for (const engine of engines) {
  describe(`${engine}: signing in at a vendor by the management API`, () => {
    let service: SignInService;
    let projectId: string;
    let editor: SignedInMember;
    let stranger: SignedInMember;
    before(async () => {
      service = await startSignInService(engine);
      const account = await givenAccount(service.db);
      projectId = (await givenProject(service.db, account)).id;
      editor = await givenSignedIn(service.db, account.id, { role: 'editor' });
      stranger = await givenSignedIn(service.db, (await givenAccount(service.db)).id);
    });
    after(() => service[Symbol.asyncDispose]());

    const ask = async (method: string, path: string, body?: unknown, { headers } = editor) => {
      const response = await fetch(`${service.url}/manage/v1${path}`, {
        method,
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: JSON.parse(text), text };
    };

    test('a link is given, answered and polled; its grant is listed, revoked, and mended by another sign-in', async () => {
      const source = { system: 'google-analytics', name: 'Website' };
      const begun = await ask('POST', `/projects/${projectId}/authorizations`, source);
      assert.deepEqual([begun.status, begun.body.data.status], [201, 'waiting'], begun.text);
      const { id, url } = begun.body.data;
      const path = `/authorizations/${id}`;
      assert.equal((await ask('GET', path)).body.data.status, 'waiting');
      assert.equal((await ask('GET', path, undefined, stranger)).status, 404);
      const browser = new TestBrowser();
      await browser.open(await signInAtVendor(browser, url, service));
      const { status, connection_id } = (await ask('GET', path)).body.data;
      assert.equal(status, 'granted');
      const connection = (await ask('GET', `/connections/${connection_id}`)).body.data;
      assert.deepEqual([connection.made_by, connection.status], ['customer', 'resource_missing']);
      const entry = await service.db
        .selectFrom('audit_log')
        .select(['actor', 'door'])
        .where('action', '=', 'connection.authorize')
        .where('subject', '=', connection_id)
        .executeTakeFirst();
      assert.deepEqual(entry, { actor: `user:${editor.userId}`, door: 'console' });

      const [grant] = (await ask('GET', '/grants')).body.data.items;
      assert.deepEqual(
        [grant.id, grant.vendor, grant.connection_ids],
        [connection.grant_id, 'google', [connection_id]],
      );
      assert.ok(!JSON.stringify(grant).includes('token'));
      assert.deepEqual((await ask('GET', '/grants', undefined, stranger)).body.data.items, []);
      assert.equal((await ask('DELETE', `/grants/${grant.id}`, undefined, stranger)).status, 404);
      const revoked = await ask('DELETE', `/grants/${grant.id}`);
      assert.deepEqual([revoked.status, revoked.body.data.connection_ids], [200, [connection_id]], revoked.text);
      const waiting = (await ask('GET', `/connections/${connection_id}`)).body.data;
      assert.deepEqual([waiting.status, waiting.grant_id], ['reauth_required', null]);
      const figures = await ask('GET', `/connections/${connection_id}/resources`);
      assert.deepEqual(
        [figures.status, figures.body.error?.code, figures.body.error?.details[0].rule],
        [409, 'connection_unavailable', 'reauth_required'],
        figures.text,
      );

      const anew = await ask('POST', `/connections/${connection_id}/authorizations`);
      assert.equal(anew.status, 201, anew.text);
      const again = new TestBrowser();
      await again.open(await signInAtVendor(again, anew.body.data.url, service));
      const mended = (await ask('GET', `/connections/${connection_id}`)).body.data;
      assert.deepEqual([mended.status, mended.grant_id !== null], ['resource_missing', true]);
    });

    test('what nobody can sign in for, or what the operator has no client of, is told by its field', async () => {
      for (const system of ['file', 'tiktok-ads', 'nothing']) {
        const { status, body, text } = await ask('POST', `/projects/${projectId}/authorizations`, {
          system,
          name: 'X',
        });
        assert.deepEqual([status, body.error.details[0].field], [400, 'system'], text);
      }
    });
  });
}
