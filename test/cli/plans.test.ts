import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { givenAccount } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { givenInstallation, type TestInstallation } from '../support/process.ts';

for (const engine of engines) {
  describe(`${engine}: plans`, () => {
    let installation: TestInstallation;
    before(async () => {
      installation = await givenInstallation(engine);
    });
    after(() => installation[Symbol.asyncDispose]());

    test('a plan is made, changed for all accounts that have it, renamed and removed', async () => {
      const made = await installation.json(['plans', 'create', 'team', '--api-access', '--max-projects', '5']);
      assert.deepEqual(made, {
        ...{ name: 'team', api_access: true, max_projects: 5, max_connections_per_project: null },
        ...{ max_generations_per_month: null, max_members: null, max_watches: null, max_upload_mb: null },
        ...{ min_keep_reports_months: null, accounts: 0 },
      });
      const account = await givenAccount(installation.db, { plan: 'team' });
      const flags = [
        '--max-projects',
        'unlimited',
        '--max-upload-mb',
        '250',
        '--min-keep-reports-months',
        '12',
        '--no-api-access',
        '--name',
        'Team 2',
      ];
      const changed = await installation.json(['plans', 'set', 'team', ...flags]);
      const after = {
        name: 'Team 2',
        api_access: false,
        max_projects: null,
        max_upload_mb: 250,
        min_keep_reports_months: 12,
        accounts: 1,
      };
      assert.deepEqual(changed, { ...made, ...after });
      assert.deepEqual(await installation.json(['plans', 'show', 'Team 2']), changed);
      assert.equal((await installation.json(['accounts', 'show', account.id])).plan, 'Team 2');
      const refused = await installation.run(['plans', 'remove', 'Team 2']);
      assert.equal(refused.stderr, 'Accounts have this plan. Give them another one first.\n');
      await installation.json(['accounts', 'update', account.id, '--plan', 'free']);
      await installation.json(['plans', 'remove', 'Team 2']);
      const names = (await installation.json(['plans', 'list'])).map(({ name }: { name: string }) => name);
      assert.deepEqual(names, ['agency', 'free', 'pro', 'starter']);
      const log = await installation.json(['audit', 'list']);
      const told = log.filter(({ action }: { action: string }) => action.startsWith('plan.'));
      assert.deepEqual(
        told.map(({ action, subject }: Record<string, string>) => [action, subject]),
        [
          ['plan.remove', 'Team 2'],
          ['plan.update', 'Team 2'],
          ['plan.create', 'team'],
        ],
      );
      assert.equal(told[1].details.former_name, 'team');
    });

    test('flags that are not given change nothing', async () => {
      const before = await installation.json(['plans', 'show', 'pro']);
      const changed = await installation.json(['plans', 'set', 'pro', '--max-members', '21']);
      assert.deepEqual(changed, { ...before, max_members: 21 });
      assert.equal(changed.api_access, true);
    });

    test('what is wrong is refused in one sentence', async () => {
      for (const [argv, says] of [
        [['set', 'pro'], /nothing to change/],
        [['set', 'pro', '--max-projects', 'many'], /--max-projects takes a whole number from 0 .* or "unlimited"/],
        [['set', 'pro', '--name', 'free'], /There is a plan "free" already/],
        [['create', '-/-'], /unknown option|begins with a letter or digit/],
        [['create', 'a/b'], /begins with a letter or digit/],
        [['show', 'gold'], /There is no plan gold; "plans list" shows them/],
        [['remove', 'gold'], /There is no plan gold/],
      ] as const) {
        const { code, stderr } = await installation.run(['plans', ...argv]);
        assert.equal(code, 1);
        assert.match(stderr, says);
      }
    });
  });
}
