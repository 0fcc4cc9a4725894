import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { LiveDocuments } from '../../../src/domains/live-pages/live-documents.ts';
import { claimLiveRow, keepDocument } from '../../../src/domains/live-pages/live-rows.ts';
import { wantedPage } from '../../../src/domains/live-pages/wanted-page.ts';
import type { DraftDocument } from '../../../src/domains/previews/protocol.ts';
import { toLiveSettings } from '../../../src/domains/shares/live-settings.ts';
import { createLiveShare } from '../../../src/domains/shares/shares.ts';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import type { ObjectStore } from '../../../src/platform/storage/object-store.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { createTestDatabase, engines, type TestDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { givenConnection } from '../../support/flights.ts';
import { removeFolder } from '../../support/folders.ts';
import { silentLog } from '../../support/silent-log.ts';

const live = toLiveSettings({ periods: ['last-7-days'] });
const choose = () => ({ period: 'last-7-days', compare: 'previous' }) as const;

for (const engine of engines) {
  describe(`${engine}: documents of current pages, by several processes`, () => {
    let database: TestDatabase;
    let objects: ObjectStore;
    const folder = mkdtempSync(join(tmpdir(), 'live-documents-'));
    before(async () => {
      database = await createTestDatabase(engine);
      objects = await openFileStore(folder);
    });
    after(async () => {
      await database[Symbol.asyncDispose]();
      removeFolder(folder);
    });

    /** A process whose threads make documents as `make` does. */
    const process = (make: () => Promise<DraftDocument>, clock?: () => number) => {
      let made = 0;
      const makeDocument = () => {
        made++;
        return make();
      };
      const context = { db: database.db, objects, pool: { makeDocument }, log: silentLog, ...(clock && { clock }) };
      return { documents: new LiveDocuments(context), made: () => made };
    };
    const given = async () => {
      const account = await givenAccount(database.db);
      const project = await givenProject(database.db, account, { time_zone: 'UTC' });
      await givenConnection(database.db, project.id, 'weather');
      const { share } = await createLiveShare(database.db, project, live, { password: null, expiresInMs: null });
      return { account, share, wanted: await wantedPage(database.db, share, choose, Date.now()) };
    };
    const document = (text: string, bytes = 0) => ({
      ...{ bytes: Buffer.concat([Buffer.from(`"${text}"`), Buffer.alloc(bytes, ' ')]), asOf: new Date().toISOString() },
    });

    test('two processes that are asked at once have it made once, and both show it', async () => {
      const { share, wanted } = await given();
      const hold = Promise.withResolvers<DraftDocument>();
      const [one, other] = [process(() => hold.promise), process(() => hold.promise)];
      const asked = [one, other, one, other].map(({ documents }) => documents.find(share, live, wanted));
      await eventually(() => one.made() + other.made() > 0);
      hold.resolve(document('once'));
      const found = await Promise.all(asked);
      assert.deepEqual(
        found.map(({ state }) => state),
        ['ready', 'ready', 'ready', 'ready'],
      );
      assert.equal(one.made() + other.made(), 1);
    });

    test('what a process that is gone was making is made by another one after its lease, and not overwritten by it', async () => {
      const { account, share, wanted } = await given();
      const claim = await claimLiveRow(database.db, share, wanted.key, Date.now());
      assert.ok(claim.state === 'claimed');
      const later = process(
        async () => document('second'),
        () => Date.now() + 121_000,
      );
      const found = await later.documents.find(share, live, wanted);
      assert.equal(found.state, 'ready');
      const { version } = wanted;
      const late = { ...document('first'), version, periods: wanted.draft.periods };
      await keepDocument({ db: database.db, objects }, claim, account.id, late);
      assert.ok(found.state === 'ready');
      assert.equal(Buffer.from((await later.documents.load(found.document)) ?? []).toString(), '"second"');
      const kept = await Array.fromAsync(objects.list(`live/${account.id}`));
      assert.equal(kept.length, 1, 'what came too late is not left behind');
    });

    test('the documents of an account take so many bytes; those that nobody asked for the longest go', async () => {
      const { account, share, wanted } = await given();
      const keys = ['a', 'b', 'c'];
      for (const key of keys) {
        const claim = await claimLiveRow(database.db, share, key, Date.now());
        assert.ok(claim.state === 'claimed');
        const made = { ...document(key, 30 * 2 ** 20), version: wanted.version, periods: wanted.draft.periods };
        await keepDocument({ db: database.db, objects }, claim, account.id, made);
      }
      const rows = await database.db
        .selectFrom('live_pages')
        .select(['choice', 'document_key'])
        .where('share_id', '=', share.id)
        .orderBy('choice')
        .execute();
      assert.deepEqual(
        rows.map(({ choice, document_key }) => [choice, document_key !== null]),
        [
          ['a', false],
          ['b', true],
          ['c', true],
        ],
      );
      assert.equal((await Array.fromAsync(objects.list(`live/${account.id}`))).length, 2);
    });

    test('a stop gives the making back, so that it counts as no failure', async () => {
      const { share, wanted } = await given();
      const hold = Promise.withResolvers<DraftDocument>();
      const stopping = process(() => hold.promise);
      const asked = stopping.documents.find(share, live, wanted);
      await eventually(() => stopping.made() > 0);
      stopping.documents.close();
      hold.reject(new Error('The service stops.'));
      await stopping.documents[Symbol.asyncDispose]();
      assert.equal((await asked).state, 'failed');
      assert.equal((await process(async () => document('again')).documents.find(share, live, wanted)).state, 'ready');
    });
  });
}
