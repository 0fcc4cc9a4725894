import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { templateSchedules } from '../../src/domains/schedules/template-schedules.ts';
import { createTemplate, publishTemplate } from '../../src/domains/templates/templates.ts';
import { metaAccounts } from '../doubles/meta-ads.ts';
import { givenAccount } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { givenInstallation, startCommand, type TestInstallation } from '../support/process.ts';
import { startSignInVendors } from '../support/sign-ins.ts';
import { test, usually } from '../support/suite.ts';

const vendors = await startSignInVendors();
const header = 'name,client,time_zone,language,currency';
const rowOf = (name: string) => `${name},Northwind,Europe/Berlin,de-DE,EUR`;

for (const engine of usually(engines, ['sqlite'])) {
  describe(`${engine}: projects import`, () => {
    let installation: TestInstallation;
    before(async () => {
      installation = await givenInstallation(engine, vendors.environment);
      await vendors.register(installation.db);
    });
    after(() => installation[Symbol.asyncDispose]());

    const file = (text: string) => {
      const path = join(installation.dataDir, `${crypto.randomUUID()}.csv`);
      writeFileSync(path, text);
      return path;
    };
    const names = async (accountId: string) => {
      const rows = installation.db.selectFrom('projects').select('name').where('account_id', '=', accountId);
      return (await rows.orderBy('name').execute()).map(({ name }) => name);
    };
    const count = async (accountId: string) => (await names(accountId)).length;

    test('makes a project of each row, says so, and makes none twice', async () => {
      const { id } = await givenAccount(installation.db);
      const path = file(`${header}\n${rowOf('Alpha')}\n${rowOf('Beta')}\n`);
      const dry = await installation.json(['projects', 'import', path, '--account', id, '--dry-run']);
      assert.deepEqual(
        dry.map(({ row, state }: { row: number; state: string }) => [row, state]),
        [
          [2, 'would be made'],
          [3, 'would be made'],
        ],
      );
      assert.deepEqual(await names(id), []);
      const made = await installation.json(['projects', 'import', path, '--account', id]);
      assert.match(made[0].project_id, /^prj_/);
      assert.deepEqual(await names(id), ['Alpha', 'Beta']);
      const again = await installation.json(['projects', 'import', path, '--account', id]);
      assert.deepEqual(
        again.map(({ state, project_id }: { state: string; project_id: string }) => [state, project_id]),
        made.map(({ project_id }: { project_id: string }) => ['already there', project_id]),
      );
      const log = await installation.db
        .selectFrom('audit_log')
        .select(['subject', 'door'])
        .where('action', '=', 'project.create')
        .where('account_id', '=', id)
        .execute();
      assert.deepEqual(
        log.map(({ door }) => door),
        ['cli', 'cli'],
      );
    });

    test('prints every fault at its row and column, and warnings, and makes nothing then', async () => {
      const { id } = await givenAccount(installation.db);
      const path = file(`${header}\n${rowOf('Alpha')}\nBeta,,Berlin,de,Euro\n`);
      const { code, stdout, stderr } = await installation.run(['projects', 'import', path, '--account', id]);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, /3 +time_zone +must be an IANA time zone/);
      assert.match(stderr, /3 +currency +must be an ISO 4217/);
      assert.match(stderr, /Nothing was made\. Repair the rows above/);
      assert.deepEqual(await names(id), []);
      const missing = await installation.run(['projects', 'import', '/nowhere.csv', '--account', id]);
      assert.match(missing.stderr, /\/nowhere\.csv cannot be read: ENOENT/);
    });

    test('slots are filled from sign-ins, and another currency is warned of', async () => {
      const { db } = installation;
      const { id } = await givenAccount(db);
      await vendors.grant(db, id, 'meta');
      await db.transaction().execute(async (transaction) => {
        const fields = {
          name: 'Ads',
          description: null,
          slots: [{ slot: 'ads', systems: ['meta-ads'] }],
          settings: {},
        };
        await publishTemplate(
          transaction,
          await createTemplate(transaction, id, fields),
          'operator:test',
          templateSchedules,
        );
      });
      const text = `${header},template,ads\n${rowOf('Alpha')},Ads,${metaAccounts.third}\n`;
      const { code, stderr } = await installation.run(['projects', 'import', '-', '--account', id], text);
      assert.equal(code, 0, stderr);
      assert.match(stderr, /2 +slots\.ads +has its amounts in JPY, and the project would have EUR/);
      const [connection] = await db.selectFrom('connections').selectAll().where('account_id', '=', id).execute();
      assert.deepEqual(JSON.parse(connection?.config ?? ''), { account: metaAccounts.third });
    });

    test('killed in the middle, what is made is whole, and run again it makes the rest once', async () => {
      const { id } = await givenAccount(installation.db);
      const all = Array.from({ length: 400 }, (_, index) => `Client ${String(index).padStart(3, '0')}`);
      const path = file(`${header}\n${all.map(rowOf).join('\n')}\n`);
      const argv = ['projects', 'import', path, '--account', id];
      await using command = startCommand(argv, installation.environment);
      await eventually(async () => (await count(id)) > 20);
      await command.stop('SIGKILL');
      const before = await count(id);
      assert.ok(before < all.length, `${before} were made before the kill`);
      assert.equal((await installation.run(argv)).code, 0);
      assert.deepEqual(await names(id), all);
    });
  });
}
