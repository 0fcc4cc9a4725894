import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { after } from 'node:test';
import { findFormat, hasFormat } from '../../../src/domains/uploads/file-format.ts';
import { receiveFile, sweepIncoming } from '../../../src/domains/uploads/receive-file.ts';
import { readUploadName } from '../../../src/domains/uploads/upload-name.ts';
import { openAllowance } from '../../../src/domains/uploads/upload-quota.ts';
import { insertUpload } from '../../../src/domains/uploads/uploads.ts';
import { findOrphans } from '../../../src/installation/sweeper.ts';
import { givenAccount } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { realData } from '../../support/file-connection.ts';
import { test, usually } from '../../support/suite.ts';
import { givenUploads, send } from '../../support/uploads.ts';

const folder = await mkdtemp(join(tmpdir(), 'report-service-incoming-'));
after(() => rm(folder, { recursive: true }));
const unbounded = () => {};
const csv = 'day,sold\n2026-05-01,1\n';
const mb = 1_000_000;

test('a file is received byte for byte, and gone when it is done with', async () => {
  const bytes = randomBytes(3_000_001);
  {
    await using file = await receiveFile(Readable.from([bytes]), folder, unbounded);
    assert.equal(file.bytes, bytes.length);
    assert.equal(file.sha256, createHash('sha256').update(bytes).digest('hex'));
    assert.ok((await readFile(file.path)).equals(bytes));
  }
  assert.deepEqual(await readdir(folder), []);
});

test('a sender is held back while the disk is slower, so that little is in memory', async () => {
  const source = new PassThrough({ highWaterMark: 64 * 1024 });
  let most = 0;
  const receiving = receiveFile(source, folder, () => {
    most = Math.max(most, source.readableLength + source.writableLength);
  });
  const piece = Buffer.alloc(64 * 1024);
  for (let sent = 0; sent < 400; sent++) {
    if (!source.write(piece)) await new Promise((resolve) => source.once('drain', resolve));
  }
  source.end();
  await using file = await receiving;
  assert.equal(file.bytes, 400 * piece.length);
  assert.ok(most <= 1024 * 1024, `${most} bytes waited`);
});

test('nothing is left of senders that are silent, slow or leave', async () => {
  const silent = new PassThrough();
  silent.write('day,');
  const tooSlow = { code: 'invalid_request', message: /took too long/ };
  await assert.rejects(receiveFile(silent, folder, unbounded, { silentMs: 50, wholeMs: 60_000 }), tooSlow);
  const slow = new PassThrough();
  const dripping = setInterval(() => slow.write('x'), 20);
  await assert.rejects(receiveFile(slow, folder, unbounded, { silentMs: 60_000, wholeMs: 300 }), tooSlow);
  clearInterval(dripping);
  const leaving = new PassThrough();
  leaving.write('day,');
  const receiving = receiveFile(leaving, folder, unbounded);
  await eventually(async () => (await readdir(folder)).length === 1);
  leaving.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
  await assert.rejects(receiving, { code: 'invalid_request', message: /ended early/ });
  assert.deepEqual(await readdir(folder), []);
});

test('what killed processes leave is swept, what still arrives is not', async () => {
  for (const name of ['old', 'new']) await writeFile(join(folder, name), 'x');
  const longAgo = new Date(Date.now() - 3 * 3_600_000);
  await utimes(join(folder, 'old'), longAgo, longAgo);
  assert.equal(await sweepIncoming(folder), 1);
  assert.deepEqual(await readdir(folder), ['new']);
  await rm(join(folder, 'new'));
  assert.equal(await sweepIncoming(join(folder, 'none')), 0);
});

test('the format is found in the bytes, whatever the name', async () => {
  const path = join(folder, 'any');
  for (const [format, content] of [
    ['csv', csv],
    ['csv', `\uFEFFTag;Menge\n1;"a\tb"\n`],
    ['csv', 'Bericht\n\nTag,Menge\n1,2\n'],
    ['csv', Buffer.from('\uFEFFTag,Menge\n1,2\n', 'utf16le')],
    ['csv', Buffer.from('Tag;Größe\n1;2\n', 'latin1')],
    ['tsv', 'day\tsold\n1\t2\n'],
    ['json', '[{"a": 1}]'],
    ['json', ' \n{\n  "rows": []\n}'],
    ['ndjson', '{"a": 1}\n{"a": 2}\n'],
    ['parquet', 'PAR1 and more'],
    ['xlsx', 'PK\u0003\u0004 and more'],
    ['arrow', 'ARROW1\0\0 and more'],
    ['arrow', Buffer.from([0xff, 0xff, 0xff, 0xff, 8, 0, 0, 0, 4])],
  ] as const) {
    await writeFile(path, content);
    assert.equal(await findFormat(path), format, String(content));
  }
  for (const [fault, content] of [
    [/empty/, ''],
    [/archive \(tar\)/, Buffer.concat([Buffer.alloc(257, 'sales.csv'), Buffer.from('ustar'), Buffer.alloc(250)])],
    [/old Excel/, Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1])],
    [/web page/, '<!DOCTYPE html><html>'],
    [/none of csv/, Buffer.from('%PDF-1.7\n\0\u0001', 'latin1')],
    [/none of csv/, randomBytes(4096)],
  ] as const) {
    await writeFile(path, content);
    await assert.rejects(findFormat(path), { code: 'unsupported_media_type', message: fault });
  }
  await rm(path);
  assert.ok(hasFormat('a.b.CSV', 'csv') && hasFormat('a.jsonl', 'ndjson') && !hasFormat('a.csv.exe', 'csv'));
});

test('names keep nothing that leads elsewhere or is not seen', () => {
  for (const [given, kept] of [
    ['sales.csv', 'sales.csv'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ann\\Umsätze.xlsx', 'Umsätze.xlsx'],
    ['a\u202Egnp.csv', 'agnp.csv'],
    [' a\r\nb\0.csv ', 'ab.csv'],
    ['Umsa\u0308tze.csv', 'Umsätze.csv'],
    ['報告.csv', '報告.csv'],
  ] as const) {
    assert.equal(readUploadName(given), kept);
  }
  for (const given of ['', ' ', 'a/', '..', '/', '\u200B', 'x'.repeat(201)]) {
    assert.throws(() => readUploadName(given), { code: 'invalid_request' }, given);
  }
});

for (const engine of usually(engines, ['sqlite'])) {
  test(`${engine}: the bounds of a plan hold before, during and after a file arrives, and beside others`, async () => {
    await using given = await givenUploads(engine);
    const { db } = given;
    const { id: accountId } = await givenAccount(db, { plan: 'free' });
    const { id } = await send(given, accountId, 'a.csv', csv);
    await db
      .updateTable('uploads')
      .set({ size_bytes: 30 * mb })
      .where('id', '=', id)
      .execute();
    const tooLarge = { code: 'payload_too_large', message: /50 MB.*30 MB are taken/ };

    let isAsked = false;
    const untouched = new Readable({
      read() {
        isAsked = true;
      },
    });
    const declared = { declaredBytes: 20 * mb + 1, bytes: untouched };
    await assert.rejects(send(given, accountId, 'b.csv', '', declared), tooLarge);
    assert.equal(isAsked, false, 'nothing is read of what is declared too large');

    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(mb);
      })(),
    );
    await assert.rejects(send(given, accountId, 'b.csv', '', { bytes: endless }), tooLarge);
    await assert.rejects(send(given, accountId, 'b.csv', csv, { declaredBytes: 2 ** 30 + 1, maxBytes: null }), /1 GiB/);

    const quota = { accountId, maxBytes: 50 * mb };
    {
      using one = await openAllowance(db, quota);
      one.take(15 * mb);
      using other = await openAllowance(db, quota);
      other.take(5 * mb);
      assert.throws(() => other.take(5 * mb + 1), { code: 'payload_too_large' });
      using inPlace = await openAllowance(db, { ...quota, replacedId: id });
      inPlace.take(30 * mb);
      using _fourth = await openAllowance(db, quota);
      await assert.rejects(openAllowance(db, quota), { code: 'rate_limit_exceeded' });
    }
    using again = await openAllowance(db, quota);
    again.take(20 * mb);
    assert.deepEqual(await given.arriving(), []);
    assert.equal((await given.stored()).length, 1);
  });

  test(`${engine}: what arrives of all accounts together is bounded, and the disk keeps room for the rest`, async () => {
    await using given = await givenUploads(engine);
    const { id: one } = await givenAccount(given.db);
    const { id: other } = await givenAccount(given.db);
    const bounds = { mostBytes: 1_000, leastFree: 0 };
    const within = { ...given, context: { ...given.context, bounds } };
    const busy = { status: 503, code: 'api_controls_unavailable', message: /as many files as it has room for/ };
    const waiting = new PassThrough();
    const first = send(within, one, 'a.csv', '', { declaredBytes: 900, bytes: waiting });
    await eventually(async () => (await given.arriving()).length === 1);
    await assert.rejects(send(within, other, 'b.csv', 'x'.repeat(101)), busy);
    await assert.rejects(send(within, other, 'b.csv', 'x'.repeat(101), { declaredBytes: null }), busy);
    waiting.end(csv);
    await first;
    await send(within, other, 'b.csv', csv);
    await writeFile(join(given.context.incoming, 'left'), 'x'.repeat(999));
    await assert.rejects(send(within, other, 'c.csv', csv), busy);
    await rm(join(given.context.incoming, 'left'));
    const filling = { ...given, context: { ...given.context, bounds: { mostBytes: 2 ** 40, leastFree: 2 ** 60 } } };
    await assert.rejects(send(filling, one, 'd.csv', csv), { status: 503, message: /too little room on its disk/ });
    assert.deepEqual(await given.arriving(), []);
  });

  test(`${engine}: of two files that come at once by two processes, only one takes the last room`, async () => {
    await using given = await givenUploads(engine);
    const { db } = given;
    const { id: accountId } = await givenAccount(db, { plan: 'free' });
    const stored = { accountId, name: 'a.csv', format: 'csv', columns: '[]', size_bytes: 30, sha256: '' };
    const insert = (key: string) =>
      db.transaction().execute((transaction) => insertUpload(transaction, { ...stored, object_key: key }, 50));
    const results = await Promise.allSettled([insert('uploads/1'), insert('uploads/2')]);
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
    assert.deepEqual(refused, ['payload_too_large']);
    const rows = await db.selectFrom('uploads').select('id').execute();
    assert.equal(rows.length, 1);
  });

  test(`${engine}: a file that cannot be read is refused, and objects without a row are swept`, async () => {
    await using given = await givenUploads(engine);
    const { db, objects } = given;
    const { id: accountId } = await givenAccount(db);
    const damaged = (await readFile(join(realData, 'flights-3m.parquet'))).subarray(0, 100_000);
    const unreadable = { code: 'invalid_request', message: /cannot be read/ };
    await assert.rejects(send(given, accountId, 'a.parquet', damaged), unreadable);
    await assert.rejects(send(given, accountId, 'a.xlsx', 'PK\u0003\u0004 no workbook'), unreadable);
    assert.deepEqual(await given.stored(), []);

    const { object_key, columns } = await send(given, accountId, 'empty.csv', 'day,sold\n');
    assert.equal(columns, '[]', 'a file without rows yet is one');
    await objects.put(`uploads/${accountId}-left`, Buffer.from('by a killed process'));
    const orphans = (ageMs: number) => Array.fromAsync(findOrphans(db, objects, ageMs));
    assert.deepEqual(await orphans(24 * 3_600_000), [], 'its row may still come');
    assert.deepEqual(await orphans(-1_000), [`uploads/${accountId}-left`]);
    assert.ok((await given.stored()).includes(object_key));
  });
}
