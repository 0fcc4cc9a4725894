import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { refuseUndrawable } from '../../../src/domains/pictures/try-pictures.ts';
import { ServiceError } from '../../../src/platform/errors.ts';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import { sha256 } from '../../../src/platform/storage/object-store.ts';
import { PictureTrials } from '../../../src/reporting/renderers/logo/trials.ts';
import { removeFolder } from '../../support/folders.ts';
import { png, pngUri } from '../../support/pictures.ts';

const folder = mkdtempSync(join(tmpdir(), 'report-service-pictures-'));
after(() => removeFolder(folder));
const objects = await openFileStore(folder);
const placed = (picture: string) => [{ picture, field: 'settings.logo', as: 'logo' as const }];

test('where nothing draws, no picture is blamed: the answer is that of a service that is busy', async () => {
  const program = join(folder, 'waiting.mjs');
  writeFileSync(program, 'setInterval(() => {}, 1_000);');
  const trials = new PictureTrials({ program, deadlineMs: 300 });
  await assert.rejects(refuseUndrawable(objects, 'acc_1', placed(pngUri()), trials), (error) => {
    assert.ok(error instanceof ServiceError);
    assert.deepEqual([error.status, error.code, error.details], [503, 'api_controls_unavailable', undefined]);
    return true;
  });
});

test('a stored picture is drawn once, and then not even read; one that is damaged is refused', async () => {
  const bytes = png({ seed: 5 });
  const key = `pictures/acc_1-${sha256(bytes)}`;
  await objects.put(key, bytes);
  const trials = new PictureTrials({ deadlineMs: 60_000 });
  await refuseUndrawable(objects, 'acc_1', placed(`sha256:${sha256(bytes)}`), trials);
  await objects.put(key, Buffer.from('damaged'));
  await refuseUndrawable(objects, 'acc_1', placed(`sha256:${sha256(bytes)}`), trials);
  const another = new PictureTrials({ deadlineMs: 60_000 });
  await assert.rejects(refuseUndrawable(objects, 'acc_1', placed(`sha256:${sha256(bytes)}`), another), (error) => {
    assert.match(JSON.stringify((error as ServiceError).details), /whose file is damaged/);
    return true;
  });
});
