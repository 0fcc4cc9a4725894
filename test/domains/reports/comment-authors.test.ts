import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createShare } from '../../../src/domains/shares/shares.ts';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { givenManageToken, givenSignedIn, manage } from '../../support/manage.ts';
import { givenReport, smallDocument } from '../../support/outcomes.ts';
import { startTestService, type TestService } from '../../support/service.ts';

for (const engine of engines) {
  describe(`${engine}: who wrote a comment`, () => {
    let service: TestService;
    before(async () => {
      service = await startTestService(engine);
    });
    after(() => service[Symbol.asyncDispose]());

    async function given(changes: Parameters<typeof smallDocument>[0] = {}) {
      const { db, dataDir } = service;
      const account = await givenAccount(db);
      const { id: projectId } = await givenProject(db, account);
      const document = smallDocument(changes);
      const objects = await openFileStore(`${dataDir}/objects`);
      const { reportId } = await givenReport(db, objects, account, projectId, { document });
      const { token } = await createShare(db, reportId, { password: null, expiresInMs: null });
      const path = `/reports/${reportId}/comments`;
      const person = await givenSignedIn(db, account.id);
      const call = (to: string) => db.updateTable('users').set({ name: to }).where('id', '=', person.userId).execute();
      const page = async () => (await service.call('GET', `/shared/${token}`)).text;
      /** What stands below the comment on the page of guests. */
      const foot = async () => /<p class="comment-foot"[^>]*>([^<]*)</.exec(await page())?.[1];
      const write = async (markdown: string) => {
        const answer = await manage(service, person, 'POST', path, { body: { section: 1, markdown } });
        assert.equal(answer.status, 200, answer.text);
        return answer.body.data.sections[0];
      };
      return { account, projectId, person, path, call, page, foot, write, reportId };
    }

    test('below a comment stands the name that its author had then, with the day where the project is', async () => {
      const { call, write, foot, reportId } = await given({ locale: 'de-DE', time_zone: 'Pacific/Auckland' });
      await call('Zoë Čapková');
      assert.equal((await write('Ein *Rekord*.')).author_name, 'Zoë Čapková');
      const at = '2026-07-03T12:30:00.000Z';
      await service.db
        .updateTable('report_comments')
        .set({ written_at: at })
        .where('report_id', '=', reportId)
        .execute();
      assert.equal(await foot(), 'Zoë Čapková · 04.07.2026');
      await call('Somebody else');
      assert.equal(await foot(), 'Zoë Čapková · 04.07.2026');
    });

    test('a person without a name is not named by their address, and old comments by nobody', async () => {
      const { call, write, page, foot, person, reportId } = await given({ locale: 'en-GB' });
      await call('');
      assert.equal((await write('Words')).author_name, null);
      assert.match((await foot()) ?? '', /^\d{1,2} \w+ \d{4}$/);
      assert.ok(!(await page()).includes(person.email));
      await call('Ann');
      await write('Other words');
      // As the migration leaves comments from before there were names.
      const unnamed = { author_name: null, revision: 1_000 };
      await service.db.updateTable('report_comments').set(unnamed).where('report_id', '=', reportId).execute();
      await service.db.updateTable('reports').set({ revision: 1_000 }).where('id', '=', reportId).execute();
      assert.match((await foot()) ?? '', /^\d{1,2} \w+ \d{4}$/);
    });

    test('a token writes in the name of its account', async () => {
      const { account, path, foot } = await given();
      const token = await givenManageToken(service.db, account.id, 'editor');
      const body = { section: 1, markdown: 'Words' };
      const written = await service.call('POST', `/manage/v1${path}`, { token, body });
      assert.equal(written.body.data.sections[0].author_name, account.name);
      assert.ok((await foot())?.startsWith(`${account.name} · `));
    });

    test('nobody is named where the brand of the project or its account says so', async () => {
      const { db } = service;
      const { account, projectId, call, write, foot } = await given({ locale: 'en-GB' });
      await call('Ann');
      const brand = (id: string, own: unknown) =>
        db
          .updateTable('projects')
          .set({ settings: JSON.stringify({ brand: own }) })
          .where('id', '=', id)
          .execute();
      const shown = async (ofAccount: boolean | null, ofProject: boolean | null | undefined) => {
        const text = JSON.stringify({ anonymous_comments: ofAccount });
        await db.updateTable('accounts').set({ brand: text }).where('id', '=', account.id).execute();
        await brand(projectId, ofProject === undefined ? null : { anonymous_comments: ofProject });
        const { author_name, author } = await write('Words');
        assert.match(author, /^user:/, 'the log of changes knows');
        assert.equal((await foot())?.startsWith('Ann · '), author_name === 'Ann');
        return author_name;
      };
      assert.equal(await shown(null, undefined), 'Ann');
      assert.equal(await shown(true, undefined), null);
      assert.equal(await shown(true, null), null);
      assert.equal(await shown(true, false), 'Ann');
      assert.equal(await shown(null, true), null);
    });

    test('comments come as they will look, and no script is a link in them', async () => {
      const { write } = await given();
      const hostile = '**Bold** <script>alert(1)</script> [a](javascript:alert(1)) [b](https://example.com/?a="b)';
      const { blocks } = await write(`${hostile}\n\n- one\n- two`);
      const [{ spans }, list] = blocks;
      assert.deepEqual(spans[0], { text: 'Bold', strong: true, emphasis: false, code: false, href: null });
      assert.match(spans[1].text, /<script>alert\(1\)<\/script>/, 'a text like any other');
      const addresses = spans.flatMap(({ href }: { href: string | null }) => href ?? []);
      assert.deepEqual(addresses, ['https://example.com/?a=%22b'], 'no script is an address');
      assert.deepEqual([list.type, list.start, list.items.length], ['list', null, 2]);
      assert.equal(list.items[1][0].spans[0].text, 'two');
    });
  });
}
