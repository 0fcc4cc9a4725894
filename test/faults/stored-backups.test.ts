import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { removeFolder } from '../support/folders.ts';
import { givenExport, givenReport, smallDocument } from '../support/outcomes.ts';
import { rowsOf } from '../support/portable-rows.ts';
import { givenInstallation, startCommand } from '../support/process.ts';
import { rounds, test, usually } from '../support/suite.ts';
import { seed, seededRandom } from './support/random.ts';

const key = randomBytes(32).toString('base64');
const countIn = (folder: string) => (existsSync(folder) ? readdirSync(folder).length : 0);

for (const engine of engines) {
  test(`${engine}: a backup that is killed is never taken for one, the next goes on; a restore of an account that is killed leaves nothing of it`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'report-service-killed-'));
    t.after(() => removeFolder(folder));
    await using source = await givenInstallation(engine, { SECRET_KEY: key });
    const account = await givenAccount(source.db);
    const { id: project } = await givenProject(source.db, account);
    const objects = await openFileStore(join(source.dataDir, 'objects'));
    const all = 2 * usually(40, 12);
    for (let index = 0; index < all; index += 2) {
      const { reportId } = await givenReport(source.db, objects, account, project, { document: smallDocument() });
      await givenExport(source.db, objects, account, project, { bytes: randomBytes(20_000), reportId });
    }
    const [place, ageKey] = [join(folder, 'store'), join(folder, 'key')];
    await source.json(['backup', 'new-key', ageKey]);
    const random = seededRandom(seed);
    const argv = ['--key', ageKey];
    let [kills, survived] = [0, 0];
    for (let round = 0; round < rounds(4); round++) {
      await using backup = startCommand(['backup', '--to', place, ...argv], source.environment);
      // At some file on its way, and at the last ones of a base that is nearly whole.
      const files = countIn(join(place, 'rows')) + countIn(join(place, 'objects'));
      const wanted = files + 1 + Math.floor(random() * 30);
      let isOver = false;
      backup.ended.then(() => {
        isOver = true;
      });
      await eventually(
        () => isOver || countIn(join(place, 'rows')) + countIn(join(place, 'objects')) >= wanted,
        60_000,
      );
      const { code } = await backup.stop('SIGKILL');
      if (code === 0) survived++;
      else kills++;
      if (!existsSync(join(place, 'store/about.json'))) continue;
      const verified: { whole: boolean; objects: number }[] = await source.json(['backup', 'verify', place, ...argv]);
      // A kill may come between the manifest and the end of the process.
      assert.ok(verified.length >= survived && verified.length <= survived + kills);
      assert.ok(verified.every((each) => each.whole && each.objects === all));
    }
    const { objects: count } = await source.json(['backup', '--to', place, ...argv]);
    const expected = await rowsOf(source.db);

    await using target = await givenInstallation(engine, { SECRET_KEY: key });
    await givenProject(target.db, await givenAccount(target.db));
    const before = await rowsOf(target.db);
    const restore = ['restore', place, ...argv, '--account', account.id];
    const stored = () =>
      countIn(join(target.dataDir, 'objects/documents')) + countIn(join(target.dataDir, 'objects/artifacts'));
    let isThere = false;
    for (let round = 0; round < rounds(3) && !isThere; round++) {
      await using command = startCommand(restore, target.environment);
      // While files come, or once all are there and rows do.
      const wanted = round % 2 === 0 ? count : Math.ceil(random() * count);
      let isOver = false;
      command.ended.then(() => {
        isOver = true;
      });
      await eventually(() => isOver || stored() >= wanted, 60_000);
      await delay(round % 2 === 0 ? random() * 40 : 0);
      await command.stop('SIGKILL');
      const now = await rowsOf(target.db);
      isThere = now.accounts?.length === 2;
      if (!isThere) assert.deepEqual(now, before);
    }
    if (!isThere) await target.json(restore);
    const now = await rowsOf(target.db);
    for (const table of ['projects', 'reports', 'accounts'])
      for (const row of expected[table] ?? []) assert.ok(now[table]?.includes(row), table);
    assert.equal(stored(), count);
    t.diagnostic(`${engine}: ${kills} backups killed, ${survived} were quicker (seed ${seed})`);
  });
}
