import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { updateAccount } from '../../../src/domains/accounts/accounts.ts';
import { insertConnection, reachOf } from '../../../src/domains/connections/connections.ts';
import { openContext } from '../../../src/domains/connections/open-connection.ts';
import { newSecret } from '../../../src/domains/connections/stored-secret.ts';
import { createVault } from '../../../src/domains/connections/vault.ts';
import type { ConnectionMaker } from '../../../src/platform/database/tables.ts';
import type { FileConfig } from '../../../src/reporting/connectors/file/config.ts';
import { fileConnector } from '../../../src/reporting/connectors/file.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { isError } from '../../support/connector-conformance.ts';
import { localNetwork, noObjects } from '../../support/connector-context.ts';
import { createTestDatabase, engines } from '../../support/databases.ts';
import { makeConfig, realData } from '../../support/file-connection.ts';

const folder = await realpath(await mkdtemp(join(tmpdir(), 'report-service-')));
after(() => rm(folder, { recursive: true }));
const [root, granted, others] = [join(folder, 'root'), join(folder, 'root/granted'), join(folder, 'root/others')];
await mkdir(granted, { recursive: true });
await mkdir(others);
for (const place of [granted, others, folder]) await cp(join(realData, 'seattle-weather.csv'), join(place, 'days.csv'));
await symlink(join(others, 'days.csv'), join(granted, 'link.csv'));
await symlink(others, join(granted, 'folder'));

const metrics = { hottest: 'max(temp_max)' };
const fileAt = (path: string) => makeConfig(path, 'date', metrics);
const notRead = isError('invalid_config', /outside the data roots|contains "\.\."|symbolic link|No folder/);
const notThere = isError('resource_missing', /no file/);

for (const engine of engines) {
  test(`${engine}: a customer's connection reads of the data roots what is granted to the account, the operator's all`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const account = await givenAccount(db);
    const { id: projectId } = await givenProject(db, account);
    const read = async (madeBy: ConnectionMaker, config: FileConfig, dataRoots = [root]) => {
      const kept = { accountId: account.id, projectId, system: 'file', name: 'Days', config, madeBy } as const;
      const row = await insertConnection(db, { ...kept, status: 'connected', seal: () => null });
      const environment = {
        db,
        vault: createVault(Buffer.alloc(32, 'test')),
        dataRoots,
        objects: noObjects,
        network: localNetwork,
      };
      const log = { info() {}, warn() {} };
      const use = { signal: new AbortController().signal, deadline: Date.now() + 60_000, log };
      await using context = openContext(environment, use, null, newSecret(null), await reachOf(db, row));
      const query = { from: '2012-01-01', to: '2015-12-31', timeZone: 'UTC', by: 'none', limit: 1 } as const;
      const { rows } = await fileConnector.query(config, null, { ...query, metrics: ['hottest'] }, context);
      return rows[0]?.values[0];
    };
    const hottest = 35.6;

    for (const path of ['granted/days.csv', 'others/days.csv', join(others, 'days.csv')]) {
      assert.equal(await read('operator', fileAt(path)), hottest, path);
      await assert.rejects(read('customer', fileAt(path)), notRead, path);
    }

    await updateAccount(db, account.id, { grantDataRoots: [granted] });
    assert.equal(await read('customer', fileAt('days.csv')), hottest);
    assert.equal(await read('customer', fileAt(join(granted, 'days.csv'))), hottest);
    await assert.rejects(read('customer', fileAt('others/days.csv')), notThere);
    for (const path of [
      ...[join(others, 'days.csv'), join(folder, 'days.csv'), '/etc/passwd', '../others/days.csv', '../days.csv'],
      ...[`${granted}/../others/days.csv`, 'link.csv', 'folder/days.csv', `${root}/{granted,others}/days.csv`],
    ]) {
      await assert.rejects(read('customer', fileAt(path)), notRead, path);
    }
    await assert.rejects(read('customer', fileAt('*/days.csv')), notRead, 'a pattern follows no link out');

    for (const expression of [`(SELECT count(*) FROM read_csv('${others}/days.csv'))`, `length(getenv('HOME'))`]) {
      const config = makeConfig('days.csv', 'date', { hottest: `max(temp_max) + ${expression}` });
      await assert.rejects(read('customer', config), isError('invalid_config', /hottest/), expression);
    }

    await assert.rejects(read('customer', fileAt('days.csv'), [others]), notRead, 'granted, but no data root');
    await updateAccount(db, account.id, { removeDataRoots: [granted] });
    await assert.rejects(read('customer', fileAt('days.csv')), notRead);
  });
}
