import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openConnectionSecret } from '../../../src/domains/connections/connection-secret.ts';
import {
  getConnection,
  insertConnection,
  removeConnection,
  setConnectionStatus,
} from '../../../src/domains/connections/connections.ts';
import { findOAuthClient, removeOAuthClient, setOAuthClient } from '../../../src/domains/connections/oauth-clients.ts';
import { getGrant, insertGrant } from '../../../src/domains/connections/oauth-grants.ts';
import { listSealedKeyIds, resealSecrets } from '../../../src/domains/connections/sealed-secrets.ts';
import { createVault } from '../../../src/domains/connections/vault.ts';
import type { GrantSecret } from '../../../src/reporting/connectors/hosted/grant.ts';
import { grantTokens } from '../../../src/reporting/connectors/hosted/tokens.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { isError } from '../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import { createTestDatabase, engines, type TestDatabase } from '../../support/databases.ts';
import { analyticsScope, type OidcVendor, oidcClient, startOidcVendor } from '../../support/oidc-vendor.ts';

const vault = createVault(Buffer.alloc(32, 1));
const client = { ...oidcClient, developer_token: null };

for (const engine of engines) {
  describe(`${engine}: a sign-in that connections share`, () => {
    let database: TestDatabase;
    let vendor: OidcVendor;
    before(async () => {
      [database, vendor] = await Promise.all([createTestDatabase(engine), startOidcVendor()]);
    });
    after(async () => {
      vendor[Symbol.dispose]();
      await database[Symbol.asyncDispose]();
    });

    /** Two connections that share a grant, and what each process would do with them. */
    async function given() {
      const { db } = database;
      await setOAuthClient(db, vault, 'google', client);
      const account = await givenAccount(db);
      const { id: projectId } = await givenProject(db, account);
      const grantId = await insertGrant(db, vault, {
        ...{ accountId: account.id, signIn: 'google', clientId: client.client_id, madeBy: 'operator:test' },
        ...{ tokens: await vendor.grant(), scopes: [analyticsScope], endsAt: null },
      });
      const add = async (name: string) => {
        const fields = { accountId: account.id, projectId, system: 'file', name, config: {} };
        const row = await insertConnection(db, { ...fields, status: 'connected', grantId, seal: () => null });
        return row.id;
      };
      const ids = [await add('One'), await add('Other')] as const;
      const open = async (id: string = ids[0], ownVault = vault) => {
        const { secret, store } = await openConnectionSecret(db, ownVault, await getConnection(db, id));
        const systemAddresses = { ...localNetwork.systemAddresses, 'google-oauth': vendor.url };
        const network = { ...localNetwork, systemAddresses };
        const context = openTestContext({ secret, secretStore: store, network });
        return { context, tokens: grantTokens('google', secret as GrantSecret, context) };
      };
      const stored = async () => vault.open(grantId, (await getGrant(db, grantId)).secret) as GrantSecret['grant'];
      return { db, account, grantId, ids, open, stored };
    }

    test('tokens that have ended are renewed once for all processes, and the rotated ones are stored', async () => {
      const { ids, open, stored } = await given();
      const first = await stored();
      const before = vendor.asked.length;
      const opened = await Promise.all([1, 2, 3, 4].map((each) => open(ids[each % 2])));
      const tokens = await Promise.all(opened.flatMap(({ tokens }) => [tokens.token(), tokens.token()]));
      const now = await stored();
      assert.deepEqual([new Set(tokens).size, tokens[0]], [1, now.access_token]);
      assert.deepEqual(vendor.asked.slice(before), ['refresh_token']);
      assert.notEqual(now.refresh_token, first.refresh_token);
      for (const { context } of opened) await context[Symbol.asyncDispose]();
      const next = await open();
      assert.equal(await next.tokens.token(), now.access_token, 'nothing is renewed that has not ended');
      assert.notEqual(await next.tokens.token(now.access_token), now.access_token, 'one that is refused is');
      await next.context[Symbol.asyncDispose]();
    });

    test('a process that ends between the answer and the commit: all connections have to be signed in again', async () => {
      const { db, ids, open, stored } = await given();
      const lost = await open();
      // What the process would have stored is lost with it.
      lost.context.saveSecret = async () => {
        throw new Error('killed');
      };
      const before = await stored();
      await assert.rejects(lost.tokens.token(), /killed/);
      assert.deepEqual(await stored(), before);
      const { tokens, context } = await open();
      await assert.rejects(tokens.token(), isError('reauth_required', /Sign in again/, before));
      await setConnectionStatus(db, ids[0], 'reauth_required');
      const statuses = await Promise.all(ids.map(async (id) => (await getConnection(db, id)).status));
      assert.deepEqual(statuses, ['reauth_required', 'reauth_required']);
      await setConnectionStatus(db, ids[0], 'connected');
      assert.equal((await getConnection(db, ids[1])).status, 'reauth_required');
      for (const each of [context, lost.context]) await each[Symbol.asyncDispose]();
    });

    test('a client that is gone, refused or another one is said, and by whom it is mended', async () => {
      const { db, open } = await given();
      await setOAuthClient(db, vault, 'google', { ...client, client_secret: 'an-older-secret' });
      const { tokens, context } = await open();
      const refused = /^Google does not accept the client.*oauth-clients set google/;
      await assert.rejects(tokens.token(), isError('invalid_config', refused, client));
      await context[Symbol.asyncDispose]();
      await setOAuthClient(db, vault, 'google', { ...client, client_id: 'another' });
      await assert.rejects(open(), isError('reauth_required', /another client of Google/, client));
      await removeOAuthClient(db, 'google');
      await assert.rejects(open(), isError('invalid_config', /no client of Google.*oauth-clients set google/, client));
      await assert.rejects(removeOAuthClient(db, 'google'), { code: 'not_found' });
    });

    test('a rotation of the vault’s key reseals client and tokens, also while they are renewed', async () => {
      const { db, grantId, open } = await given();
      const rotated = createVault(Buffer.alloc(32, 2), Buffer.alloc(32, 1));
      const { tokens, context } = await open(undefined, rotated);
      vendor.before = async () => void (await resealSecrets(db, rotated));
      const token = await tokens.token();
      vendor.before = async () => {};
      await context[Symbol.asyncDispose]();
      assert.deepEqual(await listSealedKeyIds(db), [rotated.keyId]);
      const only = createVault(Buffer.alloc(32, 2));
      const { secret } = await getGrant(db, grantId);
      assert.equal((only.open(grantId, secret) as GrantSecret['grant']).access_token, token);
      assert.deepEqual(await findOAuthClient(db, only, 'google'), client);
      await resealSecrets(db, createVault(Buffer.alloc(32, 1), Buffer.alloc(32, 2)));
    });

    test('a grant goes with the last of its connections', async () => {
      const { db, ids, grantId } = await given();
      assert.equal((await removeConnection(db, ids[0])).removedGrant, undefined);
      assert.equal((await removeConnection(db, ids[1])).removedGrant?.id, grantId);
      await assert.rejects(getGrant(db, grantId), { code: 'not_found' });
    });
  });
}
