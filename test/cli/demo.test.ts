import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { removeFolder } from '../support/folders.ts';
import { test } from '../support/suite.ts';

const bin = fileURLToPath(new URL('../../bin/report-service', import.meta.url));

for (const [signal, expected] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  test(`a demo ended by ${signal} ends its service too, even with --keep`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'demo-'));
    t.after(() => removeFolder(folder));
    const demo = spawn(bin, ['demo', '--keep'], {
      cwd: folder,
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const exit = once(demo, 'exit');
    let url = '';
    for await (const line of createInterface({ input: demo.stdout })) {
      url ||= /listening on (\S+)/.exec(line)?.[1] ?? '';
      if (line.includes('Generating')) break;
    }
    demo.kill(signal);
    assert.deepEqual(await exit, [expected, null]);
    await assert.rejects(fetch(`${url}/healthz`), { name: 'TypeError' });
  });
}
