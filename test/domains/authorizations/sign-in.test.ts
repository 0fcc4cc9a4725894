import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { findAuthorization, readOutcome } from '../../../src/domains/authorizations/authorizations.ts';
import { getConnection, insertConnection } from '../../../src/domains/connections/connections.ts';
import { getGrant, insertGrant } from '../../../src/domains/connections/oauth-grants.ts';
import { engines } from '../../support/databases.ts';
import { analyticsScope, oidcClient } from '../../support/oidc-vendor.ts';
import {
  consent,
  type Link,
  type SignInService,
  signInAtVendor,
  startSignInService,
  TestBrowser,
  vendorAddress,
} from '../../support/sign-in.ts';

for (const engine of engines) {
  describe(`${engine}: signing in at a vendor`, () => {
    let service: SignInService;
    before(async () => {
      service = await startSignInService(engine);
    });
    after(() => service[Symbol.asyncDispose]());

    const outcomeOf = async ({ id }: Link) => {
      const row = await findAuthorization(service.db, id);
      return row && readOutcome(row);
    };
    const connectionsOf = ({ projectId }: Link) =>
      service.db.selectFrom('connections').selectAll().where('project_id', '=', projectId).execute();

    test('a link names account and project, leads on, and what is granted is sealed beside a connection', async () => {
      const link = await service.givenLink();
      const browser = new TestBrowser();
      const shown = await browser.open(link.address);
      assert.equal(shown.status, 200);
      for (const text of ['Test agency', 'Test project', 'Website', 'google-analytics'])
        assert.ok(shown.text.includes(text));
      const onward = new URL(vendorAddress(await browser.open(link.address, '')));
      const asked = onward.searchParams;
      assert.equal(onward.origin + onward.pathname, `${service.vendor.url}/o/oauth2/v2/auth`);
      assert.deepEqual(
        ['response_type', 'access_type', 'prompt', 'include_granted_scopes', 'code_challenge_method', 'scope'].map(
          (name) => asked.get(name),
        ),
        ['code', 'offline', 'consent', 'false', 'S256', analyticsScope],
      );
      assert.equal(asked.get('redirect_uri'), `${service.url}/oauth/callback`);
      const back = await consent(browser, onward.href, service);
      const done = await browser.open(back);
      assert.deepEqual([done.status, /<h1>Google is connected<\/h1>/.test(done.text)], [200, true], done.text);

      const [row] = await connectionsOf(link);
      assert.deepEqual([row?.status, row?.secret, row?.config], ['resource_missing', null, 'null']);
      const grant = await getGrant(service.db, row?.grant_id ?? '');
      const tokens = service.vault.open(grant.id, grant.secret) as Record<string, string>;
      assert.ok(tokens.refresh_token && tokens.access_token);
      assert.deepEqual(
        [grant.account_id, grant.made_by, grant.client_id],
        [link.accountId, 'operator:test', oidcClient.client_id],
      );
      assert.deepEqual(await outcomeOf(link), { status: 'granted', connection_id: row?.id, grant_id: grant.id });
      const [entry] = await service.installation.json(['audit', 'list', '--account', link.accountId]);
      assert.deepEqual([entry.action, entry.subject, entry.actor], ['connection.authorize', row?.id, 'operator:test']);

      const secrets = [...Object.values(tokens).filter(Boolean), oidcClient.client_secret, asked.get('state') ?? ''];
      const code = new URL(back).searchParams.get('code') ?? '';
      const token = link.address.split('/').at(-1) ?? '';
      const told = service.log.join('') + done.text + shown.text;
      for (const secret of [...secrets, code, token]) {
        assert.ok(!told.includes(String(secret)), `${secret} is told`);
      }
    });

    test('a connection whose resource is known is connected at once', async () => {
      const link = await service.givenLink({ config: { property: '1' } });
      const browser = new TestBrowser();
      await browser.open(await signInAtVendor(browser, link.address, service));
      const [row] = await connectionsOf(link);
      assert.deepEqual([row?.status, row?.config], ['connected', '{"property":"1"}']);
    });

    test('an answer counts once, and only in the browser that went on', async () => {
      const link = await service.givenLink();
      const browser = new TestBrowser();
      const back = await signInAtVendor(browser, link.address, service);
      const elsewhere = await new TestBrowser().open(back);
      assert.deepEqual([elsewhere.status, /another browser/.test(elsewhere.text)], [403, true]);
      assert.equal(await outcomeOf(link), null, 'the right browser can still answer');
      const [first, second] = await Promise.all([browser.open(back), browser.open(back)]);
      assert.deepEqual([first.status, second.status].sort(), [200, 410]);
      const third = await browser.open(back);
      assert.notEqual(third.status, 200);
      assert.equal((await connectionsOf(link)).length, 1);
      assert.equal((await browser.open(link.address)).status, 410, 'nor does the link open again');
    });

    test('going on again makes the earlier try worth nothing', async () => {
      const link = await service.givenLink();
      const browser = new TestBrowser();
      const early = await signInAtVendor(browser, link.address, service);
      const late = vendorAddress(await browser.open(link.address, ''));
      assert.equal((await browser.open(early)).status, 404);
      assert.equal((await browser.open(await consent(browser, late, service))).status, 200);
      assert.equal((await connectionsOf(link)).length, 1);
    });

    test('a form on another site, and a browser without the cookie, get no further', async () => {
      const link = await service.givenLink();
      const browser = new TestBrowser();
      await browser.open(link.address);
      for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
        const answer = await browser.open(link.address, '', headers);
        assert.deepEqual([answer.status, vendorAddress(answer)], [403, '']);
      }
      assert.equal((await new TestBrowser().open(link.address, '')).status, 403);
      const row = await findAuthorization(service.db, link.id);
      assert.equal(row?.state_hash, null, 'nothing was begun');
    });

    test('a person’s no, and a vendor’s refusal, end the link and say so', async () => {
      for (const [error, status, text] of [
        ['access_denied', 'denied', /You did not allow it/],
        ['user_cancelled_login', 'denied', /You did not allow it/],
        ['invalid_scope', 'failed', /Google refused the request/],
      ] as const) {
        const link = await service.givenLink();
        const browser = new TestBrowser();
        await browser.open(link.address);
        const onward = new URL(vendorAddress(await browser.open(link.address, '')));
        const state = onward.searchParams.get('state');
        const description = encodeURIComponent('<script>alert(1)</script> ann@example.com');
        const page = await browser.open(
          `${service.url}/oauth/callback?error=${error}&error_description=${description}&state=${state}`,
        );
        assert.match(page.text, text);
        assert.ok(!/script|ann@/.test(page.text));
        assert.equal((await outcomeOf(link))?.status, status);
        assert.deepEqual(await connectionsOf(link), []);
      }
    });

    test('what is missing of the scopes is said, and nothing is stored', async () => {
      const link = await service.givenLink({ scopes: [analyticsScope, 'https://www.googleapis.com/auth/adwords'] });
      const browser = new TestBrowser();
      const page = await browser.open(await signInAtVendor(browser, link.address, service));
      assert.match(page.text, /Every box has to stay ticked/);
      assert.equal((await outcomeOf(link))?.status, 'incomplete');
      assert.deepEqual(await connectionsOf(link), []);
    });

    test('a code that the vendor refuses, and one it gives no answer to, end the link', async () => {
      for (const spoil of [
        (back: URL) => back.searchParams.set('code', 'x'),
        (back: URL) => back.searchParams.delete('code'),
      ]) {
        const link = await service.givenLink();
        const browser = new TestBrowser();
        const back = new URL(await signInAtVendor(browser, link.address, service));
        spoil(back);
        const page = await browser.open(back.href);
        assert.match(page.text, /Nothing was connected/);
        assert.equal((await outcomeOf(link))?.status, 'failed');
      }
    });

    test('signing in anew mends every connection that shares the grant, and no other', async () => {
      const first = await service.givenLink();
      const { accountId, projectId } = first;
      const grantId = await insertGrant(service.db, service.vault, {
        ...{ accountId, signIn: 'google', clientId: 'an older client', madeBy: 'operator:test', scopes: [], endsAt: 1 },
        tokens: { access_token: 'old', refresh_token: 'old', expires_at: 1 },
      });
      const add = (config: unknown, status: 'reauth_required' | 'resource_missing', grant: string | null) =>
        insertConnection(service.db, {
          ...{ accountId, projectId, system: 'google-analytics', name: 'Website', config, status },
          ...{ grantId: grant, seal: () => null },
        });
      const rows = [
        await add({ property: '1' }, 'reauth_required', grantId),
        await add({ property: '2' }, 'reauth_required', grantId),
        await add({ property: '3' }, 'resource_missing', grantId),
        await add(null, 'reauth_required', grantId),
        await add({ property: '4' }, 'reauth_required', null),
      ];
      const link = await service.givenLink({ accountId, projectId, connectionId: rows[0]?.id ?? null });
      const browser = new TestBrowser();
      await browser.open(await signInAtVendor(browser, link.address, service));
      const after = await Promise.all(rows.map(({ id }) => getConnection(service.db, id)));
      assert.deepEqual(
        after.map(({ status }) => status),
        ['connected', 'connected', 'resource_missing', 'resource_missing', 'reauth_required'],
      );
      const grant = await getGrant(service.db, grantId);
      assert.deepEqual([grant.client_id, grant.scopes], [oidcClient.client_id, JSON.stringify([analyticsScope])]);

      const removed = await service.givenLink({ accountId, projectId, connectionId: rows[4]?.id ?? null });
      const back = await signInAtVendor(browser, removed.address, service);
      await service.db
        .deleteFrom('connections')
        .where('id', '=', rows[4]?.id ?? '')
        .execute();
      assert.match((await browser.open(back)).text, /connection was removed meanwhile/);
      assert.equal((await outcomeOf(removed))?.status, 'failed');
    });

    test('a link ends after half an hour, before and after somebody went on', async () => {
      const link = await service.givenLink();
      const browser = new TestBrowser();
      const back = await signInAtVendor(browser, link.address, service);
      const { id } = link;
      const expires_at = new Date(Date.now() - 1).toISOString();
      await service.db.updateTable('oauth_authorizations').set({ expires_at }).where('id', '=', id).execute();
      for (const page of [
        await browser.open(link.address),
        await browser.open(back),
        await browser.open(link.address, ''),
      ]) {
        assert.deepEqual([page.status, /has expired/.test(page.text)], [410, true]);
      }
      assert.deepEqual(await connectionsOf(link), []);
    });
  });
}
