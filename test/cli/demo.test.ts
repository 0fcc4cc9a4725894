import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
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

test('a demo that is kept prints a guest link, and one by which its owner comes in', {
  timeout: 300_000,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-'));
  t.after(() => removeFolder(folder));
  const demo = spawn(bin, ['demo', '--keep'], {
    cwd: folder,
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exit = once(demo, 'exit');
  const printed = await text(demo.stdout);
  const [, pid = ''] = /stop it with: kill (\d+)/.exec(printed) ?? [];
  t.after(() => process.kill(Number(pid), 'SIGTERM'));
  assert.deepEqual(await exit, [0, null]);
  const links = [...printed.matchAll(/http:\S+\/(?:shared|console\/invitation)\/\S+/g)].map(([link]) => link);
  assert.equal(links.length, 2, printed);
  for (const link of links) assert.equal((await fetch(link)).status, 200, link);
  const page = await (await fetch(links[1] ?? '')).text();
  assert.match(page, /Demo agency/);
});
