import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { insertConnection } from '../../src/domains/connections/connections.ts';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { runBulkJobs, testKey } from '../support/bulk-jobs.ts';
import { engines } from '../support/databases.ts';
import { givenReport } from '../support/outcomes.ts';
import { givenInstallation, type TestInstallation } from '../support/process.ts';

for (const engine of engines) {
  describe(`${engine}: commands for bulk jobs`, () => {
    let installation: TestInstallation;
    before(async () => {
      installation = await givenInstallation(engine, { SECRET_KEY: testKey.toString('base64') });
    });
    after(async () => await installation[Symbol.asyncDispose]());

    const given = async (names: readonly string[]) => {
      const account = await givenAccount(installation.db);
      const projects = [];
      for (const name of names) projects.push(await givenProject(installation.db, account, { name }));
      return { account, projects, flags: ['--account', account.id] };
    };
    const statuses = async (accountId: string) => {
      const rows = await installation.db
        .selectFrom('projects')
        .select('status')
        .where('account_id', '=', accountId)
        .orderBy('id')
        .execute();
      return rows.map(({ status }) => status);
    };

    test('projects are archived by a search, followed, listed and restored by their ids, all recorded for the operator', async () => {
      const { account, projects, flags } = await given(['North', 'South', 'Northwest']);
      const started = await installation.json(['bulk', 'archive', ...flags, '--q', 'north']);
      assert.deepEqual([started.action, started.state, started.waiting], ['archive', 'running', 2]);
      await runBulkJobs(installation.db);
      const shown = await installation.json(['bulk', 'show', started.id, '--wait']);
      assert.deepEqual([shown.state, shown.done, shown.faults], ['ended', 2, []]);
      assert.deepEqual(await statuses(account.id), ['archived', 'active', 'archived']);
      const ids = `${projects[0]?.id},${projects[2]?.id}`;
      await installation.json(['bulk', 'restore', ...flags, '--project', ids]);
      await runBulkJobs(installation.db);
      assert.deepEqual(await statuses(account.id), ['active', 'active', 'active']);
      const listed = await installation.json(['bulk', 'list', ...flags]);
      assert.deepEqual(
        listed.map(({ action, done }: { action: string; done: number }) => [action, done]),
        [
          ['restore', 2],
          ['archive', 2],
        ],
      );
      const log = await installation.db
        .selectFrom('audit_log')
        .select(['action', 'actor', 'door'])
        .where('account_id', '=', account.id)
        .orderBy('id')
        .execute();
      assert.deepEqual([...new Set(log.map(({ action }) => action))].toSorted(), [
        'bulk_job.create',
        'project.archive',
        'project.restore',
      ]);
      assert.ok(log.every(({ actor, door }) => actor.startsWith('operator:') && door === 'cli'));
    });

    test('faults are told project by project, with exit code 1, and what failed is done again', async () => {
      const { account, projects, flags } = await given(['Alpha', 'Beta']);
      const [alpha, beta] = projects;
      const objects = await openFileStore(join(installation.dataDir, 'objects'));
      await givenReport(installation.db, objects, account, alpha?.id ?? '');
      const started = await installation.json(['bulk', 'share', ...flags, '--all', '--figures', '--expires-in', '30d']);
      await runBulkJobs(installation.db);
      const shown = await installation.run(['bulk', 'show', started.id]);
      assert.equal(shown.code, 1);
      assert.ok(
        shown.stdout.includes(`Beta (${beta?.id}): The project has no report yet. Generate one first.`),
        shown.stdout,
      );
      await givenReport(installation.db, objects, account, beta?.id ?? '');
      const again = await installation.json(['bulk', 'retry', started.id]);
      assert.deepEqual([again.waiting, again.done], [1, 1]);
      await runBulkJobs(installation.db);
      assert.equal((await installation.run(['bulk', 'show', started.id])).code, 0);
    });

    test('guest links are printed once', async () => {
      const { account, projects, flags } = await given(['Alpha']);
      const objects = await openFileStore(join(installation.dataDir, 'objects'));
      await givenReport(installation.db, objects, account, projects[0]?.id ?? '');
      const { id } = await installation.json(['bulk', 'share', ...flags, '--all']);
      await runBulkJobs(installation.db);
      const [link] = await installation.json(['bulk', 'links', id]);
      assert.match(link.url, /\/shared\/[0-9A-Za-z]{43}$/);
      assert.deepEqual(await installation.json(['bulk', 'links', id]), []);
    });

    test('a period, days, a format, a schedule, recipients, a language, a brand and a connection are asked for', async () => {
      const { account, projects, flags } = await given(['Alpha']);
      const source = { accountId: account.id, projectId: projects[0]?.id ?? '', system: 'file', name: 'Shop' };
      const stored = { ...source, status: 'connected' as const, config: { metrics: [] }, seal: () => null };
      const { id: connection } = await insertConnection(installation.db, stored);
      const file = join(installation.dataDir, 'brand.json');
      writeFileSync(file, JSON.stringify({ accent_color: '#0b6e4f' }));
      const days = [
        '--from',
        '2026-01-01',
        '--to',
        '2026-01-31',
        '--compare-from',
        '2025-01-01',
        '--compare-to',
        '2025-01-31',
      ];
      const monthly = ['--cadence', 'monthly', '--day', '2', '--at', '06:30', '--period', 'previous-month'];
      for (const command of [
        ['generate', '--period', 'last-30-days', '--compare', 'year-before'],
        ['generate', ...days],
        ['export', '--format', 'pdf'],
        ['schedule', ...monthly],
        ['recipients', '--add', 'ann@example.com', '--remove', 'bob@example.com'],
        ['language', '--locale', 'de-DE'],
        ['brand', '--set', file],
        ['tag', '--add', 'Retail, large', '--remove', 'Old'],
        ['move', '--to', 'Northwind'],
        ['move', '--out'],
        ['detach'],
        ['connect', connection],
      ]) {
        await installation.json(['bulk', ...command, ...flags, '--all']);
      }
      const rows = await installation.db
        .selectFrom('bulk_jobs')
        .select(['action', 'parameters'])
        .where('account_id', '=', account.id)
        .orderBy('id')
        .execute();
      assert.deepEqual(
        rows.map(({ action, parameters }) => [action, JSON.parse(parameters)]),
        [
          ['generate', { period: 'last-30-days', compare: 'year-before' }],
          [
            'generate',
            {
              days: {
                current: { from: '2026-01-01', to: '2026-01-31' },
                compare: { from: '2025-01-01', to: '2025-01-31' },
              },
            },
          ],
          ['export', { format: 'pdf' }],
          ['schedule', { schedule: { cadence: 'monthly', day: 2, at: '06:30', period: 'previous-month' } }],
          ['recipients', { add: ['ann@example.com'], remove: ['bob@example.com'] }],
          ['language', { locale: 'de-DE' }],
          ['brand', { brand: { accent_color: '#0b6e4f' } }],
          ['tag', { add: ['Retail, large'], remove: ['Old'] }],
          ['folder', { folder: 'Northwind' }],
          ['folder', { folder: null }],
          ['detach', {}],
          ['connect', { connection_id: connection }],
        ],
      );
    });

    test('what has not begun is stopped', async () => {
      const { account, flags } = await given(['Alpha', 'Beta']);
      const { id } = await installation.json(['bulk', 'archive', ...flags, '--all']);
      const stopped = await installation.json(['bulk', 'stop', id]);
      assert.deepEqual([stopped.state, stopped.stopped], ['ended', 2]);
      await runBulkJobs(installation.db);
      assert.deepEqual(await statuses(account.id), ['active', 'active']);
    });

    const wrong: Record<string, [string[], RegExp]> = {
      'no projects': [
        ['archive'],
        /^Choose the projects: --project, or --q, --status, --tag and --folder, or --all\.\n$/,
      ],
      'projects in two ways': [['archive', '--all', '--q', 'x'], /^Choose the projects/],
      'a search that finds none': [['archive', '--q', 'nobody'], /^No project has what the filter asks for\.\n$/],
      'no period': [['generate', '--all'], /^Say what the reports are about: --period, or --from and --to\.\n$/],
      'days that are none': [
        ['generate', '--all', '--from', '2026-02-30', '--to', '2026-03-01'],
        /^The bulk job is not valid: days\.current\.from must be a real calendar day/,
      ],
      'an unknown language': [['language', '--all', '--locale', 'klingon!'], /locale must be a BCP 47 language tag/],
      'a schedule without its day': [
        ['schedule', '--all', '--cadence', 'monthly', '--at', '06:30', '--period', 'previous-month'],
        /^A schedule by the month takes --day 1 to 31/,
      ],
    };
    for (const [what, [command, sentence]] of Object.entries(wrong)) {
      test(`${what}: one sentence says what to do`, async () => {
        const { flags } = await given(['Alpha']);
        const ended = await installation.run(['bulk', ...command, ...flags]);
        assert.deepEqual([ended.code, ended.stdout], [1, '']);
        assert.match(ended.stderr, sentence);
      });
    }

    test('a bulk job that there is not is named, with where they are listed', async () => {
      const ended = await installation.run(['bulk', 'show', 'blk_0']);
      assert.equal(ended.stderr, 'There is no bulk job blk_0; "bulk list --account ID" shows them.\n');
    });
  });
}
