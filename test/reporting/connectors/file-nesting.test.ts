import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { isError } from '../../support/connector-conformance.ts';
import { makeConfig, makeFolder, verify } from '../../support/file-connection.ts';

const folder = await makeFolder();
/** One row in an array; its city is an array of the given depth. */
const nested = (levels: number) => `[{"date":"2026-01-01","city":${'['.repeat(levels)}1${']'.repeat(levels)}}]`;

async function read(name: string, content: string | Buffer): Promise<void> {
  writeFileSync(join(folder, name), content);
  await verify([folder], makeConfig(name, 'date', { rows: 'count(*)' }));
}

test('JSON that nests 100 levels deep is read, plain and compressed', async () => {
  await read('hundred.json', nested(98));
  await read('hundred.json.gz', gzipSync(nested(98)));
  await read('hundred.json.zst', zstdCompressSync(nested(98)));
});

for (const [what, name, content] of [
  ['an array', 'array.json', nested(99)],
  ['an array in gzip', 'array.json.gz', gzipSync(nested(20_000))],
  ['an array in Zstandard', 'array.json.zst', zstdCompressSync(nested(20_000))],
  ['objects', 'objects.ndjson', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}\n`],
  ['an array after a text that does not end', 'text.ndjson', `{"date":"\n${nested(20_000)}\n`],
] as const) {
  test(`${what} of more levels is refused before the engine sees it`, async () => {
    const says = new RegExp(`^Reading ${name.replaceAll('.', '\\.')} failed: it nests more than 100 levels deep\\.$`);
    await assert.rejects(read(name, content), isError('invalid_config', says));
  });
}

test('brackets in texts do not count', async () => {
  const city = JSON.stringify('\\"[{'.repeat(1_000));
  await read('texts.ndjson', `{"date":"2026-01-01","city":${city}}\n`.repeat(3));
});
