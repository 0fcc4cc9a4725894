import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { driveLoad, samplesOf } from '../../src/cli/load.ts';
import { updateAccount } from '../../src/domains/accounts/accounts.ts';
import { givenAccount, givenProject, givenToken } from '../support/accounts.ts';
import { runCommand } from '../support/command.ts';
import { removeFolder } from '../support/folders.ts';
import { startJsonServer } from '../support/json-server.ts';
import { startTestService } from '../support/service.ts';

const folder = mkdtempSync(join(tmpdir(), 'loadtest-'));
after(() => removeFolder(folder));
const environment = { DATA_DIR: join(folder, 'data') };
const loadtest = (...flags: string[]) => runCommand(['loadtest', ...flags], environment);
const tokenFile = (token: string) => {
  const path = join(folder, 'token');
  writeFileSync(path, `${token}\n`);
  return path;
};

describe('loadtest', async () => {
  const service = await startTestService('sqlite');
  after(() => service[Symbol.asyncDispose]());
  const account = await givenAccount(service.db);
  const project = await givenProject(service.db, account);
  const token = tokenFile(await givenToken(service.db, account.id));
  const given = ['--url', `${service.url}/`, '--token', token];

  test('keeps to what the account may make, and says which limit a higher rate needs', async () => {
    const { stderr, code } = await loadtest(...given, '--rate', '50');
    assert.equal(code, 1);
    assert.match(stderr, /may make 120 requests a minute, so --rate 50 .* take --rate 2\./);
  });

  test('asks evenly, prints times by request, and leaves everything as it was', async () => {
    await updateAccount(service.db, account.id, { perMinute: 6_000, perDay: 100_000 });
    const { stdout, stderr, code } = await loadtest(
      ...[...given, '--project', project.id, '--seconds', '2', '--rate', '50', '--json'],
    );
    const rows: { request: string; answers: number; p99_ms: number; not_ok: unknown }[] = JSON.parse(stdout);
    assert.deepEqual(
      rows.map(({ request, not_ok }) => [request, not_ok]),
      [
        ['GET /me', null],
        ['GET /projects/{project_id}', null],
        ['GET /projects', null],
      ],
    );
    const answers = rows.map((row) => row.answers);
    assert.equal(
      answers.reduce((sum, count) => sum + count, 0),
      100,
    );
    assert.ok(
      answers.every((count, index) => Math.abs(count - ([20, 60, 20][index] ?? 0)) < 3),
      `${answers}`,
    );
    assert.ok(rows.every(({ p99_ms }) => p99_ms > 0));
    // Whether it holds depends on the machine.
    assert.match(stderr, code === 0 ? /It holds the objectives/ : /took longer than 100 ms/);
  });

  test('a service that fails breaks a promise, with exit code 1', async () => {
    let asked = 0;
    const failing = await startJsonServer((_request, response) => {
      response.writeHead(asked++ < 2 ? 200 : 503, { 'x-ratelimit-limit': '6000' }).end('{}');
      return undefined;
    });
    const { stdout, stderr, code } = await loadtest(
      ...['--url', failing.url, '--token', token, '--seconds', '1', '--rate', '20'],
    );
    assert.equal(code, 1);
    assert.match(stdout, /GET \/me .*× 503/);
    assert.match(stderr, /100 % were not answered, or with 5xx; 0\.1 % may be\./);
  });

  test('refusals are told, and their times count for nothing', async () => {
    let asked = 0;
    const refusing = await startJsonServer((_request, response) => {
      response.writeHead(asked++ < 12 ? 200 : 429, { 'x-ratelimit-limit': '6000' }).end('{}');
      return undefined;
    });
    const flags = ['--url', refusing.url, '--token', token, '--seconds', '1', '--rate', '20'];
    const { stdout, stderr, code } = await loadtest(...flags, '--json');
    assert.equal(code, 1);
    const rows: { answers: number }[] = JSON.parse(stdout);
    assert.equal(
      rows.reduce((sum, { answers }) => sum + answers, 0),
      10,
    );
    assert.match(stderr, /50 % were refused, such as with 429/);
  });

  test('a service that answers nothing does not keep the run, and what was due and never sent counts', async () => {
    const silent = await startJsonServer(() => undefined);
    const [sample] = samplesOf(undefined);
    assert.ok(sample);
    const load = { url: silent.url, token: 'none', seconds: 1, connections: 2, rate: 100, requestMs: 200 };
    const begun = performance.now();
    const [result] = await driveLoad({ ...load, signal: new AbortController().signal }, [{ ...sample, share: 1 }]);
    assert.ok(performance.now() - begun < 10_000);
    assert.deepEqual([result?.times.length, [...(result?.statuses ?? [])]], [0, [[0, 100]]]);
    assert.ok(silent.seen.length < 20);
  });

  for (const [name, flags, expected] of [
    ['an address that is none', ['--url', 'localhost', '--token', token], /--url takes an address such as/],
    ['a token that is refused', ['--url', service.url, '--token', tokenFileOf('nonsense')], /answered with 401/],
    ['a file that is not there', ['--url', service.url, '--token', join(folder, 'gone')], /--token: .* cannot be read/],
    ['a project of nobody', [...given, '--project', 'prj_gone'], /projects\/prj_gone is answered with 404/],
    ['more than it drives', [...given, '--seconds', '301'], /--seconds takes a whole number from 1 to 300/],
    ['more requests than it keeps', [...given, '--rate', '9000', '--seconds', '300'], /is more than 1000000 requests/],
    ['nobody at the address', ['--url', 'http://127.0.0.1:9', '--token', token], /does not answer/],
  ] as const) {
    test(`${name} is told before there is a load`, async () => {
      const { stderr, code } = await loadtest(...flags);
      assert.equal(code, 1);
      assert.match(stderr, expected);
    });
  }
});

function tokenFileOf(token: string): string {
  const path = join(folder, 'refused');
  writeFileSync(path, token);
  return path;
}
