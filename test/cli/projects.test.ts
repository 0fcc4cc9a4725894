import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { givenConnection } from '../support/flights.ts';
import { givenMember } from '../support/people.ts';
import { givenInstallation, type TestInstallation } from '../support/process.ts';
import { givenSchedule } from '../support/schedules.ts';

for (const engine of engines) {
  describe(`${engine}: commands for tags and folders`, () => {
    let installation: TestInstallation;
    before(async () => {
      installation = await givenInstallation(engine);
    });
    after(async () => await installation[Symbol.asyncDispose]());

    const json = (...words: string[]) => installation.json(words);
    const refused = async (...words: string[]) => (await installation.run(words)).stderr;

    test('projects are tagged, moved and listed by it, and so is what they have', async () => {
      const { db } = installation;
      const account = await givenAccount(db);
      const [one, two] = [
        await givenProject(db, account, { name: 'One' }),
        await givenProject(db, account, { name: 'Two' }),
      ];
      for (const { id } of [one, two]) {
        await givenConnection(db, id);
        await givenSchedule(db, id);
      }
      const tagged = await json('projects', 'tag', one.id, two.id, '--add', 'Retail, small', '--add', 'Monthly');
      assert.deepEqual(
        tagged.map(({ tags }: { tags: string[] }) => tags),
        [
          ['Monthly', 'Retail, small'],
          ['Monthly', 'Retail, small'],
        ],
      );
      assert.deepEqual((await json('projects', 'tag', two.id, '--remove', 'MONTHLY'))[0].tags, ['Retail, small']);
      assert.equal((await json('projects', 'move', one.id, '--folder', 'Northwind'))[0].folder, 'Northwind');
      const of = async (...words: string[]) => {
        const rows = await json(...words, '--account', account.id);
        return rows.map((row: Record<string, string>) => row.project_id ?? row.id).sort();
      };
      assert.deepEqual(await of('projects', 'list'), [one.id, two.id].sort());
      for (const list of ['projects', 'connections', 'schedules']) {
        assert.deepEqual(await of(list, 'list', '--tag', 'retail, small', '--tag', 'monthly'), [one.id], list);
        assert.deepEqual(await of(list, 'list', '--folder', 'northwind'), [one.id], list);
      }
      for (const list of ['deliveries', 'shares']) assert.deepEqual(await of(list, 'list', '--tag', 'monthly'), []);
      assert.equal((await json('projects', 'move', one.id, '--out'))[0].folder, null);
      assert.match(await refused('projects', 'tag', one.id), /projects tag takes --add or --remove/);
      assert.match(await refused('projects', 'move', one.id), /projects move takes either --folder or --out/);
      assert.match(await refused('projects', 'move', 'prj_x', '--out'), /There is no project prj_x/);
      assert.match(await refused('schedules', 'list'), /schedules list takes either --project or --account/);
      const both = await refused('connections', 'list', '--project', one.id, '--tag', 'x');
      assert.match(both, /connections list takes --tag and --folder with --account/);
      const shares = await refused('shares', 'list', '--project', one.id, '--tag', 'x');
      assert.match(shares, /shares list takes --tag and --folder with --account/);
      assert.match(await refused('projects', 'tag', one.id, '--add', 'x'.repeat(51)), /has 1 to 50 characters/);
    });

    test('tags are listed, renamed and removed, each with an entry in the log', async () => {
      const { db } = installation;
      const account = await givenAccount(db);
      const project = await givenProject(db, account);
      await json('projects', 'tag', project.id, '--add', 'Retail');
      const [tag] = await json('tags', 'list', '--account', account.id);
      assert.deepEqual([tag.kind, tag.name, tag.projects], ['tag', 'Retail', 1]);
      assert.equal((await json('tags', 'rename', tag.id, 'Shops')).name, 'Shops');
      assert.equal((await json('tags', 'remove', tag.id)).removed, true);
      assert.deepEqual(await json('tags', 'list', '--account', account.id), []);
      assert.match(
        await refused('tags', 'remove', tag.id),
        /There is no tag tag_\w+; "tags list --account ID" shows them/,
      );
      const actions = (await json('audit', 'list', '--account', account.id)).map(
        ({ action }: { action: string }) => action,
      );
      assert.deepEqual(actions.slice(0, 3), ['tag.remove', 'tag.update', 'project.update']);
    });

    test('members are limited to tags', async () => {
      const { db } = installation;
      const account = await givenAccount(db);
      const project = await givenProject(db, account);
      await json('projects', 'tag', project.id, '--add', 'Retail');
      const invited = await json('members', 'add', '--account', account.id, '--role', 'viewer', '--tag', 'retail');
      assert.deepEqual([invited.project_ids, invited.tags], [[], ['Retail']]);
      await givenMember(db, account.id);
      const bob = await givenMember(db, account.id, { role: 'viewer' });
      const update = (...flags: string[]) => json('members', 'update', bob.id, '--account', account.id, ...flags);
      const limit = async (...flags: string[]) => {
        const { project_ids, tags } = await update(...flags);
        return [project_ids, tags];
      };
      assert.deepEqual(await limit('--tag', 'Retail'), [[], ['Retail']]);
      assert.deepEqual(await limit('--project', project.id), [[project.id], []]);
      assert.deepEqual(await limit('--all-projects'), [null, []]);
      const unknown = await refused('members', 'update', bob.id, '--account', account.id, '--tag', 'Nothing');
      assert.match(unknown, /The account has no tag Nothing/);
      const both = await refused('members', 'update', bob.id, '--account', account.id, '--tag', 'x', '--all-projects');
      assert.match(both, /--project and --tag, or --all-projects, not both/);
    });
  });
}
