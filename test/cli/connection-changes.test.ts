import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { removeFolder } from '../support/folders.ts';
import { givenInstallation, type TestInstallation } from '../support/process.ts';

const config = {
  path: 'sales.csv',
  date: 'date',
  metrics: [{ key: 'sales', label: 'Sales', sql: 'sum(sales)', unit: 'count', better: 'up', additive: true }],
  dimensions: [],
};

for (const engine of engines) {
  describe(`${engine}: changed connections`, () => {
    let installation: TestInstallation;
    let root: string;
    let connection: { id: string; status: string };
    const givenFile = (content: unknown) => {
      const path = join(installation.dataDir, 'changed.json');
      writeFileSync(path, JSON.stringify(content));
      return path;
    };
    before(async () => {
      root = mkdtempSync(join(tmpdir(), 'report-service-test-'));
      writeFileSync(join(root, 'sales.csv'), 'date,sales\n2026-01-01,3\n');
      writeFileSync(join(root, 'more.csv'), 'date,sales\n2026-01-01,5\n');
      installation = await givenInstallation(engine, { DATA_ROOTS: root });
      const project = (await givenProject(installation.db, await givenAccount(installation.db))).id;
      const add = ['connections', 'add', '--project', project, '--system', 'file', '--name', 'Sales', '--config'];
      connection = await installation.json([...add, givenFile(config)]);
    });
    after(async () => {
      await installation[Symbol.asyncDispose]();
      removeFolder(root);
    });
    const update = (...more: string[]) => ['connections', 'update', connection.id, ...more];
    const stored = () =>
      installation.db.selectFrom('connections').selectAll().where('id', '=', connection.id).executeTakeFirstOrThrow();

    test('a name changes without asking the system, and who changed it is recorded', async () => {
      const before = await stored();
      const renamed = await installation.json(update('--name', ' Shop '));
      assert.deepEqual([renamed.name, renamed.status], ['Shop', 'connected']);
      const { name, checked_at, config } = await stored();
      assert.deepEqual([name, checked_at, config], ['Shop', before.checked_at, before.config]);
      const [latest] = await installation.json(['audit', 'list', '--limit', '1']);
      assert.deepEqual([latest.action, latest.subject], ['connection.update', connection.id]);
    });

    test('a configuration is verified before it is stored, and one that fails changes nothing', async () => {
      const changed = await installation.json(update('--config', givenFile({ ...config, path: 'more.csv' })));
      assert.deepEqual([changed.status, changed.warnings], ['connected', []]);
      assert.equal(JSON.parse((await stored()).config).path, 'more.csv');
      const before = await stored();
      const faulty = await installation.run(update('--config', givenFile({ ...config, date: 'nope' })));
      assert.equal(faulty.code, 1);
      assert.match(faulty.stderr, /^invalid_config: .*"nope"/);
      assert.deepEqual(await stored(), before);
    });

    test('a configuration whose file is missing is stored with that status, exit code 1; one that works connects again', async () => {
      const missing = await installation.run(update('--config', givenFile({ ...config, path: 'gone.csv' }), '--json'));
      assert.deepEqual([missing.code, JSON.parse(missing.stdout).status], [1, 'resource_missing']);
      assert.equal((await stored()).status, 'resource_missing');
      assert.equal((await installation.run(update('--name', 'Shop'))).code, 0, 'a new name asks nothing of the system');
      await installation.json(update('--config', givenFile(config)));
      assert.equal((await stored()).status, 'connected');
    });

    test('nothing to change, and a connection that does not exist, are refused with what to do', async () => {
      const nothing = await installation.run(update());
      assert.deepEqual([nothing.code, nothing.stderr], [1, 'Give what to change: --name, --config or --secret.\n']);
      const unknown = await installation.run(['connections', 'update', 'con_1', '--name', 'X']);
      assert.deepEqual([unknown.code, unknown.stderr.startsWith('There is no connection con_1')], [1, true]);
    });

    test('systems are listed with the schemas of configuration and secret', async () => {
      const systems: { system: string; config: { required: string[] }; secret: unknown }[] = await installation.json([
        'connections',
        'systems',
      ]);
      const file = systems.find(({ system }) => system === 'file');
      assert.ok(file?.config.required.includes('path'));
      const { stdout } = await installation.run(['connections', 'systems']);
      assert.match(stdout, /^file +path encoding\? .*date currency\? metrics dimensions/m);
    });

    test('a catalogue has the metrics and dimensions, also when the source is gone', async () => {
      rmSync(join(root, 'sales.csv'));
      const catalog = await installation.json(['connections', 'catalog', connection.id]);
      assert.deepEqual(
        catalog.metrics.map(({ key }: { key: string }) => key),
        ['sales'],
      );
      assert.deepEqual(catalog.dimensions, []);
    });

    test('resources of a system that lists none are refused', async () => {
      const { code, stderr } = await installation.run(['connections', 'resources', '--system', 'file']);
      assert.equal(code, 1);
      assert.match(stderr, /nothing is listed/);
    });
  });
}
