import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { removeFolder } from '../support/folders.ts';
import { givenInstallation, spawnCommand, type TestInstallation } from '../support/process.ts';

const rows = 'date,sales\n2026-01-01,3\n2026-01-02,4\n';
const config = {
  path: 'sales.csv',
  date: 'date',
  metrics: [{ key: 'sales', label: 'Sales', sql: 'sum(sales)', unit: 'count', better: 'up', additive: true }],
  dimensions: [],
};

for (const engine of engines) {
  describe(`${engine}: connections`, () => {
    let installation: TestInstallation;
    let project: string;
    let root: string;
    before(async () => {
      root = mkdtempSync(join(tmpdir(), 'report-service-test-'));
      writeFileSync(join(root, 'sales.csv'), rows);
      installation = await givenInstallation(engine, { DATA_ROOTS: root });
      const account = await givenAccount(installation.db);
      project = (await givenProject(installation.db, account)).id;
    });
    after(async () => {
      await installation[Symbol.asyncDispose]();
      removeFolder(root);
    });

    const add = (...more: string[]) => [
      'connections',
      'add',
      '--project',
      project,
      '--system',
      'file',
      '--name',
      ...more,
    ];
    const givenFile = (name: string, content: unknown) => {
      const path = join(installation.dataDir, name);
      writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
      return path;
    };
    const stored = async () => installation.json(['connections', 'list', '--project', project]);

    test('add from a file or from standard input verifies the source; verify, list and remove agree [C-OPERATOR-5]', async () => {
      const file = givenFile('config.json', config);
      const fromFile = await installation.json(add('😀'.repeat(200), '--config', file));
      assert.match(fromFile.id, /^con_[0-9a-z]{26}$/);
      assert.equal(fromFile.status, 'connected');
      for (const time of [fromFile.checked_at, fromFile.created_at, fromFile.updated_at]) {
        assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      }
      const fromInput = await installation.json(add('From input', '--config', '-'), readFileSync(file, 'utf8'));
      assert.deepEqual(
        [fromFile, fromInput],
        (await stored()).map((each: object) => ({ ...each, message: 'The system answers.', warnings: [] })),
      );

      const verified = await installation.json(['connections', 'verify', fromFile.id]);
      assert.equal(verified.status, 'connected');
      assert.ok(verified.checked_at >= fromFile.checked_at);
      const removed = await installation.json(['connections', 'remove', fromInput.id]);
      assert.equal(removed.id, fromInput.id);
      assert.deepEqual(
        (await stored()).map(({ id }: { id: string }) => id),
        [fromFile.id],
      );
      await installation.json(['connections', 'remove', fromFile.id]);
    });

    test('add and verify report values that figures leave out or misread, with exit code 0', async () => {
      writeFileSync(join(root, 'shop.csv'), 'date;net;pieces\n2026-01-01;"1.007,50";1.028\n2026-01-02;n/a;2.500\n');
      const sql = { net: "sum(TRY_CAST(translate(net, ',.', '.') AS DOUBLE))", pieces: 'sum(pieces)' };
      const metrics = Object.entries(sql).map(([key, sql]) => ({ ...config.metrics[0], key, label: key, sql }));
      const file = givenFile('shop.json', { ...config, path: 'shop.csv', metrics });
      const added = await installation.json(add('Shop', '--config', file));
      assert.deepEqual(
        added.warnings.map(({ code, path }: { code: string; path: string }) => [code, path]),
        [
          ['values_left_out', 'metrics.0.sql'],
          ['grouped_thousands', 'metrics.1.sql'],
        ],
      );
      assert.match(
        added.warnings[0].message,
        /The metric "net" leaves out 1 value that cannot be read, such as "n\/a"/,
      );
      assert.match(
        added.warnings[1].message,
        /"pieces" reads 1\.028 as 1\.028\. If it means 1028, use CAST\(translate/,
      );
      assert.deepEqual((await installation.json(['connections', 'verify', added.id])).warnings, added.warnings);
      const { code, stdout, stderr } = await installation.run(['connections', 'verify', added.id]);
      assert.equal(code, 0);
      assert.doesNotMatch(stdout, /warnings|leaves out/);
      assert.deepEqual(
        stderr.trimEnd().split('\n'),
        added.warnings.map(({ path, message }: { path: string; message: string }) => `Warning (${path}): ${message}`),
      );
      await installation.json(['connections', 'remove', added.id]);
    });

    test('verify warns of a connection that adds up ratios and balances, with what would be right, and leaves it as it is', async () => {
      writeFileSync(
        join(root, 'ads.csv'),
        'date,Cost,Conversions,Cost / conv.,Balance\n2026-01-01,8,2,4,100\n2026-01-02,9,3,3,90\n',
      );
      const sql = {
        cost: 'sum("Cost")',
        conversions: 'sum("Conversions")',
        cpa: 'sum("Cost / conv.")',
        balance: 'sum("Balance")',
      };
      const metrics = Object.entries(sql).map(([key, sql]) => ({ ...config.metrics[0], key, label: key, sql }));
      const written = { ...config, path: 'ads.csv', metrics };
      const added = await installation.json(add('Ads', '--config', givenFile('ads.json', written)));
      const verified = await installation.json(['connections', 'verify', added.id]);
      const told = verified.warnings.map(({ code, path }: { code: string; path: string }) => [code, path]);
      assert.deepEqual(told, [
        ['looks_like_ratio', 'metrics.2.sql'],
        ['looks_like_level', 'metrics.3.sql'],
      ]);
      assert.deepEqual(added.warnings, verified.warnings);
      const { code, stderr } = await installation.run(['connections', 'verify', added.id]);
      assert.equal(code, 0);
      assert.match(
        stderr,
        /"cpa" adds up "Cost \/ conv\.", which looks like a ratio.* right: sum\("Cost"\) \/ nullif\(sum\("Conversions"\), 0\), "additive": false\./,
      );
      assert.match(
        stderr,
        /"balance" adds up "Balance", which looks like a level.* right: sum\("Balance"\), "additive": false, "at": "end"\./,
      );
      await installation.json(['connections', 'remove', added.id]);
    });

    test('a configuration may begin with a byte order mark, as Windows writes it', async () => {
      const marked = `\uFEFF${JSON.stringify(config)}`;
      const file = join(root, 'marked.json');
      writeFileSync(file, marked);
      for (const added of [
        await installation.json(add('Marked', '--config', file)),
        JSON.parse(
          (await spawnCommand(add('Marked', '--config', '-', '--json'), installation.environment, marked)).stdout,
        ),
      ]) {
        assert.equal(added.status, 'connected');
        await installation.json(['connections', 'remove', added.id]);
      }
    });

    test('a missing source is stored as resource_missing, add says which, and verify says so with exit code 1 [C-OPERATOR-5]', async () => {
      const path = join(root, 'later.csv');
      const added = await installation.json(
        add('Later', '--config', '-'),
        JSON.stringify({ ...config, path: 'later.csv' }),
      );
      assert.equal(added.status, 'resource_missing');
      assert.match(added.message, /later\.csv/);
      const { code, stdout } = await installation.run(['connections', 'verify', added.id, '--json']);
      assert.equal(code, 1);
      assert.equal(JSON.parse(stdout).status, 'resource_missing');
      assert.match(JSON.parse(stdout).message, /later\.csv/);
      writeFileSync(path, rows);
      assert.equal((await installation.json(['connections', 'verify', added.id])).status, 'connected');
      await installation.json(['connections', 'remove', added.id]);
    });

    test('an invalid connection is refused in one sentence, and nothing is stored', async () => {
      const column = { ...config, metrics: [{ ...config.metrics[0], sql: 'sum(profit)' }] };
      const refusals: readonly (readonly [argv: string[], input: string, says: RegExp])[] = [
        [add('A', '--config', '-'), JSON.stringify(column), /invalid_config: .*profit/],
        [add('A', '--config', '-'), JSON.stringify({ path: 'sales.csv' }), /invalid_config: /],
        [add('A', '--config', '-'), '{"path":', /--config must hold valid JSON/],
        [add('A', '--config', join(root, 'none.json')), '', /--config .*none\.json cannot be read: ENOENT/],
        [add('A', '--config', '-', '--secret', '-'), '{}', /only one of --config and --secret/],
        [add(' ', '--config', '-'), JSON.stringify(config), /1 to 200 characters/],
        [add('A', '--config', '-', '--project', 'prj_0'), JSON.stringify(config), /There is no project prj_0/],
        [add('A', '--config', '-', '--system', 'abacus'), '{}', /abacus/],
        [['connections', 'list', '--project', 'prj_0'], '', /There is no project prj_0/],
        [['connections', 'verify', 'con_0'], '', /There is no connection con_0/],
        [['connections', 'remove', 'con_0'], '', /There is no connection con_0/],
      ];
      for (const [argv, input, says] of refusals) {
        const { code, stdout, stderr } = await installation.run(argv, input);
        assert.match(stderr, says);
        assert.equal(code, 1);
        assert.equal(stdout, '');
        assert.equal(stderr.trimEnd().split('\n').length, 1, `one sentence, not: ${stderr}`);
      }
      assert.deepEqual(await stored(), []);
    });

    test('a secret is never printed, not even when it cannot be parsed or is not needed', async () => {
      const canary = 'canary-in-the-secret';
      const file = givenFile('config.json', config);
      for (const secret of [`{"password": "${canary}"`, JSON.stringify({ password: canary })]) {
        const { code, stdout, stderr } = await installation.run(add('A', '--config', file, '--secret', '-'), secret);
        assert.equal(code, 1);
        assert.ok(!`${stdout}${stderr}`.includes(canary), `${stdout}${stderr}`);
      }
      assert.deepEqual(await stored(), []);
    });
  });
}
