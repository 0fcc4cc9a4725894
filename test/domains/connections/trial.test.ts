import assert from 'node:assert/strict';
import { test } from 'node:test';
import { updateAccount } from '../../../src/domains/accounts/accounts.ts';
import { insertConnection } from '../../../src/domains/connections/connections.ts';
import { createVault } from '../../../src/domains/connections/vault.ts';
import { verifyConnection, verifyNewConnection } from '../../../src/domains/connections/verify-connection.ts';
import { freePort } from '../../faults/support/free-port.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { localNetwork, noObjects } from '../../support/connector-context.ts';
import { createTestDatabase, engines } from '../../support/databases.ts';

const metric = { key: 'n', label: 'N', sql: 'sum(n)', unit: 'count', better: 'up', additive: true };

for (const engine of engines) {
  test(`${engine}: a source that is silent is stored with its status where that is accepted, else it is told`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const account = await givenAccount(db);
    await updateAccount(db, account.id, { allowNetworks: ['127.0.0.0/8'] });
    const { id: projectId } = await givenProject(db, account);
    const environment = {
      db,
      vault: createVault(Buffer.alloc(32, 'test')),
      dataRoots: [],
      objects: noObjects,
      network: localNetwork,
    };
    const config = { url: `http://127.0.0.1:${await freePort()}/`, date: 'day', metrics: [metric], dimensions: [] };
    const fields = { projectId, system: 'http-json', name: 'API', config, secret: null };
    const trial = { madeBy: 'customer', withinMs: 3_000 } as const;
    await assert.rejects(verifyNewConnection(db, environment, fields, trial), {
      code: 'connection_unavailable',
      details: [{ field: 'connection', rule: 'transient', message: 'The connected system cannot be reached.' }],
    });
    const accepting = { ...trial, acceptsSilence: true };
    const verified = await verifyNewConnection(db, environment, fields, accepting);
    assert.deepEqual(
      [verified.status, verified.answers, verified.message],
      ['resource_missing', false, 'The connected system cannot be reached.'],
    );
    const stored = await insertConnection(db, { ...verified, status: 'connected' });
    const again = await verifyConnection(db, environment, stored.id, accepting);
    assert.deepEqual([again.status, again.answers], ['connected', false], 'silence says nothing about what is stored');
  });
}
