import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { closingLines } from '../../src/demo.ts';
import { removeFolder } from '../support/folders.ts';
import { sessionOf } from '../support/people.ts';
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

test('the closing lines of a demo use the port that it had, whether its service still runs or not', () => {
  const environment = { DATA_DIR: '/tmp/demo/data', DATA_ROOTS: '/srv/files' };
  const demonstration = { token: 'rs_live_x', projectId: 'prj_x' };
  for (const pid of [undefined, 4711]) {
    const [service = '', request = ''] = closingLines(environment, demonstration, 'http://127.0.0.1:4567', pid);
    assert.match(service, pid === undefined ? /^PORT=4567 DATA_DIR=.* serve$/ : /:4567; stop it with: kill 4711$/);
    assert.match(request, /http:\/\/127\.0\.0\.1:4567\/api\/v1\/projects\/prj_x\/reports$/);
  }
});

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
  const [shared = '', entrance = ''] = [...printed.matchAll(/http:\S+\/(?:shared|console\/enter)\/\S+/g)].map(String);
  assert.equal((await fetch(shared)).status, 200, printed);
  assert.equal(new URL(entrance).hostname, 'localhost', 'where there can be passkeys');
  const entered = await fetch(entrance, { redirect: 'manual' });
  const cookie = sessionOf(entered);
  assert.deepEqual([entered.status, entered.headers.get('location')], [303, '/console']);
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into payloads whose shapes other tests prove.
  const read = async (path: string): Promise<any> => {
    const answer = await fetch(new URL(`/manage/v1${path}`, entrance), {
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    });
    return ((await answer.json()) as { data: unknown }).data;
  };
  const { account, role } = await read('/session');
  assert.deepEqual([account.name, role], ['Demo agency', 'owner']);
  const { checklist, reports } = await read('/overview');
  assert.deepEqual([checklist, reports.length], [{ project: true, connection: true, report: true, delivery: true }, 1]);
  assert.equal((await fetch(entrance, { redirect: 'manual' })).status, 404, 'once');
});
