import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { lastMonth } from '../../client/src/index.ts';
import { givenAccount, givenProject, givenToken } from '../support/accounts.ts';
import { eventually } from '../support/eventually.ts';
import { removeFolder } from '../support/folders.ts';
import { test } from '../support/suite.ts';
import { type ConnectedService, startConnectedService } from './connected-service.ts';
import { failure, half, type Reaction, silence, startFaultServer, success } from './fault-server.ts';

const bin = fileURLToPath(new URL('../../client/bin/report-service-client.js', import.meta.url));

/** What was compiled once is not compiled again for each command. */
const { NODE_COMPILE_CACHE } = process.env;
const compileCache = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };

const progress = { stage: 'done', completed: 1, total: 1 };

interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

describe('the command', () => {
  let connected: ConnectedService;
  let folder: string;
  let environment: Record<string, string>;

  before(async () => {
    connected = await startConnectedService();
    folder = mkdtempSync(join(tmpdir(), 'client-command-'));
    environment = { REPORT_SERVICE_URL: connected.url, REPORT_SERVICE_TOKEN: connected.token };
  });
  after(async () => {
    removeFolder(folder);
    await connected[Symbol.asyncDispose]();
  });

  function start(args: readonly string[], env: Record<string, string> = environment) {
    return spawn(process.execPath, [bin, ...args], {
      cwd: folder,
      env: { HOME: folder, APPDATA: folder, ...compileCache, ...env },
    });
  }
  async function run(args: readonly string[], env?: Record<string, string>, input = ''): Promise<Run> {
    const child = start(args, env);
    child.stdin.end(input);
    const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
    return { code, stdout, stderr };
  }

  test('explains how to use each of its commands', async () => {
    const { stdout, code } = await run(['--help']);
    assert.equal(code, 0);
    const commands = ['login', 'projects', 'reports', 'generate', 'export'];
    const helps = await Promise.all(
      commands.map(async (command) => ({ command, ...(await run([command, '--help'], {})) })),
    );
    for (const { command, ...help } of helps) {
      assert.match(stdout, new RegExp(`^  ${command} `, 'm'));
      assert.deepEqual([help.code, help.stderr], [0, '']);
      assert.match(help.stdout, new RegExp(`^Usage: report-service-client ${command} `));
    }
  });

  test('a closed stdout ends it quietly, and a full disk with one sentence', {
    skip: !existsSync('/dev/full') && 'there is no /dev/full',
  }, async () => {
    const gone = start(['projects']);
    gone.stdout.destroy();
    const closed = new Promise<number | null>((resolve) => gone.once('close', resolve));
    assert.deepEqual([await text(gone.stderr), await closed], ['', 0]);
    for (const line of ['projects', 'projects --json', '--help', 'export --help']) {
      const command = `exec "$0" "$@" > /dev/full`;
      const child = spawn('sh', ['-c', command, process.execPath, bin, ...line.split(' ')], { env: environment });
      const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
      const said = await text(child.stderr);
      assert.match(said, /^The output cannot be written: ENOSPC[^\n]*\.\n$/);
      assert.equal(await exit, 1);
    }
  });

  test('login stores address and token readable by the owner only, and the other commands use them', async () => {
    const login = await run(['login', '--url', connected.url], {}, `${connected.token}\n`);
    assert.deepEqual(
      [login.code, login.stdout],
      [0, `Logged in to Client agency (${connected.accountId}, plan agency)\n`],
    );
    const path = join(folder, '.config', 'report-service', 'client.json');
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.deepEqual(JSON.parse(readFileSync(path, 'utf8')), { base_url: connected.url, token: connected.token });
    const { stdout } = await run(['projects'], {});
    assert.equal(stdout, `${connected.projectId}  active  Europe/Berlin  Shop\n`);
    assert.ok(!(login.stdout + login.stderr).includes(connected.token));
  });

  test('a stored token is used for its service, however the address is written', async () => {
    const home = join(folder, 'slash-home');
    mkdirSync(home);
    await run(['login', '--url', connected.url], { HOME: home }, connected.token);
    const { code, stderr } = await run(['projects'], { HOME: home, REPORT_SERVICE_URL: `${connected.url}/` });
    assert.equal(code, 0, stderr);
  });

  test('with address and token in the environment no home folder is needed', async () => {
    const { code, stderr } = await run(['projects'], { ...environment, HOME: '/dev/null', APPDATA: '/dev/null' });
    assert.equal(code, 0, stderr);
  });

  test('a login that is refused stores nothing, and a stored token goes to no other service', async () => {
    const home = join(folder, 'other-home');
    mkdirSync(home);
    const refused = await run(['login', '--url', connected.url], { HOME: home }, 'rs_live_none.none');
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^unauthorized: /);
    assert.throws(() => statSync(join(home, '.config')));

    await run(['login', '--url', connected.url], { HOME: home }, connected.token);
    await using stranger = await startFaultServer(success({ items: [] }));
    const lured = await run(['projects'], { HOME: home, REPORT_SERVICE_URL: stranger.url });
    assert.deepEqual([lured.code, stranger.requests.length], [1, 0]);
    assert.match(lured.stderr, /REPORT_SERVICE_TOKEN/);
  });

  test('generate makes a report of last month, compares it, and saves its export', async () => {
    const args = [
      'generate',
      '--project',
      connected.projectId,
      '--period',
      'last-month',
      '--export',
      'pdf',
      '--out',
      'r.pdf',
    ];
    const { code, stdout, stderr } = await run([...args, '--json']);
    assert.equal(code, 0, stderr);
    const { report, export: file } = JSON.parse(stdout);
    assert.deepEqual(report.period.current, lastMonth('Europe/Berlin'));
    assert.equal(report.period.compare.to < report.period.current.from, true);
    assert.deepEqual([file.path, file.size_bytes], ['r.pdf', statSync(join(folder, 'r.pdf')).size]);
    assert.equal(readFileSync(join(folder, 'r.pdf'), 'latin1').slice(0, 5), '%PDF-');
    assert.match(stderr, /^Generating .*: queued\n(.*\n)*Generating .*: completed\n/);
    assert.doesNotMatch(stderr.replaceAll('\n', ''), /\p{Cc}/u);

    const list = await run(['reports', '--project', connected.projectId, '--json']);
    assert.deepEqual(JSON.parse(list.stdout), [report]);
    const word = await run(['export', '--report', report.id, '--format', 'doc']);
    assert.equal(word.code, 0, word.stderr);
    assert.match(word.stdout, /\.docx\n$/);
    assert.equal(readFileSync(join(folder, word.stdout.trim()), 'latin1').slice(0, 2), 'PK');
  });

  test('continues when nobody reads its progress any more', async () => {
    const args = ['generate', '--project', connected.projectId, '--period', '2026-02-01..2026-02-28'];
    const child = start(args);
    child.stderr.destroy();
    const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
    assert.match(await text(child.stdout), /^rep_/);
    assert.equal(await exit, 0);
  });

  test('faults are reported on stderr, with exit code 1 and nothing on stdout', async () => {
    const empty = await givenProject(connected.service.db, await givenAccount(connected.service.db), {
      name: 'Of another account',
    });
    const generate = (...more: string[]) => ['generate', '--project', connected.projectId, ...more];
    for (const [args, message] of [
      [['fly'], /There is no command "fly"/],
      [['constructor'], /There is no command "constructor"/],
      [['projects', '--colour', 'red'], /--colour/],
      [['projects', '--status', 'lost'], /--status must be active or archived, not "lost"/],
      [['reports'], /--project is missing/],
      [['reports', '--project', empty.id], /^not_found: .*\nRequest: req_/],
      [generate('--period', 'yesterday'), /--period must be/],
      [generate('--period', '2026-02-30..2026-03-01'), /--period must be/],
      [
        generate('--period', '2999-01-01..2999-01-02'),
        /^invalid_request: .*\n {2}period\.current\.to must not be after today/,
      ],
      [generate('--period', 'last-month', '--out', 'x.pdf'), /--out needs --export/],
      [generate('--period', 'last-month', '--export', 'pdf', '--out', 'none/x.pdf'), /^There is no folder "none"/],
      [['export', '--report', 'rep_x', '--format', 'pdf', '--out', '.'], /^--out must name a file; "\." is not one/],
      [['export', '--report', 'rep_x', '--format', 'odt'], /--format must be pdf or doc/],
    ] as const) {
      const { code, stdout, stderr } = await run(args);
      assert.deepEqual([code, stdout], [1, ''], stderr);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /^ +at /m);
    }
    const nowhere = await run(['projects'], {
      HOME: join(folder, 'nobody'),
    });
    assert.deepEqual([nowhere.code, nowhere.stdout], [1, '']);
    assert.match(nowhere.stderr, /Log in first/);
  });

  test('a refused export still prints the id of its report', async () => {
    const answers: Record<string, Reaction> = {
      '/api/v1/projects/prj_1': success({ time_zone: 'UTC' }),
      '/api/v1/projects/prj_1/generation-jobs': success({
        status: 'completed',
        progress,
        result: { report_id: 'rep_1' },
      }),
      '/api/v1/reports/rep_1': success({ id: 'rep_1', warnings: [] }),
    };
    await using server = await startFaultServer((response, request) =>
      (answers[request.url] ?? failure(403, 'insufficient_scope'))(response, request),
    );
    const args = ['generate', '--project', 'prj_1', '--period', 'last-month', '--export', 'pdf', '--json'];
    const { code, stderr } = await run(args, { ...environment, REPORT_SERVICE_URL: server.url });
    assert.equal(code, 1);
    assert.match(stderr, /^Report: rep_1\n(.*\n)*insufficient_scope: /m);
  });

  test('an exhausted quota says when to come back', async () => {
    await using server = await startFaultServer(failure(429, 'quota_exceeded', { 'retry-after': '11032' }));
    const { code, stderr } = await run(['projects'], { ...environment, REPORT_SERVICE_URL: server.url });
    assert.equal(code, 1);
    assert.match(stderr, /^quota_exceeded: .*\nTry again in 11032 seconds\.\nRequest: req_test\n$/);
  });

  test('a blocked job reports its reason, what to do, and its id', async () => {
    const { service, accountId } = connected;
    const account = await givenAccount(service.db, { name: 'Bare' });
    assert.notEqual(account.id, accountId);
    const project = await givenProject(service.db, account);
    const token = await givenToken(service.db, account.id);
    const args = ['generate', '--project', project.id, '--period', '2026-01-01..2026-01-31', '--compare', 'none'];
    const { code, stdout, stderr } = await run(args, { ...environment, REPORT_SERVICE_TOKEN: token });
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /no_connected_systems: .+\n.+\nJob: gen_/);
  });

  test('a name from the service can neither move the cursor nor choose a folder', async () => {
    const project = { id: 'prj_1', status: 'active', time_zone: 'UTC', name: 'a\u001b[2Jb\nc' };
    const pagination = { page: 1, per_page: 100, total: 1, total_pages: 1 };
    await using server = await startFaultServer(success({ items: [project] }, {}, { pagination }));
    const { stdout } = await run(['projects'], { ...environment, REPORT_SERVICE_URL: server.url });
    assert.equal(stdout, 'prj_1  active  UTC  a [2Jb c\n');

    const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    const artifact = { filename: '../../evil.pdf', size_bytes: 0, sha256 };
    const job = success({ id: 'exp_1', status: 'completed', progress, artifact });
    await using files = await startFaultServer(job, (response) => response.end());
    const args = ['export', '--report', 'rep_1', '--format', 'pdf'];
    const saved = await run(args, { ...environment, REPORT_SERVICE_URL: files.url });
    assert.deepEqual([saved.code, saved.stdout], [0, 'evil.pdf\n'], saved.stderr);
    assert.equal(statSync(join(folder, 'evil.pdf')).size, 0);
  });

  test('a name from the service that is hidden or of another type is not used', async () => {
    const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    for (const filename of ['.bashrc.pdf', 'package.json']) {
      const artifact = { filename, size_bytes: 0, sha256 };
      const job = success({ id: 'exp_1', status: 'completed', progress, artifact });
      await using files = await startFaultServer(job, (response) => response.end());
      const args = ['export', '--report', 'rep_1', '--format', 'pdf'];
      const { code, stdout, stderr } = await run(args, { ...environment, REPORT_SERVICE_URL: files.url });
      assert.deepEqual([code, stdout], [0, 'report.pdf\n'], `${filename}: ${stderr}`);
    }
  });

  test('an interrupt ends it with exit code 130', async () => {
    await using server = await startFaultServer(silence);
    const child = start(['projects'], { ...environment, REPORT_SERVICE_URL: server.url });
    const exit = new Promise((resolve) => child.once('close', resolve));
    const stderr = text(child.stderr);
    await eventually(() => server.requests.length > 0);
    child.kill('SIGINT');
    assert.deepEqual([await exit, await stderr], [130, 'Interrupted. A job that was started keeps running.\n']);
  });

  test('SIGTERM ends it with exit code 143, and leaves no partial file', async () => {
    const home = join(folder, 'stopped');
    mkdirSync(home);
    const artifact = { filename: 'report.pdf', size_bytes: 100_000, sha256: '00' };
    const job = success({ id: 'exp_1', status: 'completed', progress, artifact });
    await using server = await startFaultServer(job, half(Buffer.alloc(100_000), 'stalls'));
    const args = [bin, 'export', '--report', 'rep_1', '--format', 'pdf'];
    const env = { ...environment, REPORT_SERVICE_URL: server.url };
    const child = spawn(process.execPath, args, { cwd: home, env });
    const exit = new Promise((resolve) => child.once('close', resolve));
    const stderr = text(child.stderr);
    await eventually(() => readdirSync(home).length > 0);
    child.kill('SIGTERM');
    assert.equal(await exit, 143);
    assert.match(await stderr, /\nInterrupted\. A job that was started keeps running\.\n$/);
    assert.deepEqual(readdirSync(home), []);
  });

  test('an interrupt ends a login that waits for its token', async () => {
    const tellWhenReady =
      "process.on('newListener', (name) => name === 'SIGINT' && setImmediate(() => console.error('ready')))";
    const args = ['--import', `data:text/javascript,${tellWhenReady}`, bin, 'login', '--url', connected.url];
    const child = spawn(process.execPath, args, { env: { HOME: folder } });
    const exit = new Promise((resolve) => child.once('close', resolve));
    await once(child.stderr, 'data');
    child.kill('SIGINT');
    const ended = await Promise.race([exit, delay(10_000, 'hangs', { ref: false })]);
    child.kill('SIGKILL');
    assert.equal(ended, 130);
  });

  test('a file without credentials is reported', async () => {
    const home = join(folder, 'broken-home');
    mkdirSync(join(home, '.config', 'report-service'), { recursive: true });
    writeFileSync(join(home, '.config', 'report-service', 'client.json'), '{');
    const { code, stderr } = await run(['projects'], { HOME: home });
    assert.equal(code, 1);
    assert.match(stderr, /client\.json cannot be read; log in again/);
  });
});
