import assert from 'node:assert/strict';
import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import { PreviewPages, sweepPreviews } from '../../../src/domains/previews/preview-pages.ts';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import { makeFolder } from '../../support/file-connection.ts';

const page = { html: new TextEncoder().encode('<style nonce="old">\n<p>Größe</p>'), nonce: 'old' };
const viewer = { accountId: 'acc_a', asker: 'ses_a' };

test('a page is there for who asked, in every process, with the nonce of each answer', async () => {
  const folder = await makeFolder();
  const { id, expiresAt } = await new PreviewPages(await openFileStore(folder)).store(viewer, page);
  const other = new PreviewPages(await openFileStore(folder));
  assert.equal(await other.find(viewer, id, 'new'), '<style nonce="new">\n<p>Größe</p>');
  assert.ok(Math.abs(expiresAt.getTime() - Date.now() - 300_000) < 60_000);
  for (const stranger of [
    { ...viewer, asker: 'ses_b' },
    { ...viewer, accountId: 'acc_b' },
  ]) {
    assert.equal(await other.find(stranger, id, 'new'), undefined);
  }
  for (const strange of ['', '../secret', 'prv_00000000000000000000000000']) {
    assert.equal(await other.find(viewer, strange, 'new'), undefined);
  }
});

test('a page lives for five minutes; then it is shown to nobody, and swept', async (context) => {
  const folder = await makeFolder();
  const objects = await openFileStore(folder);
  const pages = new PreviewPages(objects);
  const [{ id }, { id: young }] = [await pages.store(viewer, page), await pages.store(viewer, page)];
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
  context.after(() => mock.timers.reset());
  mock.timers.tick(299_000);
  assert.ok(await pages.find(viewer, id, 'new'));
  mock.timers.tick(2_000);
  assert.equal(await pages.find(viewer, id, 'new'), undefined);
  mock.timers.reset();
  const [old = ''] = readdirSync(join(folder, 'previews')).filter((name) => name.includes(id));
  const longAgo = new Date(Date.now() - 301_000);
  utimesSync(join(folder, 'previews', old), longAgo, longAgo);
  assert.equal(await sweepPreviews(objects), 1);
  assert.equal(await pages.find(viewer, id, 'new'), undefined);
  assert.ok(await pages.find(viewer, young, 'new'));
});

test('of one session the last twenty pages live, so that nobody fills the store', async () => {
  const folder = await makeFolder();
  const pages = new PreviewPages(await openFileStore(folder));
  const other = await pages.store({ ...viewer, asker: 'ses_b' }, page);
  const ids: string[] = [];
  for (let index = 0; index < 22; index++) ids.push((await pages.store(viewer, page)).id);
  const found = await Promise.all(ids.map(async (id) => (await pages.find(viewer, id, 'new')) !== undefined));
  assert.deepEqual(
    found,
    ids.map((_, index) => index >= 2),
  );
  assert.ok(await pages.find({ ...viewer, asker: 'ses_b' }, other.id, 'new'));
});

test('the pages of all sessions together are bounded: the oldest go first, the newest is always there', async () => {
  const folder = await makeFolder();
  const pages = new PreviewPages(await openFileStore(folder), 2.5 * page.html.byteLength);
  const viewers = ['ses_a', 'ses_b', 'ses_c'].map((asker) => ({ ...viewer, asker }));
  const stored: { readonly id: string; readonly of: typeof viewer }[] = [];
  for (const of of viewers) stored.push({ of, id: (await pages.store(of, page)).id });
  const found = await Promise.all(stored.map(async ({ of, id }) => (await pages.find(of, id, 'new')) !== undefined));
  assert.deepEqual(found, [false, true, true]);
  const tight = new PreviewPages(await openFileStore(folder), 1);
  const { id } = await tight.store(viewer, page);
  assert.ok(await tight.find(viewer, id, 'new'));
});
