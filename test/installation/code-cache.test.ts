import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sweepCodeCache } from '../../src/installation/code-cache.ts';
import { removeFolder } from '../support/folders.ts';

const folder = mkdtempSync(join(tmpdir(), 'report-service-cache-'));
after(() => removeFolder(folder));

test('of compiled code beyond the bound the oldest goes, that of former versions', async () => {
  for (const [index, version] of ['v24', 'v26'].entries()) {
    mkdirSync(join(folder, version));
    for (const name of ['a', 'b']) {
      writeFileSync(join(folder, version, name), 'x'.repeat(100));
      utimesSync(join(folder, version, name), 1_000 + index, 1_000 + index);
    }
  }
  assert.equal(await sweepCodeCache(folder, 400), 0);
  assert.equal(await sweepCodeCache(folder, 250), 2);
  const left = ['v24', 'v26'].map((version) => readdirSync(join(folder, version)).length);
  assert.deepEqual(left, [0, 2]);
  assert.equal(await sweepCodeCache(join(folder, 'none')), 0);
});
