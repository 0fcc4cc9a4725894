import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changeConnection, getConnection, insertConnection } from '../../../src/domains/connections/connections.ts';
import { resealSecrets } from '../../../src/domains/connections/sealed-secrets.ts';
import { storedSecret } from '../../../src/domains/connections/stored-secret.ts';
import { createVault } from '../../../src/domains/connections/vault.ts';
import { renewSecret } from '../../../src/reporting/connectors/renew-secret.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { isError } from '../../support/connector-conformance.ts';
import { openTestContext } from '../../support/connector-context.ts';
import { createTestDatabase, engines, type TestDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';

interface Grant {
  readonly refresh: string;
  readonly access: string;
}

/** A vendor that gives a new refresh token for each, and refuses all but the newest. */
function givenVendor() {
  const vendor = { newest: 0, asked: 0, before: async () => {} };
  const renew = async ({ refresh }: Grant): Promise<Grant> => {
    vendor.asked++;
    await vendor.before();
    if (refresh !== `refresh-${vendor.newest}`) throw new Error('invalid_grant');
    vendor.newest++;
    return { refresh: `refresh-${vendor.newest}`, access: `access-${vendor.newest}` };
  };
  return { vendor, renew };
}

const first: Grant = { refresh: 'refresh-0', access: 'access-0' };
const second: Grant = { refresh: 'refresh-1', access: 'access-1' };
const vault = createVault(Buffer.alloc(32, 1));

for (const engine of engines) {
  describe(`${engine}: a connection's secret that its system renews`, () => {
    let database: TestDatabase;
    before(async () => {
      database = await createTestDatabase(engine);
    });
    after(() => database[Symbol.asyncDispose]());

    const given = async () => {
      const { db } = database;
      const account = await givenAccount(db);
      const { id: projectId } = await givenProject(db, account);
      const fields = { accountId: account.id, projectId, system: 'file', name: 'Ads', config: {} };
      const seal = (id: string) => vault.seal(id, first);
      const { id } = await insertConnection(db, { ...fields, status: 'connected', seal });
      const stored = async () => vault.open(id, (await getConnection(db, id)).secret ?? '');
      const open = async (signal?: AbortSignal) => {
        const secretStore = storedSecret(db, vault, await getConnection(db, id));
        return openTestContext({ secret: first, secretStore, ...(signal && { signal }) });
      };
      return { db, id, stored, open };
    };

    test('many callers in many processes renew it once, and all get the new one, which is stored', async () => {
      const { stored, open } = await given();
      const { vendor, renew } = givenVendor();
      const contexts = await Promise.all(Array.from({ length: 5 }, () => open()));
      const renewed = await Promise.all(
        contexts.flatMap((context) => [1, 2].map(() => renewSecret(context, first, renew))),
      );
      assert.deepEqual(renewed, Array(10).fill(second));
      assert.deepEqual([vendor.asked, await stored()], [1, second]);
      for (const context of contexts) await context[Symbol.asyncDispose]();
    });

    test('it is stored before it is used, and the lease is given back when the vendor refuses', async () => {
      const { db, id, stored, open } = await given();
      const { vendor, renew } = givenVendor();
      vendor.newest = 7;
      await using context = await open();
      await assert.rejects(renewSecret(context, first, renew), /invalid_grant/);
      assert.deepEqual([await stored(), (await getConnection(db, id)).secret_lease], [first, null]);
    });

    test('a process that ends between the answer and the commit leaves a secret that is refused, not a lost one', async () => {
      const { stored, open } = await given();
      const { vendor, renew } = givenVendor();
      await renew(first);
      assert.deepEqual(await stored(), first);
      await using context = await open();
      await assert.rejects(renewSecret(context, first, renew), /invalid_grant/);
      assert.equal(vendor.asked, 2);
    });

    test('while one process renews it another waits, without a transaction, until its own work is stopped', async () => {
      const { db, id, open } = await given();
      const { vendor, renew } = givenVendor();
      const gate = Promise.withResolvers<void>();
      vendor.before = () => gate.promise;
      await using holding = await open();
      const renewing = renewSecret(holding, first, renew);
      await eventually(() => vendor.asked === 1);
      const stop = new AbortController();
      await using waiting = await open(stop.signal);
      const stopped = assert.rejects(renewSecret(waiting, first, renew), { name: 'AbortError' });
      await db.updateTable('connections').set({ name: 'Changed' }).where('id', '=', id).execute();
      stop.abort();
      await stopped;
      gate.resolve();
      assert.deepEqual(await renewing, second);
    });

    test('the lease of a process that is gone is taken when it has lapsed', async () => {
      const { db, id, open } = await given();
      const lapsed = { secret_lease: 'gone', secret_leased_until: '2000-01-01T00:00:00.000Z' };
      await db.updateTable('connections').set(lapsed).where('id', '=', id).execute();
      await using context = await open();
      assert.deepEqual(await renewSecret(context, first, givenVendor().renew), second);
      assert.equal((await getConnection(db, id)).secret_lease, null);
    });

    test('a secret that an operator replaced meanwhile is not overwritten', async () => {
      const { db, id, stored, open } = await given();
      await using context = await open();
      const replaced = { refresh: 'operator', access: 'operator' };
      const { renew } = givenVendor();
      const renewing = renewSecret(context, first, async (current: Grant) => {
        const secret = vault.seal(id, replaced);
        await db.updateTable('connections').set({ secret }).where('id', '=', id).execute();
        return renew(current);
      });
      await assert.rejects(renewing, isError('transient', /changed meanwhile/, second));
      assert.deepEqual(await stored(), replaced);
    });

    test('a rotation of the vault key meanwhile loses nothing', async () => {
      const { db, id, open } = await given();
      const rotated = createVault(Buffer.alloc(32, 2), Buffer.alloc(32, 1));
      const { renew } = givenVendor();
      const row = await getConnection(db, id);
      await using context = openTestContext({ secret: first, secretStore: storedSecret(db, rotated, row) });
      await renewSecret(context, first, async (current: Grant) => {
        await resealSecrets(db, rotated);
        return renew(current);
      });
      assert.deepEqual(rotated.open(id, (await getConnection(db, id)).secret ?? ''), second);
      await using another = await open();
      await another[Symbol.asyncDispose]();
    });

    test('a connection that is renamed while the vault key is rotated keeps its secret', async () => {
      const { db, id } = await given();
      const rotated = createVault(Buffer.alloc(32, 2), Buffer.alloc(32, 1));
      const before = await getConnection(db, id);
      await resealSecrets(db, rotated);
      const renamed = changeConnection(db, before, { ...before, name: 'Renamed' }, before.status);
      await assert.rejects(renamed, { code: 'edit_conflict', message: /changed or removed meanwhile/ });
      assert.deepEqual(createVault(Buffer.alloc(32, 2)).open(id, (await getConnection(db, id)).secret ?? ''), first);
    });

    test('a renewed secret is redacted from the log', async () => {
      const { db, id } = await given();
      const lines: string[] = [];
      const log = { info: (_: unknown, message: string) => void lines.push(message), warn: () => {} };
      const secretStore = storedSecret(db, vault, await getConnection(db, id));
      await using context = openTestContext({ secret: first, secretStore, log });
      await renewSecret(context, first, givenVendor().renew);
      context.log.info({}, 'asked with access-1 after access-0');
      assert.deepEqual(lines, ['asked with [redacted] after [redacted]']);
    });
  });
}
