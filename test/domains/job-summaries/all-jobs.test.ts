import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { givenSignedIn, manage, type SignedInMember } from '../../support/manage.ts';
import { givenExport, givenJob, givenReport, givenRunningJob, setStatus } from '../../support/outcomes.ts';
import { suiteService } from '../../support/service.ts';

for (const engine of engines) {
  describe(`${engine}: the jobs of all projects`, async () => {
    const service = await suiteService(engine);
    const { db } = service;
    const objects = await openFileStore(join(service.dataDir, 'objects'));
    const list = async (who: SignedInMember, query = '') => {
      const answer = await manage(service, who, 'GET', `/jobs${query}`);
      assert.equal(answer.status, 200, answer.text);
      const ids: string[] = answer.body.data.items.map(({ id }: { id: string }) => id);
      return { ids, total: answer.body.meta.pagination.total, items: answer.body.data.items };
    };

    test('they are listed newest first with their projects and how far they are, a page at a time', async () => {
      const account = await givenAccount(db);
      const owner = await givenSignedIn(db, account.id);
      const [shop, blog] = [
        await givenProject(db, account, { name: 'Shop' }),
        await givenProject(db, account, { name: 'Blog' }),
      ];
      const made: string[] = [];
      for (const [index, { id }] of [shop, blog, shop].entries()) {
        const job = await givenRunningJob(db, account, id, { type: 'generation' });
        const created_at = `2026-01-0${index + 1}T00:00:00.000Z`;
        const progress = { stage: 'fetching', progress_completed: index, progress_total: 9 };
        await db
          .updateTable('jobs')
          .set({ created_at, ...progress })
          .where('id', '=', job.id)
          .execute();
        made.unshift(job.id);
      }
      const all = await list(owner);
      assert.deepEqual([all.ids, all.total], [made, 3]);
      assert.deepEqual(
        all.items.map(({ project_name }: { project_name: string }) => project_name),
        ['Shop', 'Blog', 'Shop'],
      );
      assert.deepEqual(all.items[0].progress, { stage: 'fetching', completed: 2, total: 9 });
      const second = await list(owner, '?per_page=1&page=2');
      assert.deepEqual([second.ids, second.total], [[made[1]], 3]);
      assert.deepEqual((await list(owner, '?direction=asc')).ids, made.toReversed());
      assert.deepEqual((await list(owner, '?page=2')).ids, []);
    });

    test('they can be filtered by project, report, status and type, and asked for by their ids', async () => {
      const account = await givenAccount(db);
      const owner = await givenSignedIn(db, account.id);
      const [shop, blog] = [await givenProject(db, account), await givenProject(db, account)];
      const { reportId, job: generation } = await givenReport(db, objects, account, shop.id);
      const bytes = Buffer.from('file');
      const { id: exported } = await givenExport(db, objects, account, shop.id, { reportId, bytes });
      const waiting = await givenJob(db, account, blog.id, { type: 'generation' });
      const stuck = await givenJob(db, account, blog.id, { type: 'generation' });
      await setStatus(db, stuck.id, 'failed');
      const found = async (query: string) => {
        const { ids, total } = await list(owner, query);
        assert.equal(total, ids.length, query);
        return ids.toSorted();
      };
      assert.deepEqual(await found(`?project_id=${shop.id}`), [exported, generation.id].toSorted());
      assert.deepEqual(await found(`?report_id=${reportId}`), [exported, generation.id].toSorted());
      assert.deepEqual(await found('?status=queued'), [waiting.id]);
      assert.deepEqual(await found('?type=export'), [exported]);
      assert.deepEqual(await found(`?type=export&project_id=${blog.id}`), []);
      assert.deepEqual(await found(`?status=failed&project_id=${blog.id}&type=generation`), [stuck.id]);
      const named = [waiting.id, exported, 'gen_00000000000000000000000000'].join(',');
      assert.deepEqual(await found(`?id=${named}`), [exported, waiting.id].toSorted());
      const many = Array.from({ length: 51 }, () => waiting.id).join(',');
      for (const wrong of [`?id=${many}`, '?id=', '?id=rep_1', '?sort=updated_at', '?status=lost']) {
        assert.equal((await manage(service, owner, 'GET', `/jobs${wrong}`)).status, 400, wrong);
      }
    });

    test('members limited to projects see their jobs alone, and nobody those of another account', async () => {
      const account = await givenAccount(db);
      const [mine, other] = [await givenProject(db, account), await givenProject(db, account)];
      const own = await givenJob(db, account, mine.id, { type: 'generation' });
      const hidden = await givenJob(db, account, other.id, { type: 'generation' });
      const limited = await givenSignedIn(db, account.id, { role: 'viewer', projectIds: [mine.id] });
      const seen = await list(limited);
      assert.deepEqual([seen.ids, seen.total], [[own.id], 1]);
      assert.deepEqual((await list(limited, `?id=${own.id},${hidden.id}`)).ids, [own.id]);
      assert.deepEqual((await list(limited, `?project_id=${other.id}`)).ids, []);
      const stranger = await givenSignedIn(db, (await givenAccount(db)).id);
      assert.deepEqual((await list(stranger)).ids, []);
      assert.deepEqual((await list(stranger, `?id=${own.id}`)).ids, []);
      const nothing = await list(stranger, `?project_id=${mine.id}`);
      assert.deepEqual([nothing.ids, nothing.total], [[], 0]);
    });
  });
}
