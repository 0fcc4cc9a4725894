import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { insertConnection } from '../../../src/domains/connections/connections.ts';
import { mostLabels } from '../../../src/domains/labels/labels.ts';
import { findProjectIds } from '../../../src/domains/projects/project-lists.ts';
import { createShare } from '../../../src/domains/shares/shares.ts';
import { newIdentifier } from '../../../src/platform/database/identifiers.ts';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import { givenAccount, givenToken } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { givenSignedIn, manage, type SignedInMember } from '../../support/manage.ts';
import { givenReport } from '../../support/outcomes.ts';
import { givenDueDelivery, givenSchedule } from '../../support/schedules.ts';
import { suiteService } from '../../support/service.ts';

const namesOf = (items: readonly { readonly name: string }[]) => items.map(({ name }) => name).toSorted();

for (const engine of engines) {
  describe(`${engine}: tags and folders`, async () => {
    const service = await suiteService(engine);
    const { db } = service;
    const objects = await openFileStore(join(service.dataDir, 'objects'));
    const given = async () => {
      const account = await givenAccount(db);
      const owner = await givenSignedIn(db, account.id);
      const add = async (name: string, more: object = {}) => {
        const made = await manage(service, owner, 'POST', '/projects', { body: { name, ...more } });
        assert.equal(made.status, 201, made.text);
        return made.body.data;
      };
      return { account, owner, add };
    };
    const data = async (who: SignedInMember, method: string, path: string, body?: object) => {
      const answer = await manage(service, who, method, path, body && { body });
      assert.equal(answer.status, 200, answer.text);
      return answer.body.data;
    };
    const faultOf = async (who: SignedInMember, method: string, path: string, body?: object) => {
      const { status, body: answer } = await manage(service, who, method, path, body && { body });
      const [detail] = answer.error?.details ?? [];
      return [status, detail?.field, detail?.message ?? answer.error?.code];
    };
    const names = async (who: SignedInMember, query: string) =>
      namesOf((await data(who, 'GET', `/projects?${query}`)).items);

    test('a project is made, changed and listed with them, and spelled as the account has them', async () => {
      const { owner, add } = await given();
      const first = await add('One', { tags: ['Retail', 'Monthly'], folder: 'Northwind' });
      assert.deepEqual([first.tags, first.folder], [['Monthly', 'Retail'], 'Northwind']);
      const second = await add('Two', { tags: ['RETAIL', 'retail'], folder: 'NORTHWIND' });
      assert.deepEqual([second.tags, second.folder], [['Retail'], 'Northwind']);
      const plain = await add('Three');
      assert.deepEqual([plain.tags, plain.folder], [[], null]);
      const changed = await data(owner, 'PATCH', `/projects/${first.id}`, { tags: ['Weekly'], folder: null });
      assert.deepEqual([changed.tags, changed.folder], [['Weekly'], null]);
      const kept = await data(owner, 'PATCH', `/projects/${first.id}`, { name: 'First' });
      assert.deepEqual([kept.tags, kept.name], [['Weekly'], 'First']);
      assert.deepEqual((await data(owner, 'GET', `/projects/${first.id}`)).tags, ['Weekly']);
      const { items } = await data(owner, 'GET', '/projects?sort=created_at&direction=asc');
      assert.deepEqual(
        items.map(({ tags, folder }: Record<string, unknown>) => [tags, folder]),
        [
          [['Weekly'], null],
          [['Retail'], 'Northwind'],
          [[], null],
        ],
      );
    });

    test('a change counts a revision, so that two editors notice each other', async () => {
      const { owner, add } = await given();
      const project = await add('One', { tags: ['Retail'] });
      const read = () => manage(service, owner, 'GET', `/projects/${project.id}`);
      const etag = String((await read()).headers.get('etag'));
      await data(owner, 'PATCH', `/projects/${project.id}`, { tags: [] });
      const late = { body: { name: 'Late' }, headers: { 'if-match': etag } };
      assert.equal((await manage(service, owner, 'PATCH', `/projects/${project.id}`, late)).status, 412);
      await data(owner, 'PATCH', `/projects/${project.id}`, { tags: ['Retail'] });
      const before = (await read()).headers.get('etag');
      const [tag] = (await data(owner, 'GET', '/tags')).items;
      await data(owner, 'PATCH', `/tags/${tag.id}`, { name: 'Shops' });
      assert.notEqual((await read()).headers.get('etag'), before, 'renaming it changes what the project shows');
    });

    test('the public API neither shows nor takes them', async () => {
      const { account, add } = await given();
      const project = await add('One', { tags: ['Retail'], folder: 'Northwind' });
      const token = await givenToken(db, account.id);
      const call = (method: string, path: string, options: object = {}) =>
        service.call(method, `/api/v1${path}`, { token, ...options });
      const shown = (await call('GET', `/projects/${project.id}`)).body.data;
      const [listed] = (await call('GET', '/projects')).body.data.items;
      for (const each of [shown, listed]) assert.deepEqual(['tags' in each, 'folder' in each], [false, false]);
      for (const [method, path] of [
        ['POST', '/projects'],
        ['PATCH', `/projects/${project.id}`],
      ] as const) {
        const refused = await call(method, path, { body: { name: 'X', tags: ['Retail'] } });
        assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, 'tags']);
      }
      assert.equal((await call('GET', '/projects?tag=Retail')).body.error.code, 'invalid_query_parameter');
    });

    test('lists of projects are narrowed to all of the tags and the folder, with what else is asked', async () => {
      const { account, owner, add } = await given();
      await add('Alpha', { tags: ['Retail', 'Monthly'], folder: 'Northwind' });
      await add('Beta', { tags: ['Retail'] });
      await add('Gamma', { tags: ['Monthly'], folder: 'Northwind' });
      assert.deepEqual(await names(owner, 'tag=retail'), ['Alpha', 'Beta']);
      assert.deepEqual(await names(owner, 'tag=retail&tag=MONTHLY'), ['Alpha']);
      assert.deepEqual(await names(owner, 'folder=northwind'), ['Alpha', 'Gamma']);
      assert.deepEqual(await names(owner, 'folder=northwind&tag=monthly&q=gam'), ['Gamma']);
      assert.deepEqual(await names(owner, 'tag=retail&tag=unknown'), []);
      assert.deepEqual(await names(owner, 'folder=unknown'), []);
      assert.deepEqual(await names(owner, 'tag=monthly&status=archived'), []);
      const page = await manage(service, owner, 'GET', '/projects?tag=retail&per_page=1&sort=name&direction=asc');
      assert.deepEqual([namesOf(page.body.data.items), page.body.meta.pagination.total], [['Alpha'], 2]);
      const whole = { account, projectIds: null };
      assert.equal((await findProjectIds(db, whole, { tag: ['Retail'], q: 'bet' })).length, 1);
      assert.equal((await findProjectIds(db, whole, { folder: 'Northwind' })).length, 2);
      assert.equal((await findProjectIds(db, whole, {})).length, 3);
    });

    test('every list over projects is narrowed, and so is home', async () => {
      const { account, owner, add } = await given();
      const [mine, other] = [await add('Mine', { tags: ['Retail'], folder: 'Northwind' }), await add('Other')];
      for (const { id } of [mine, other]) {
        const fields = { accountId: account.id, projectId: id, system: 'file', config: {}, seal: () => null };
        await insertConnection(db, { ...fields, name: 'Sales', status: 'reauth_required' });
        const { reportId } = await givenReport(db, objects, account, id);
        await createShare(db, reportId, { password: null, expiresInMs: null, figures: false });
        await givenDueDelivery(db, objects, account, await givenSchedule(db, id));
      }
      for (const path of ['connections', 'schedules', 'deliveries', 'jobs', 'shares']) {
        const of = async (query: string) =>
          (await data(owner, 'GET', `/${path}?${query}`)).items.map((item: Record<string, string>) => item.project_id);
        const all: string[] = await of('');
        for (const query of ['tag=retail', 'folder=northwind', 'tag=retail&folder=northwind']) {
          assert.deepEqual(
            await of(query),
            all.filter((id) => id === mine.id),
            `${path}?${query}`,
          );
        }
        assert.deepEqual(await of('tag=unknown'), []);
        assert.deepEqual(new Set(all), new Set([mine.id, other.id]), path);
      }
      const home = await data(owner, 'GET', '/overview?tag=retail');
      assert.deepEqual(
        home.connections.map((each: Record<string, string>) => each.project_id),
        [mine.id],
      );
      assert.deepEqual((await data(owner, 'GET', '/overview?folder=unknown')).connections, []);
    });

    test('faults name their field: too many of a project and of an account, and names that are none', async () => {
      const { account, owner, add } = await given();
      const project = await add('One');
      const patch = (body: object) => faultOf(owner, 'PATCH', `/projects/${project.id}`, body);
      const many = Array.from({ length: 21 }, (_, index) => `Tag ${index}`);
      assert.deepEqual(await patch({ tags: many }), [400, 'tags', 'A project has 20 tags at most.']);
      const none = 'The name of a tag or folder has 1 to 50 characters, in one line.';
      assert.deepEqual(await patch({ tags: ['x'.repeat(51)] }), [400, 'tags', none]);
      assert.deepEqual(await patch({ folder: 'a\nb' }), [400, 'folder', none]);
      assert.equal((await patch({ tags: 'Retail' }))[1], 'tags');
      const rows = Array.from({ length: mostLabels }, (_, index) => ({
        ...{ id: newIdentifier('tag'), account_id: account.id, kind: 'tag' as const },
        ...{ name: `t${index}`, folded: `t${index}`, created_at: new Date().toISOString() },
      }));
      await db.insertInto('labels').values(rows).execute();
      const full = 'An account has 500 tags at most; remove some that are no longer needed.';
      assert.deepEqual(await patch({ tags: ['One more'] }), [400, 'tags', full]);
      assert.deepEqual((await data(owner, 'PATCH', `/projects/${project.id}`, { tags: ['T7'] })).tags, ['t7']);
    });

    test('tags and folders are listed with their projects, renamed and removed in all of them', async () => {
      const { account, owner, add } = await given();
      const [one] = [await add('One', { tags: ['Retail'], folder: 'Retail' }), await add('Two', { tags: ['Retail'] })];
      await add('Three', { tags: ['Monthly'] });
      const listed = async (query = '') =>
        (await data(owner, 'GET', `/tags?direction=asc&${query}`)).items.map(
          ({ kind, name, projects }: Record<string, unknown>) => [kind, name, projects],
        );
      const all = [
        ['tag', 'Monthly', 1],
        ['folder', 'Retail', 1],
        ['tag', 'Retail', 2],
      ];
      assert.deepEqual(await listed(), all);
      assert.deepEqual(await listed('kind=folder'), [['folder', 'Retail', 1]]);
      assert.deepEqual((await listed('sort=projects')).at(-1), ['tag', 'Retail', 2]);
      const { items } = await data(owner, 'GET', '/tags?direction=asc');
      const [monthly, folder, retail] = items;
      assert.deepEqual(await faultOf(owner, 'PATCH', `/tags/${monthly.id}`, { name: 'RETAIL' }), [
        ...[400, 'name'],
        'There is a tag Retail already. Put the projects of this one there, then remove this one.',
      ]);
      const renamed = await data(owner, 'PATCH', `/tags/${retail.id}`, { name: 'retail shops' });
      assert.deepEqual([renamed.name, renamed.projects], ['retail shops', 2]);
      await data(owner, 'PATCH', `/tags/${folder.id}`, { name: 'Clients' });
      const read = await data(owner, 'GET', `/projects/${one?.id}`);
      assert.deepEqual([read.tags, read.folder], [['retail shops'], 'Clients']);
      const removed = await data(owner, 'DELETE', `/tags/${retail.id}`);
      assert.equal(removed.projects, 2);
      await data(owner, 'DELETE', `/tags/${folder.id}`);
      const after = await data(owner, 'GET', `/projects/${one?.id}`);
      assert.deepEqual([after.tags, after.folder], [[], null]);
      assert.deepEqual(await listed(), [['tag', 'Monthly', 1]]);
      assert.equal((await faultOf(owner, 'DELETE', `/tags/${retail.id}`))[0], 404);
      const log = await db.selectFrom('audit_log').select('action').where('account_id', '=', account.id).execute();
      const actions = log.map(({ action }) => action).filter((action) => action.startsWith('tag.'));
      assert.deepEqual(actions.toSorted(), ['tag.remove', 'tag.remove', 'tag.update', 'tag.update']);
    });

    test('what another account has is not there', async () => {
      const [mine, theirs] = [await given(), await given()];
      await theirs.add('Theirs', { tags: ['Retail'], folder: 'Northwind' });
      const project = await mine.add('Mine', { tags: ['retail'] });
      assert.deepEqual(project.tags, ['retail'], 'the spelling is that of the own account');
      assert.deepEqual(await names(mine.owner, 'folder=Northwind'), []);
      const [tag] = (await data(theirs.owner, 'GET', '/tags')).items;
      assert.equal((await faultOf(mine.owner, 'PATCH', `/tags/${tag.id}`, { name: 'X' }))[0], 404);
      assert.equal((await faultOf(mine.owner, 'DELETE', `/tags/${tag.id}`))[0], 404);
    });

    test('a copy has the tags and the folder of its original', async () => {
      const { owner, add } = await given();
      const project = await add('One', { tags: ['Retail'], folder: 'Northwind' });
      const copied = await manage(service, owner, 'POST', `/projects/${project.id}/copy`, { body: { name: 'Copy' } });
      assert.deepEqual([copied.body.data.tags, copied.body.data.folder], [['Retail'], 'Northwind']);
    });

    test('two who make the same tag at once make one', async () => {
      const { owner, add } = await given();
      const made = await Promise.all(
        ['Retail', 'RETAIL', 'retail'].map((tag, index) => add(`P${index}`, { tags: [tag] })),
      );
      assert.equal(new Set(made.map(({ tags }) => tags[0])).size, 1);
      assert.equal((await data(owner, 'GET', '/tags')).items.length, 1);
    });

    test('a member limited to a tag sees at each request what has it at that moment, and nothing else', async () => {
      const { account, owner, add } = await given();
      const [one, two] = [await add('One', { tags: ['Retail'] }), await add('Two')];
      const ids = (await db.selectFrom('labels').select('id').where('account_id', '=', account.id).execute()).map(
        ({ id }) => id,
      );
      const member = await givenSignedIn(db, account.id, { role: 'editor', projectIds: [], tagIds: ids });
      const status = async (method: string, path: string, body?: object) =>
        (await manage(service, member, method, path, body && { body })).status;
      assert.deepEqual(await names(member, ''), ['One']);
      assert.equal(await status('GET', `/projects/${two.id}`), 404);
      await data(owner, 'PATCH', `/projects/${two.id}`, { tags: ['retail', 'Monthly'] });
      assert.deepEqual(await names(member, ''), ['One', 'Two']);
      assert.equal(await status('GET', `/projects/${two.id}`), 200);
      await data(owner, 'PATCH', `/projects/${one.id}`, { tags: [] });
      assert.equal(await status('GET', `/projects/${one.id}`), 404);
      assert.equal(await status('PATCH', `/projects/${one.id}`, { tags: ['Retail'] }), 404, 'it cannot be taken back');
      assert.equal(await status('POST', '/projects', { name: 'New', tags: ['Retail'] }), 404);
      const listed = (await data(member, 'GET', '/tags')).items;
      assert.deepEqual(namesOf(listed), ['Monthly', 'Retail']);
      for (const { id } of listed) {
        assert.equal(await status('PATCH', `/tags/${id}`, { name: 'X' }), 404);
        assert.equal(await status('DELETE', `/tags/${id}`), 404);
      }
      const session = await data(member, 'GET', '/session');
      assert.deepEqual([session.project_ids, session.tags], [[], ['Retail']]);
      assert.equal(await status('PATCH', `/projects/${two.id}`, { tags: [] }), 200);
      assert.equal(await status('GET', `/projects/${two.id}`), 404, 'who takes it away sees it no more');
      assert.deepEqual(await names(member, ''), []);
      for (const path of ['connections', 'schedules', 'deliveries', 'jobs', 'shares', 'tags', 'projects?q=o']) {
        assert.deepEqual((await data(member, 'GET', `/${path}`)).items, [], path);
      }
      assert.deepEqual((await data(member, 'GET', '/overview')).connections, []);
      await data(owner, 'DELETE', `/tags/${ids[0]}`);
      await data(owner, 'PATCH', `/projects/${one.id}`, { tags: ['Retail'] });
      assert.deepEqual(await names(member, ''), [], 'a later tag of the same name is another one');
    });

    test('members and invitations are limited to tags, to projects besides, or to none', async () => {
      const { account, owner, add } = await given();
      const [one, two] = [await add('One', { tags: ['Retail'] }), await add('Two')];
      const member = await givenSignedIn(db, account.id, { role: 'viewer' });
      const path = `/members/${member.userId}`;
      const limit = async (body: object) => {
        const { project_ids, tags } = await data(owner, 'PATCH', path, body);
        return [project_ids, tags];
      };
      assert.deepEqual(await limit({ tags: ['RETAIL'] }), [[], ['Retail']]);
      assert.deepEqual(await limit({ project_ids: [two.id] }), [[two.id], ['Retail']]);
      assert.deepEqual(await limit({ role: 'editor' }), [[two.id], ['Retail']]);
      const before = (await data(owner, 'GET', '/tags')).items[0];
      await data(owner, 'PATCH', `/tags/${before.id}`, { name: 'Shops' });
      assert.deepEqual((await data(owner, 'GET', path)).tags, ['Shops']);
      assert.deepEqual(await limit({ tags: [] }), [[two.id], []]);
      assert.deepEqual(await limit({ project_ids: [], tags: ['Shops'] }), [[], ['Shops']]);
      assert.deepEqual(await limit({ project_ids: null }), [null, []]);
      assert.deepEqual(await limit({ tags: ['Shops'] }), [[], ['Shops']]);
      assert.deepEqual(await limit({ role: 'admin' }), [null, []]);
      await data(owner, 'PATCH', path, { role: 'viewer', tags: ['Shops'] });
      const faults = [
        [{ tags: ['Nothing'] }, 'tags', 'The account has no tag Nothing. Give it to a project first.'],
        [{ tags: [], project_ids: [] }, 'project_ids', /limited to 1 to 100 projects or to tags, or not at all/],
        [{ tags: ['Shops'], project_ids: null }, 'project_ids', /Null in project_ids is all projects/],
        [{ tags: ['Shops'], role: 'admin' }, 'project_ids', /role admin is never limited/],
      ] as const;
      for (const [body, field, message] of faults) {
        const [status, at, told] = await faultOf(owner, 'PATCH', path, body);
        assert.deepEqual([status, at], [400, field]);
        assert.match(told, new RegExp(message));
      }
      const invited = await manage(service, owner, 'POST', '/invitations', {
        body: { role: 'viewer', tags: ['shops'] },
      });
      assert.deepEqual([invited.body.data.project_ids, invited.body.data.tags], [[], ['Shops']]);
      const [open] = (await data(owner, 'GET', '/invitations')).items;
      assert.deepEqual([open.project_ids, open.tags], [[], ['Shops']]);
      assert.equal(one.tags[0], 'Retail');
    });
  });
}
