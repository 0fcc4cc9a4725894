import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { insertConnection } from '../../src/domains/connections/connections.ts';
import { setOAuthClient } from '../../src/domains/connections/oauth-clients.ts';
import { getGrant, insertGrant } from '../../src/domains/connections/oauth-grants.ts';
import { createVault } from '../../src/domains/connections/vault.ts';
import type { GrantSecret } from '../../src/reporting/connectors/hosted/grant.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { createTestDatabase, engines, type TestDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { analyticsScope, type OidcVendor, oidcClient, startOidcVendor } from '../support/oidc-vendor.ts';
import { rounds, test, usually } from '../support/suite.ts';

const vault = createVault(Buffer.alloc(32, 1));
const program = fileURLToPath(new URL('../support/renew-grant-process.ts', import.meta.url));
const processes = usually(4, 2);

/** Two connections that share a grant whose access token has ended. */
async function given({ db, location }: TestDatabase, vendor: OidcVendor) {
  await setOAuthClient(db, vault, 'google', { ...oidcClient, developer_token: null });
  const account = await givenAccount(db);
  const { id: projectId } = await givenProject(db, account);
  const grantId = await insertGrant(db, vault, {
    ...{ accountId: account.id, signIn: 'google', clientId: oidcClient.client_id, madeBy: 'operator:test' },
    ...{ tokens: await vendor.grant(), scopes: [analyticsScope], endsAt: null },
  });
  const add = async (name: string) => {
    const fields = { accountId: account.id, projectId, system: 'file', name, config: {} };
    return (await insertConnection(db, { ...fields, status: 'connected', grantId, seal: () => null })).id;
  };
  const ids = [await add('One'), await add('Other')];
  const start = (index: number) => {
    const told = JSON.stringify({ location, connectionId: ids[index % 2], vendorUrl: vendor.url });
    return spawn(process.execPath, [program, told], { stdio: ['ignore', 'pipe', 'inherit'] });
  };
  const printed = async (index: number) => (await text(start(index).stdout)).trim();
  const stored = async () => vault.open(grantId, (await getGrant(db, grantId)).secret) as GrantSecret['grant'];
  return { start, printed, stored, grantId };
}

for (const engine of engines) {
  test(`${engine}: ${processes} processes that need a renewed token at once renew it once`, async () => {
    await using database = await createTestDatabase(engine);
    using vendor = await startOidcVendor();
    for (let round = 0; round < rounds(2); round++) {
      const { printed, stored } = await given(database, vendor);
      const before = vendor.asked.length;
      const tokens = await Promise.all(Array.from({ length: processes }, (_, index) => printed(index)));
      const { access_token } = await stored();
      assert.deepEqual(tokens, Array(processes).fill(access_token));
      assert.deepEqual(vendor.asked.slice(before), ['refresh_token']);
    }
  });

  test(`${engine}: a process killed between the vendor's answer and the commit leaves a sign-in to be repeated, not a lost one`, async () => {
    await using database = await createTestDatabase(engine);
    using vendor = await startOidcVendor();
    const { start, printed, stored, grantId } = await given(database, vendor);
    const before = await stored();
    const gate = Promise.withResolvers<void>();
    vendor.beforeAnswer = () => gate.promise;
    const killed = start(0);
    await eventually(() => vendor.asked.length === 1);
    const ended = once(killed, 'exit');
    killed.kill('SIGKILL');
    await ended;
    gate.resolve();
    assert.deepEqual(await stored(), before);
    // Nobody waits a minute here for the lease to lapse.
    const lapsed = { secret_leased_until: '2000-01-01T00:00:00.000Z' };
    await database.db.updateTable('oauth_grants').set(lapsed).where('id', '=', grantId).execute();
    assert.equal(await printed(1), 'reauth_required');
  });
}
