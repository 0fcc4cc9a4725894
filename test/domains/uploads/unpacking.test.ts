import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { proposeConnection } from '../../../src/domains/connections/propose-connection.ts';
import { receiveFile } from '../../../src/domains/uploads/receive-file.ts';
import { unpackFile } from '../../../src/domains/uploads/unpack-file.ts';
import { toUpload } from '../../../src/domains/uploads/uploads.ts';
import { ServiceError } from '../../../src/platform/errors.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { damagedZip, lockedZip, zipOf } from '../../support/archives.ts';
import { makeFolder } from '../../support/file-connection.ts';
import { givenUploads, send } from '../../support/uploads.ts';

const csv = 'Datum;Menge\n02.01.2026;1\n13.01.2026;4\n';
const fixtures = join(import.meta.dirname, '../../reporting/connectors/fixtures');

const folder = await makeFolder();

/** Unpacks bytes as an upload of at most a megabyte. */
async function unpack(name: string, bytes: Buffer) {
  const take = (taken: number) => {
    if (taken > 1_000_000) throw new ServiceError('payload_too_large');
  };
  await using received = await receiveFile(Readable.from([bytes]), folder, take);
  const unpacked = await unpackFile(received, name, { folder, take });
  await using file = unpacked.file;
  return { name: unpacked.name, bytes: file.bytes, content: await readFile(file.path, 'utf8') };
}

test('compressed files and archives of one file are unpacked, under their own name', async () => {
  const macintosh = { '__MACOSX/._Umsatz.csv': 'x', 'Export/.DS_Store': 'x', 'Export/Umsatz.csv': csv };
  for (const [sent, bytes, name] of [
    ['sales.csv', Buffer.from(csv), 'sales.csv'],
    ['sales.csv.gz', gzipSync(csv), 'sales.csv'],
    ['sales.csv', gzipSync(csv), 'sales.csv'],
    ['sales.CSV.ZST', zstdCompressSync(csv), 'sales.CSV'],
    ['export.zip', zipOf(macintosh), 'Umsatz.csv'],
    ['export.zip', zipOf({ 'sales.csv.gz': gzipSync(csv) }), 'sales.csv'],
    ['empty.zip', zipOf({ 'sales.csv': '' }), 'sales.csv'],
    ['parts.csv.gz', Buffer.concat([gzipSync(csv.slice(0, 20)), gzipSync(csv.slice(20))]), 'parts.csv'],
  ] as const) {
    const content = sent === 'empty.zip' ? '' : csv;
    assert.deepEqual(await unpack(sent, bytes), { name, bytes: content.length, content }, sent);
  }
  assert.deepEqual(await readdir(folder), []);
});

test('an upload in Arrow is read by connections, compressed on the way too', async () => {
  await using given = await givenUploads('sqlite');
  const account = await givenAccount(given.db);
  const { id: projectId } = await givenProject(given.db, account);
  const arrow = await readFile(join(fixtures, 'polars-zstd.arrow'));
  const upload = toUpload(await send(given, account.id, 'flights.feather.gz', gzipSync(arrow)));
  assert.deepEqual([upload.name, upload.format, upload.size_bytes], ['flights.feather', 'arrow', arrow.length]);
  const source = { system: 'file', config: { path: upload.path }, secret: null, projectId };
  const { totals } = await proposeConnection(given.db, given.environment, source);
  assert.ok(Number(totals.rows) > 0);
  assert.deepEqual(await given.arriving(), []);
});

test('what cannot be unpacked is refused with what to do, and leaves nothing', async () => {
  const twelve = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`${index}.csv`, csv]));
  const bomb = gzipSync(Buffer.alloc(20_000_000, 'day,sold\n'));
  assert.ok(bomb.length < 100_000);
  const document = { mimetype: strToU8('x'), 'content.xml': strToU8('x') };
  for (const [sent, bytes, code, message] of [
    ['a.csv.gz', gzipSync(csv).subarray(0, 40), 'invalid_request', /damaged or cut off/],
    ['a.csv.zst', zstdCompressSync(csv).subarray(0, 30), 'invalid_request', /damaged or cut off/],
    ['a.zip', zipOf({ 'a.csv': csv }).subarray(0, 60), 'invalid_request', /damaged or cut off/],
    ['a.zip', damagedZip('a.csv', csv), 'invalid_request', /damaged or cut off/],
    ['a.zip', lockedZip('a.csv', csv), 'invalid_request', /with a password/],
    [
      'a.zip',
      zipOf({ 'a.csv': csv, 'b/c.csv': csv }),
      'invalid_request',
      /archive of 2 files: a\.csv, b\/c\.csv\. Take/,
    ],
    ['a.zip', zipOf(twelve), 'invalid_request', /archive of 12 files: .* and 2 more\./],
    ['a.zip', zipOf({ 'folder/': '' }), 'invalid_request', /holds no file/],
    ['a.gz', gzipSync(gzipSync(gzipSync(csv))), 'invalid_request', /more than twice/],
    ['a.ods', Buffer.from(zipSync(document)), 'unsupported_media_type', /OpenDocument/],
    ['bomb.csv.gz', bomb, 'payload_too_large', /./],
    ['bomb.zip', zipOf({ 'bomb.csv': Buffer.alloc(20_000_000, 'day,sold\n') }), 'payload_too_large', /./],
  ] as const) {
    await assert.rejects(unpack(sent, bytes), { code, message }, `${sent} ${message}`);
  }
  assert.deepEqual(await readdir(folder), []);
});
