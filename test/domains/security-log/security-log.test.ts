import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, renameSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { recordAudit } from '../../../src/domains/audit/audit.ts';
import {
  type LogDestination,
  openDestination,
  WholeLines,
} from '../../../src/domains/security-log/log-destinations.ts';
import { takeEntries } from '../../../src/domains/security-log/log-lines.ts';
import { type LogOutcome, startSecurityLog } from '../../../src/domains/security-log/security-log.ts';
import { emailHash } from '../../../src/domains/users/emails.ts';
import { tellRefusedSignIn } from '../../../src/domains/users/refused-sign-ins.ts';
import { signIn } from '../../../src/domains/users/sign-in.ts';
import { signInByLink } from '../../../src/domains/users/sign-in-links.ts';
import type { Database } from '../../../src/platform/database/tables.ts';
import { createTestDatabase, engines, type TestDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { removeFolder } from '../../support/folders.ts';
import { givenUser } from '../../support/people.ts';
import { silentLog } from '../../support/silent-log.ts';

const doer = { actor: 'user:usr_1', door: 'console', address: '192.0.2.7' } as const;

for (const engine of engines) {
  describe(`${engine}: the security log`, () => {
    let database: TestDatabase;
    let db: Database;
    let folder: string;
    let path: string;
    before(async () => {
      database = await createTestDatabase(engine);
      db = database.db;
    });
    after(async () => await database[Symbol.asyncDispose]());
    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'report-service-test-'));
      path = join(folder, 'security.log');
      await db.deleteFrom('audit_log').execute();
    });
    afterEach(() => removeFolder(folder));

    const record = (subject: string) =>
      recordAudit(db, doer, { action: 'project.update', accountId: null, subject, details: { secret_text: 'hidden' } });
    const linesOf = (file = path) =>
      existsSync(file)
        ? readFileSync(file, 'utf8')
            .split('\n')
            .filter(Boolean)
            .map((line) => JSON.parse(line))
        : [];
    const subjects = (file?: string) => linesOf(file).map(({ subject }) => subject);
    const counted: Record<LogOutcome, number> = { written: 0, dropped: 0, failed: 0 };
    const start = (destination: LogDestination = openDestination(path)) => {
      Object.assign(counted, { written: 0, dropped: 0, failed: 0 });
      const count = (outcome: LogOutcome, lines: number) => {
        counted[outcome] += lines;
      };
      return startSecurityLog({ db, destination, log: silentLog, count }, 10);
    };

    test('each entry is a line with who did what to what, when and from where, and without its details', async () => {
      await record('prj_1');
      await using _log = start();
      const [line] = await eventually(() => linesOf().length === 1 && linesOf());
      const [entry] = await db.selectFrom('audit_log').selectAll().execute();
      assert.deepEqual(line, {
        ...{ time: entry?.at, action: 'project.update', actor: 'user:usr_1', account: null, door: 'console' },
        ...{ address: '192.0.2.7', subject: 'prj_1', id: entry?.id },
      });
      assert.equal(statSync(path).mode & 0o777, 0o600);
      await record('prj_2');
      await eventually(() => subjects().length === 2);
      assert.deepEqual([subjects(), counted.written], [['prj_1', 'prj_2'], 2]);
    });

    test('an entry is written once by all processes together, and again when its writer was killed', async () => {
      const all = Array.from({ length: 40 }, (_, index) => `prj_${index}`);
      for (const subject of all) await record(subject);
      const files = ['a', 'b'].map((name) => join(folder, name));
      {
        await using _one = start(openDestination(files[0] ?? ''));
        await using _other = start(openDestination(files[1] ?? ''));
        await eventually(() => files.flatMap((file) => subjects(file)).length >= all.length);
      }
      assert.deepEqual(files.flatMap((file) => subjects(file)).toSorted(), all.toSorted());
      await record('prj_taken');
      const now = Date.now();
      assert.equal((await takeEntries(db, now)).length, 1, 'by one that is killed before it writes');
      assert.equal((await takeEntries(db, now + 59_000)).length, 0);
      assert.deepEqual(
        (await takeEntries(db, now + 61_000)).map(({ subject }) => subject),
        ['prj_taken'],
      );
    });

    test('a file that is moved away or emptied goes on under its name', async () => {
      await using _log = start();
      await record('prj_1');
      await eventually(() => subjects().length === 1);
      renameSync(path, `${path}.1`);
      await record('prj_2');
      await eventually(() => subjects().length === 1);
      assert.deepEqual([subjects(`${path}.1`), subjects()], [['prj_1'], ['prj_2']]);
      truncateSync(path);
      await record('prj_3');
      await eventually(() => subjects().length === 1);
      assert.deepEqual(subjects(), ['prj_3']);
    });

    test('what cannot be written is counted, tried again and lost by nobody', async () => {
      let isFull = true;
      const written: string[] = [];
      await using _log = start({
        async write(lines) {
          if (isFull) throw new Error('no space left on device');
          written.push(lines);
        },
        async [Symbol.asyncDispose]() {},
      });
      await record('prj_1');
      await eventually(() => counted.failed > 0);
      assert.equal(
        (await signIn(db, { email: 'nobody@example.com', password: 'x' }, { address: '192.0.2.9', agent: '' })).result,
        'wrong',
      );
      isFull = false;
      await db.updateTable('audit_log').set({ log_due_at: new Date().toISOString() }).execute();
      await eventually(() => written.join('').includes('prj_1') && written.join('').includes('session.refuse'));
    });

    test('a refused sign-in tells from where and why, and the address by its digest where nobody has it', async () => {
      const user = await givenUser(db);
      await using _log = start();
      const from = (address: string) => ({ address, agent: '' });
      await signIn(db, { email: user.email, password: 'not this one' }, from('192.0.2.21'));
      await signIn(db, { email: 'hunter2 hunter2', password: 'x' }, from('192.0.2.22'));
      await signInByLink(db, 'x'.repeat(43), from('192.0.2.23'));
      for (let times = 0; times < 11; times++) {
        await signIn(db, { email: `${times}@example.com`, password: 'x' }, from('192.0.2.24'));
      }
      const told = () =>
        linesOf()
          .filter(({ action }) => action === 'session.refuse')
          .map(({ address, subject, reason }) => [address, subject, reason]);
      await eventually(() => told().length === 14);
      assert.deepEqual(told().slice(0, 3), [
        ['192.0.2.21', user.id, 'wrong'],
        ['192.0.2.22', `email:${emailHash('hunter2 hunter2')}`, 'wrong'],
        ['192.0.2.23', null, 'link'],
      ]);
      assert.deepEqual(told().at(-1), ['192.0.2.24', `email:${emailHash('10@example.com')}`, 'throttled']);
      assert.ok(!readFileSync(path, 'utf8').includes('hunter2'));
    });

    test('refusals that wait are bounded, and those beyond are counted', async () => {
      const hanging = Promise.withResolvers<void>();
      const log = start({ write: () => hanging.promise, async [Symbol.asyncDispose]() {} });
      const tell = () => tellRefusedSignIn({ userId: null, email: '', address: '192.0.2.1', reason: 'wrong' });
      for (let times = 0; times < 10_000; times++) tell();
      assert.equal(counted.dropped, 0);
      tell();
      assert.equal(counted.dropped, 1);
      hanging.resolve();
      await log[Symbol.asyncDispose]();
    });

    test('entries from before there was such a log are not written', async () => {
      await record('prj_old');
      await db.updateTable('audit_log').set({ log_due_at: null }).execute();
      await record('prj_new');
      await using _log = start();
      await eventually(() => subjects().length > 0);
      assert.deepEqual(subjects(), ['prj_new']);
    });
  });
}

test('a line that a full disk has cut off ends before the next one, which is whole', async () => {
  let disk = '';
  let room = 5;
  const lines = new WholeLines();
  const write = (text: string) =>
    lines.write(text, async (bytes, offset) => {
      if (room === 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      const some = Math.min(room, bytes.length - offset);
      disk += bytes.toString('utf8', offset, offset + some);
      room -= some;
      return some;
    });
  await assert.rejects(write('{"a":1}\n'), /no space/);
  await assert.rejects(write('{"a":1}\n'), /no space/);
  room = 1_000;
  await write('{"a":1}\n');
  await write('{"b":2}\n');
  assert.equal(disk, '{"a":\n{"a":1}\n{"b":2}\n');
});

test('a reader that is slow is waited for, and one that has stopped is a fault', async () => {
  const full = () => Promise.reject(Object.assign(new Error('full'), { code: 'EAGAIN' }));
  let calls = 0;
  await new WholeLines(1).write('{}\n', async (bytes) => (++calls < 3 ? full() : bytes.length));
  assert.equal(calls, 3);
  await assert.rejects(new WholeLines(1).write('{}\n', full), /full/);
});

test('a disk that is full is a fault', { skip: !existsSync('/dev/full') }, async () => {
  await using destination = openDestination('/dev/full');
  await assert.rejects(destination.write('{}\n'), { code: 'ENOSPC' });
});
