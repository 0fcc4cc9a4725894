import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { givenConnection } from '../support/flights.ts';
import { givenInstallation, type TestInstallation } from '../support/process.ts';

const dot = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>').toString('base64')}`;

for (const engine of engines) {
  describe(`${engine}: commands for templates`, () => {
    let installation: TestInstallation;
    let account: Awaited<ReturnType<typeof givenAccount>>;
    before(async () => {
      installation = await givenInstallation(engine);
      account = await givenAccount(installation.db);
    });
    after(async () => await installation[Symbol.asyncDispose]());

    const file = (name: string, content: unknown) => {
      const path = join(installation.dataDir, name);
      writeFileSync(path, JSON.stringify(content));
      return path;
    };

    test('a project becomes a template, which is published, followed by another one, changed, and removed with detaching', async () => {
      const first = await givenProject(installation.db, account);
      const connection = await givenConnection(installation.db, first.id);
      const sections = [
        { type: 'kpis', title: null, connection_id: connection, metrics: ['flights'] },
        { type: 'text', title: null, markdown: `{{${connection}.flights.current}} flights` },
      ];
      await installation.db
        .updateTable('projects')
        .set({ settings: JSON.stringify({ title: 'Flights', sections }) })
        .where('id', '=', first.id)
        .execute();
      const flags = ['--account', account.id, '--name', 'Flights', '--project', first.id];
      const { id, ...made } = await installation.json(['templates', 'create', ...flags]);
      assert.deepEqual([made.name, made.published, made.projects], ['Flights', 0, 0]);
      const shown = JSON.parse((await installation.run(['templates', 'show', id])).stdout);
      assert.deepEqual(shown.slots, [{ slot: 'file', systems: ['file'] }]);
      assert.equal(shown.settings.sections[0].connection_id, 'slot:file');
      assert.equal(shown.settings.sections[1].markdown, '{{slot:file.flights.current}} flights');

      assert.equal((await installation.json(['templates', 'publish', id])).published, 1);
      const second = await givenProject(installation.db, account);
      const own = await givenConnection(installation.db, second.id);
      const followed = await installation.json(['templates', 'follow', id, '--project', second.id]);
      assert.deepEqual(followed, { project_id: second.id, slots: [`file=${own}`], left_out: 0 });

      const changed = file('changed.json', { ...shown, settings: { ...shown.settings, title: 'Next' } });
      await installation.json(['templates', 'update', id, '--file', changed]);
      const [dry] = await installation.json(['templates', 'publish', id, '--dry-run']);
      assert.deepEqual([dry.project_id, dry.fields, dry.added], [second.id, ['title'], 0]);
      const differences = await installation.json(['templates', 'compare', id, '--from', '1']);
      assert.deepEqual(
        differences.map(({ what, name, change }: Record<string, unknown>) => [what, name, change]),
        [['setting', 'title', 'changed']],
      );
      await installation.json(['templates', 'publish', id]);
      assert.deepEqual(await installation.json(['templates', 'compare', id, '--from', '2']), []);
      const refused = await installation.run(['templates', 'remove', id]);
      assert.deepEqual(
        [refused.code, refused.stderr],
        [1, '1 project follows this template. Detach it first, or with it.\n'],
      );
      assert.deepEqual(await installation.json(['templates', 'remove', id, '--detach']), {
        id,
        removed: true,
        detached: 1,
      });
      const row = await installation.db
        .selectFrom('projects')
        .selectAll()
        .where('id', '=', second.id)
        .executeTakeFirstOrThrow();
      assert.deepEqual([row.template_id, JSON.parse(row.settings).title], [null, 'Next']);
      assert.equal(JSON.parse(row.settings).sections[0].connection_id, own);
    });

    test('library lists what comes with the service, and create copies one', async () => {
      const list = await installation.json(['templates', 'library']);
      assert.equal(list.length, 10);
      const flags = ['--account', account.id, '--name', 'Shops', '--from', 'shop'];
      const { id } = await installation.json(['templates', 'create', ...flags]);
      const shown = JSON.parse((await installation.run(['templates', 'show', id])).stdout);
      assert.deepEqual(shown.slots[0].systems, ['shopify', 'woocommerce']);
      const both = await installation.run(['templates', 'create', ...flags, '--project', 'prj_x']);
      assert.match(both.stderr, /Give --project or --from/);
    });

    test('what export writes is imported by another account, with its pictures', async () => {
      const content = {
        ...{ format: 'report-service-template-1', name: 'Shared', slots: [] },
        settings: {
          sections: [{ type: 'image', title: null, picture: dot, alternative: 'A square' }],
          brand: { logo: dot },
        },
      };
      const imported = await installation.json([
        'templates',
        'import',
        file('shared.json', content),
        '--account',
        account.id,
      ]);
      assert.match((await installation.run(['templates', 'export', imported.id])).stderr, /is not published yet/);
      await installation.json(['templates', 'publish', imported.id]);
      const exported = (await installation.run(['templates', 'export', imported.id])).stdout;
      assert.deepEqual(JSON.parse(exported), { ...content, description: null });
      const other = await givenAccount(installation.db);
      const path = file('exported.json', JSON.parse(exported));
      const again = await installation.json(['templates', 'import', path, '--account', other.id, '--name', 'Mine']);
      assert.equal(again.name, 'Mine');
      assert.deepEqual(await installation.json(['templates', 'list', '--account', other.id]), [again]);
      assert.ok(readFileSync(path, 'utf8').includes('data:image/svg+xml'));
    });

    const bad: Record<string, [object, RegExp]> = {
      'of a newer version': [
        { format: 'report-service-template-2' },
        /has the format report-service-template-2; this version of the service reads report-service-template-1/,
      ],
      'without a format': [{ format: undefined }, /The template is not valid: .*format/],
      'with an unknown field': [{ period: 'previous-month' }, /The template is not valid: .*period/],
      'with a section of no slot': [
        { settings: { sections: [{ type: 'kpis', connection_id: 'slot:ads' }] } },
        /The template is not valid: settings\.sections\.0\.connection_id names no slot of the template; it has none yet\./,
      ],
    };
    for (const [what, [change, message]] of Object.entries(bad)) {
      test(`a file ${what} is refused in a sentence`, async () => {
        const path = file('bad.json', { format: 'report-service-template-1', name: 'Bad', ...change });
        const { code, stderr } = await installation.run(['templates', 'import', path, '--account', account.id]);
        assert.equal(code, 1);
        assert.match(stderr, message);
      });
    }

    test('a choice for a slot, a template and a project that are not there are named', async () => {
      const project = await givenProject(installation.db, account);
      for (const [command, message] of [
        [
          ['templates', 'publish', 'tpl_01jd5w0k3m8q2r4t6v8x0z1b3d'],
          /There is no template tpl_01jd5w0k3m8q2r4t6v8x0z1b3d; "templates list --account ID" shows them/,
        ],
        [['templates', 'detach', '--project', project.id], /This project follows no template/],
        [['templates', 'follow', 'x', '--project', project.id, '--slot', 'ads'], /--slot takes NAME=CONNECTION/],
      ] as const) {
        const { code, stderr } = await installation.run([...command]);
        assert.equal(code, 1);
        assert.match(stderr, message);
      }
    });
  });
}
