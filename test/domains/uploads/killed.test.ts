import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sweepIncoming } from '../../../src/domains/uploads/receive-file.ts';
import { givenAccount } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { givenUploads, send } from '../../support/uploads.ts';

const script = fileURLToPath(new URL('../../support/uploading-process.ts', import.meta.url));

for (const engine of engines) {
  test(`${engine}: of a process killed in the middle of an upload nothing counts, and its file is swept`, async () => {
    await using given = await givenUploads(engine);
    const { id: accountId } = await givenAccount(given.db);
    const { incoming } = given.context;
    const argv = [script, JSON.stringify(given.location), incoming, join(given.folder, 'killed'), accountId];
    const child = spawn(process.execPath, argv, { stdio: 'ignore' });
    await eventually(async () => (await given.arriving()).length === 1 || child.exitCode !== null);
    assert.equal(child.exitCode, null);
    child.kill('SIGKILL');
    await once(child, 'exit');

    // All of the room is there again.
    await send(given, accountId, 'b.csv', `day,sold\n2026-05-01,${'1'.repeat(79)}\n`, { maxBytes: 100 });
    const [left = ''] = await readdir(incoming);
    const longAgo = new Date(Date.now() - 3 * 3_600_000);
    await utimes(join(incoming, left), longAgo, longAgo);
    assert.equal(await sweepIncoming(incoming), 1);
    assert.deepEqual(await given.arriving(), []);
  });
}
