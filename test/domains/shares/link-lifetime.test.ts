import assert from 'node:assert/strict';
import { readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { busyPage, notFoundPage } from '../../../src/domains/shares/pages.ts';
import { revokeShare } from '../../../src/domains/shares/shares.ts';
import { sweep } from '../../../src/installation/sweeper.ts';
import { givenToken } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { suiteService } from '../../support/service.ts';
import { guestLinks, password, unknownToken } from '../../support/shares.ts';

const past = '2020-01-01T00:00:00.000Z';

for (const engine of engines) {
  describe(`${engine}: guest links`, async () => {
    const service = await suiteService(engine);
    const { get, given, shareOf } = guestLinks(service);
    const documentOf = async (reportId: string) => {
      const reports = service.db.selectFrom('reports').select('document_key').where('id', '=', reportId);
      return `${service.dataDir}/objects/${(await reports.executeTakeFirstOrThrow()).document_key}`;
    };
    const loseDocument = async (reportId: string) => rmSync(await documentOf(reportId));
    const dead: Readonly<Record<string, () => Promise<string>>> = {
      unknown: async () => `/shared/${unknownToken}`,
      malformed: async () => '/shared/%2e%2e%2fetc',
      'too long': async () => `/shared/${'a'.repeat(400)}`,
      'cut short': async () => (await given()).path.slice(0, -1),
      expired: async () => {
        const { share, path } = await given({ expiresInMs: 60_000 });
        await service.db.updateTable('shares').set({ expires_at: past }).where('id', '=', share.id).execute();
        return path;
      },
      revoked: async () => {
        const { share, path } = await given();
        await revokeShare(service.db, share.id);
        return path;
      },
      'revoked, with a password': async () => {
        const { share, path } = await given({ password });
        await revokeShare(service.db, share.id);
        return path;
      },
      'of a report that is known to be lost': async () => {
        const { path, reportId } = await given();
        await service.db.updateTable('reports').set({ status: 'unavailable' }).where('id', '=', reportId).execute();
        return path;
      },
      'of a report whose document is found lost': async () => {
        const { path, reportId } = await given();
        await loseDocument(reportId);
        return path;
      },
      'of a report whose document is cut short': async () => {
        const { path, reportId } = await given();
        truncateSync(await documentOf(reportId), 100);
        return path;
      },
      "of a report's id in place of a token": async () => `/shared/${(await given()).reportId}`,
      "of a share's id in place of a token": async () => `/shared/${(await given()).share.id}`,
    };
    for (const [what, make] of Object.entries(dead)) {
      test(`a link that is ${what} answers the one page of dead links`, async () => {
        const path = await make();
        const own = ['date', 'x-request-id'];
        const headersOf = ({ headers }: { headers: Headers }) => [...headers].filter(([name]) => !own.includes(name));
        const answer = await get(path);
        assert.equal(answer.status, 404);
        assert.equal(answer.text, notFoundPage.html);
        assert.deepEqual(headersOf(answer), headersOf(await get(`/shared/${unknownToken}`)));
        assert.equal(answer.headers.get('cache-control'), 'private, no-store');
        assert.equal(answer.headers.get('x-robots-tag'), 'noindex, nofollow');
        for (const beyond of ['/download/pdf', '/download', '/download/', '/', '//', '/x'].map((end) => path + end)) {
          const { text, headers } = await get(beyond);
          assert.equal(text, notFoundPage.html, beyond);
          assert.deepEqual(headersOf({ headers }), headersOf(answer), beyond);
        }
      });
    }

    test('a document that is found lost makes the report unavailable, as its export would', async () => {
      const { path, reportId } = await given();
      await loseDocument(reportId);
      await get(path);
      const report = await service.db
        .selectFrom('reports')
        .select('status')
        .where('id', '=', reportId)
        .executeTakeFirst();
      assert.equal(report?.status, 'unavailable');
    });

    test('a document that cannot be read now gives the page to try again, and the report once it can be', async () => {
      const { path, reportId } = await given();
      const file = await documentOf(reportId);
      const document = readFileSync(file);
      rmSync(file);
      symlinkSync(file, file);
      const answer = await get(path);
      assert.deepEqual([answer.status, answer.text], [503, busyPage.html]);
      rmSync(file);
      writeFileSync(file, document);
      assert.equal((await get(path)).status, 200);
    });

    test('a revocation takes effect at once, also for a cached page', async () => {
      const { path, share } = await given();
      assert.equal((await get(path)).status, 200);
      await revokeShare(service.db, share.id);
      assert.equal((await get(path)).status, 404);
    });

    test('an archived project keeps its links [C-PROJECT-11]', async () => {
      const { account, projectId, path } = await given();
      const token = await givenToken(service.db, account.id);
      assert.equal((await service.call('POST', `/api/v1/projects/${projectId}/archive`, { token })).status, 200);
      assert.equal((await get(path)).status, 200);
    });

    test('the sweeper leaves links alone, whatever their state', async () => {
      const { objects, share, reportId } = await given();
      await service.db.updateTable('shares').set({ revoked_at: past }).where('id', '=', share.id).execute();
      await sweep({ db: service.db, objects, auditDays: 400 });
      assert.equal((await shareOf(reportId))?.id, share.id);
    });

    test('a link goes when its report is deleted', async () => {
      const { share, reportId } = await given();
      await service.db.deleteFrom('reports').where('id', '=', reportId).execute();
      const left = await service.db.selectFrom('shares').select('id').where('id', '=', share.id).execute();
      assert.deepEqual(left, []);
    });
  });
}
