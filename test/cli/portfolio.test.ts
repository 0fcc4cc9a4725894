import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { givenAccount } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { openPortfolio } from '../support/portfolio.ts';
import { givenInstallation, type TestInstallation } from '../support/process.ts';

for (const engine of engines) {
  describe(`${engine}: the command portfolio`, () => {
    let installation: TestInstallation;
    let portfolio: Awaited<ReturnType<typeof openPortfolio>>;
    let account: Awaited<ReturnType<typeof givenAccount>>;
    before(async () => {
      installation = await givenInstallation(engine);
      account = await givenAccount(installation.db);
      portfolio = await openPortfolio(installation.db, account);
    });
    after(async () => {
      await portfolio[Symbol.asyncDispose]();
      await installation[Symbol.asyncDispose]();
    });

    test('asks for the figures of an account, and lists what was read, as text and as CSV', async () => {
      const { project } = await portfolio.given('Shop', 10);
      await portfolio.given('Other', 20);
      const command = ['portfolio', '--account', account.id];
      const asked = await installation.json([...command, '--refresh', '--project', project.id]);
      assert.deepEqual(asked, { queued: 1, skipped: 0 });
      await portfolio.refresh();
      const rows = await installation.json([...command, '--period', 'days']);
      assert.deepEqual(
        rows.map(({ name, metric, value, currency }: Record<string, unknown>) => [name, metric, value, currency]),
        [
          ['Shop', 'Revenue', 300, 'EUR'],
          ['Shop', 'Orders', 30, null],
          ['Other', null, null, null],
        ],
      );
      const csv = await installation.run([...command, '--period', 'days', '--csv']);
      assert.match(
        csv.stdout,
        /^section,title,row,metric,unit,period,value,currency,part\r\n1,Revenue · file,Shop,Revenue,/,
      );
      const { rows: audit } = { rows: await installation.json(['audit', 'list', '--account', account.id]) };
      assert.deepEqual([audit[0].action, audit[0].details], ['portfolio.refresh', { queued: 1 }]);
    });

    test('a period that is none is told with those that there are', async () => {
      const { stderr, code } = await installation.run(['portfolio', '--account', account.id, '--period', 'week']);
      assert.deepEqual([code, stderr], [1, '--period takes month, last_month, days, not "week".\n']);
    });
  });
}
