import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { chooseKept } from '../../src/installation/backup/prune-store.ts';
import { openOrMakeStore, openPlace } from '../../src/installation/backup/store.ts';
import { markWork } from '../../src/installation/backup/store-marks.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { eventually } from '../support/eventually.ts';
import { removeFolder } from '../support/folders.ts';
import { givenReport, smallDocument } from '../support/outcomes.ts';
import { rowsOf } from '../support/portable-rows.ts';
import { givenInstallation, startCommand, type TestInstallation } from '../support/process.ts';
import { test } from '../support/suite.ts';

const folder = mkdtempSync(join(tmpdir(), 'report-service-prune-'));
after(() => removeFolder(folder));
let places = 0;
const newPlace = () => join(folder, `place-${places++}`);
const key = randomBytes(32).toString('base64');
const dayMs = 86_400_000;

/** The files of a store with their sizes, without the marks of work. */
const filesOf = (place: string) =>
  ['backups', 'objects', 'rows'].flatMap((kind) =>
    readdirSync(join(place, kind)).map((name) => [`${kind}/${name}`, statSync(join(place, kind, name)).size] as const),
  );
const bytesOf = (place: string) =>
  filesOf(place).reduce((sum, [name, size]) => sum + (name.startsWith('backups/') ? 0 : size), 0);

const idOf = (moment: Date, mark = '0'.repeat(32)) =>
  `${moment.toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z-${mark}`;

/** Lets a backup be one of so many days before; returns its new id. */
function makeOlder(place: string, id: string, days: number): string {
  const older = idOf(new Date(Date.now() - days * dayMs), id.split('-')[1]);
  renameSync(join(place, `backups/${id}.json`), join(place, `backups/${older}.json`));
  return older;
}

/** A store of three backups, each with a project and a report that the next one lacks: 100 and 40 days old, and new. */
async function givenStore(source: TestInstallation) {
  const account = await givenAccount(source.db);
  const objects = await openFileStore(join(source.dataDir, 'objects'));
  const place = newPlace();
  for (const days of [100, 40, 0]) {
    const { id: project } = await givenProject(source.db, account, { name: `Project of ${days}` });
    const { reportId } = await givenReport(source.db, objects, account, project, {
      document: { ...smallDocument(), title: `Report of ${days}` },
    });
    const { backup } = await source.json(['backup', '--to', place]);
    if (days === 0) break;
    makeOlder(place, backup, days);
    await source.db.updateTable('projects').set({ name: 'Renamed' }).where('id', '=', project).execute();
    await source.db.deleteFrom('reports').where('id', '=', reportId).execute();
  }
  return place;
}

/** What a backup leaves that is killed in its middle; on a busy machine some end before they are. */
async function markOfKilledBackup(source: TestInstallation, place: string): Promise<string> {
  const isBegun = (name: string) =>
    name.startsWith('backup') && readFileSync(join(place, 'work', name), 'utf8') === 'begun';
  const find = () => {
    try {
      return readdirSync(join(place, 'work')).find(isBegun);
    } catch {
      // It has just ended.
      return undefined;
    }
  };
  for (let attempt = 0; attempt < 5; attempt++) {
    await using backup = startCommand(['backup', '--to', place], source.environment);
    let hasEnded = false;
    void backup.ended.finally(() => {
      hasEnded = true;
    });
    await eventually(() => hasEnded || find());
    await backup.stop('SIGKILL');
    const mark = find();
    if (mark) return mark;
  }
  throw new Error('each backup had ended before it was killed');
}

const textsOf = (place: string) =>
  readdirSync(join(place, 'rows'))
    .map((name) => gunzipSync(readFileSync(join(place, 'rows', name))).toString())
    .join('');

test('a prune keeps the backups of so many days whole, and removes the others with what only they have', async () => {
  await using source = await givenInstallation('sqlite', { SECRET_KEY: key });
  const place = await givenStore(source);
  // Of a backup that was interrupted.
  writeFileSync(join(place, `rows/${'a'.repeat(64)}.gz`), gzipSync('left'));
  const rows = await rowsOf(source.db);
  const before = filesOf(place);
  assert.match(textsOf(place), /Project of 100/);

  const argv = ['backup', 'prune', place, '--keep-days', '30'];
  const dry = await source.json([...argv, '--dry-run']);
  assert.match(dry.note, /Nothing was removed/);
  assert.deepEqual(filesOf(place), before);
  const bytes = bytesOf(place);
  const pruned = await source.json(argv);
  assert.deepEqual({ ...pruned, note: dry.note }, dry);
  assert.deepEqual([pruned.backups_kept, pruned.backups_removed], [1, 2]);
  assert.equal(filesOf(place).length, before.length - pruned.files_removed - 2);
  assert.equal(bytesOf(place), bytes - pruned.bytes_removed);
  assert.doesNotMatch(textsOf(place), /Project of 100|Project of 40/, 'nobody finds in it what was to be gone');
  assert.equal(readdirSync(join(place, 'objects')).length, 1);

  const [kept, ...others] = await source.json(['backup', 'verify', place]);
  assert.deepEqual([kept.whole, others], [true, []]);
  await using target = await givenInstallation('sqlite', { SECRET_KEY: key });
  await target.json(['restore', place]);
  assert.deepEqual((await rowsOf(target.db)).projects, rows.projects);
  const again = await source.json(argv);
  assert.deepEqual([again.backups_kept, again.backups_removed, again.files_removed], [1, 0, 0]);
});

test('kept are all of so many days before the newest, the last of each of so many months, and always the newest', () => {
  const at = (moment: string) => idOf(new Date(moment));
  const ids = [
    ...['2025-11-30T01:00:00Z', '2026-08-31T23:59:59Z', '2026-09-01T00:00:00Z', '2026-09-29T01:00:00Z'],
    ...['2026-10-30T01:00:00Z', '2026-11-26T01:00:01Z', '2026-11-28T01:00:00Z', '2026-11-29T01:00:00Z'],
  ].map(at);
  const kept = (days: number, months: number) => chooseKept(ids, { days, months }).map((id) => ids.indexOf(id));
  assert.deepEqual(kept(1, 0), [7]);
  assert.deepEqual(kept(3, 0), [5, 6, 7]);
  assert.deepEqual(kept(1, 1), [7]);
  assert.deepEqual(kept(1, 3), [3, 4, 7]);
  assert.deepEqual(kept(2, 4), [1, 3, 4, 6, 7]);
  assert.deepEqual(kept(1, 13), [0, 1, 3, 4, 7]);
  assert.deepEqual(chooseKept([], { days: 1, months: 1 }), []);
});

test('nothing is removed beside a backup, or of a killed one before a quarter of an hour; and no backup is made beside a prune', async () => {
  await using source = await givenInstallation('sqlite', { SECRET_KEY: key });
  const place = await givenStore(source);
  const mark = await markOfKilledBackup(source, place);
  const before = filesOf(place);
  const argv = ['backup', 'prune', place, '--keep-days', '1'];
  const refused = await source.run(argv);
  assert.deepEqual([refused.code, filesOf(place)], [1, before]);
  assert.match(
    refused.stderr,
    /in use: a backup into it is made \(work\/backup-.*\)\. Try again .* in a quarter of an hour/,
  );
  const old = new Date(Date.now() - 16 * 60_000);
  utimesSync(join(place, 'work', mark), old, old);

  const pruning = join(place, 'work/prune-00000000-0000-4000-8000-000000000000');
  writeFileSync(pruning, 'begun');
  for (const beside of [['backup', '--to', place], argv]) {
    const { code, stderr } = await source.run(beside);
    assert.deepEqual([code, filesOf(place)], [1, before]);
    assert.match(stderr, /in use: it is pruned \(work\/prune-.*\)\. Try again/);
  }
  rmSync(pruning);
  assert.equal((await source.json(argv)).backups_removed, 2);
  assert.ok(!existsSync(join(place, 'work', mark)));
  await source.json(['backup', '--to', place]);
});

test('nothing is removed while a kept backup cannot be read, since it is not known what it needs', async () => {
  await using source = await givenInstallation('sqlite', { SECRET_KEY: key });
  const place = await givenStore(source);
  const [newest = ''] = readdirSync(join(place, 'backups')).toSorted().toReversed();
  const path = join(place, 'backups', newest);
  const { tables } = JSON.parse(readFileSync(path, 'utf8'));
  const list = join(place, `rows/${tables.projects.list}.gz`);
  for (const damaged of [path, list]) {
    const bytes = readFileSync(damaged);
    writeFileSync(damaged, bytes.subarray(0, -1));
    const before = filesOf(place);
    const { code, stderr } = await source.run(['backup', 'prune', place, '--keep-days', '1']);
    assert.deepEqual([code, filesOf(place)], [1, before]);
    assert.match(stderr, /The backup is damaged: (backups|rows)\//);
    writeFileSync(damaged, bytes);
  }
  assert.equal((await source.json(['backup', 'prune', place, '--keep-days', '1'])).backups_removed, 2);
});

test('nothing is removed while the newest backup is yet to come, beside which all others would be old', async () => {
  await using source = await givenInstallation('sqlite', { SECRET_KEY: key });
  const place = await givenStore(source);
  const [newest = ''] = readdirSync(join(place, 'backups')).toSorted().toReversed();
  const future = makeOlder(place, newest.replace('.json', ''), -2);
  const before = filesOf(place);
  const argv = ['backup', 'prune', place, '--keep-days', '1'];
  const { code, stderr } = await source.run(argv);
  assert.deepEqual([code, filesOf(place)], [1, before]);
  assert.match(stderr, /is yet to come: a clock was wrong, or somebody else put it there\. Nothing was removed/);
  renameSync(join(place, `backups/${future}.json`), join(place, 'backups', newest));
  assert.equal((await source.json(argv)).backups_removed, 2);
});

test('a prune that is killed leaves no backup that lacks a file, and the next one goes on', async () => {
  await using source = await givenInstallation('sqlite', { SECRET_KEY: key });
  const place = await givenStore(source);
  for (let index = 0; index < 2_000; index++)
    writeFileSync(join(place, `rows/${index.toString(16).padStart(64, '0')}.gz`), 'left');
  const left = () => readdirSync(join(place, 'rows')).length;
  const before = left();
  const argv = ['backup', 'prune', place, '--keep-days', '1'];
  await using prune = startCommand(argv, source.environment);
  await eventually(() => left() < before - 20);
  await prune.stop('SIGKILL');
  assert.ok(left() > 100, 'it was killed on its way');
  const verified: { whole: boolean }[] = await source.json(['backup', 'verify', place]);
  assert.ok(verified.length > 0 && verified.every(({ whole }) => whole));
  for (const name of readdirSync(join(place, 'work'))) rmSync(join(place, 'work', name));
  await source.json(argv);
  assert.equal((await source.json(argv)).files_removed, 0);
  assert.equal((await source.json(['backup', 'verify', place]))[0].whole, true);
});

test('a backup or prune that stood still for too long gives up, and one that goes on renews its mark', async (t) => {
  const place = newPlace();
  const store = await openOrMakeStore(place, await openPlace(place, readConfig({}), true), undefined);
  t.mock.timers.enable({ apis: ['Date', 'setInterval'], now: Date.now() });
  await using work = await markWork(store, 'backup');
  const [name = ''] = readdirSync(join(place, 'work'));
  const path = join(place, 'work', name);
  for (let minute = 0; minute < 20; minute++) {
    writeFileSync(path, 'old');
    t.mock.timers.tick(60_000);
    await eventually(() => readFileSync(path, 'utf8') === 'begun');
    work.check();
  }
  t.mock.timers.setTime(Date.now() + 8 * 60_000);
  assert.throws(() => work.check(), /may have been changed while this process stood still; run it again/);
  writeFileSync(path, 'ended');
  t.mock.timers.tick(60_000);
  assert.equal(readFileSync(path, 'utf8'), 'ended', 'it does not take up what others may have taken for over');
});

test('what to keep has to be said, as whole numbers', async () => {
  await using source = await givenInstallation('sqlite', { SECRET_KEY: key });
  for (const [flags, says] of [
    [[], /--keep-days/],
    [['--keep-days', '0'], /--keep-days/],
    [['--keep-days', '7', '--keep-months', 'x'], /--keep-months/],
  ] as const) {
    const { code, stderr } = await source.run(['backup', 'prune', newPlace(), ...flags]);
    assert.ok(code !== 0);
    assert.match(stderr, says);
  }
});
