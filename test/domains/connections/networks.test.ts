import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { updateAccount } from '../../../src/domains/accounts/accounts.ts';
import { insertConnection, reachOf } from '../../../src/domains/connections/connections.ts';
import { type ConnectionEnvironment, openContext } from '../../../src/domains/connections/open-connection.ts';
import { newSecret } from '../../../src/domains/connections/stored-secret.ts';
import { createVault } from '../../../src/domains/connections/vault.ts';
import { connectionNetwork } from '../../../src/installation/connection-network.ts';
import { readConfig } from '../../../src/platform/config/config.ts';
import type { ConnectionMaker } from '../../../src/platform/database/tables.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { isError } from '../../support/connector-conformance.ts';
import { noObjects } from '../../support/connector-context.ts';
import { createTestDatabase, engines } from '../../support/databases.ts';

const server = createServer((_request, response) => response.end('inside'));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => {
  server.closeAllConnections();
  server.close();
});
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

for (const engine of engines) {
  test(`${engine}: the operator's connections reach all allowed networks, a customer's those granted to the account`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const account = await givenAccount(db);
    const project = await givenProject(db, account);
    const ask = async (madeBy: ConnectionMaker | undefined, allowedNetworks: string) => {
      const row = await insertConnection(db, {
        accountId: account.id,
        projectId: project.id,
        system: 'file',
        name: 'Inside',
        config: {},
        status: 'connected',
        ...(madeBy && { madeBy }),
        seal: () => null,
      });
      const environment: ConnectionEnvironment = {
        db,
        vault: createVault(Buffer.alloc(32, 'test')),
        dataRoots: [],
        objects: noObjects,
        network: connectionNetwork(readConfig({ ALLOWED_NETWORKS: allowedNetworks })),
      };
      const use = {
        signal: new AbortController().signal,
        deadline: Date.now() + 60_000,
        log: { info() {}, warn() {} },
      };
      await using context = openContext(environment, use, null, newSecret(null), await reachOf(db, row));
      return await (await context.fetch(url)).text();
    };
    const refused = isError('invalid_config', /not public/);
    assert.equal(await ask(undefined, '127.0.0.0/8'), 'inside');
    assert.equal(await ask('operator', '127.0.0.0/8'), 'inside');
    await assert.rejects(ask('operator', '10.0.0.0/8'), refused);
    await assert.rejects(ask('customer', '127.0.0.0/8'), refused);
    await updateAccount(db, account.id, { allowNetworks: ['127.0.0.1'] });
    assert.equal(await ask('customer', '127.0.0.0/8'), 'inside');
    await assert.rejects(ask('customer', '10.0.0.0/8'), refused, 'granted, but not allowed');
    await updateAccount(db, account.id, { removeNetworks: ['127.0.0.1/32'] });
    await assert.rejects(ask('customer', '127.0.0.0/8'), refused);
  });
}
