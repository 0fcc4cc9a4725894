import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { ReportServiceClient } from '../../client/src/index.ts';
import { serviceVersion } from '../../src/platform/version.ts';
import { createTestDatabase, withoutPostgres } from '../support/databases.ts';
import { removeFolder } from '../support/folders.ts';
import { sessionOf } from '../support/people.ts';
import { startS3Server } from '../support/s3-server.ts';
import { dockerfile } from './dockerfile.ts';

const execute = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const isRoot = process.getuid?.() === 0;
/** As `.dockerignore` says. */
const isCopied = (path: string) =>
  !/^\/(?:\.git\/(?!HEAD$|packed-refs$|refs(?:\/|$)).*|data|demo)$|\/(?:node_modules|dist)$/.test(
    path.slice(root.length),
  );
const minutes = (count: number) => ({ timeout: count * 60_000 });

/** Of all files below a folder, in MiB of whole blocks, as `du -sm` counts. */
function mebibytes(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return entries.reduce((sum, entry) => sum + lstatSync(join(folder, entry)).blocks * 512, 0) / 2 ** 20;
}

describe('the package, made and installed by the commands of the Dockerfile', () => {
  let folder: string;
  /** Where the package is installed. */
  let installed: string;
  const environment = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };
  const npx = (line: string, more: Record<string, string> = {}) =>
    execute('npx', ['--offline', ...line.split(' ')], {
      cwd: installed,
      env: { ...environment, ...more },
      ...minutes(3),
      maxBuffer: 2 ** 24,
    });

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'installed-'));
    const build = dockerfile().stages[0]?.filter(({ keyword }) => ['WORKDIR', 'COPY', 'RUN'].includes(keyword)) ?? [];
    let workdir = '';
    for (const { keyword, text } of build) {
      // The image's folders are folders here; npm looks into its cache first.
      const here = text.replaceAll(/(?<![\w.])\/(source|opt|tmp)\b/g, `${folder}/$1`);
      if (keyword === 'WORKDIR') workdir = here;
      mkdirSync(join(folder, 'tmp'), { recursive: true });
      mkdirSync(workdir, { recursive: true });
      if (keyword === 'COPY') cpSync(root, workdir, { recursive: true, filter: isCopied });
      const env = { ...process.env, npm_config_prefer_offline: 'true' };
      // Tools that CI has.
      if (keyword === 'RUN' && !text.startsWith('apt-get'))
        await execute('sh', ['-c', here], { cwd: workdir, env, maxBuffer: 2 ** 24, ...minutes(8) });
    }
    installed = join(folder, 'opt/report-service');
  }, minutes(15));
  after(() => removeFolder(folder));

  test('weighs less than 370 MiB, so that the image does less than 450: its system is 75, and what is added to it 5', {
    skip: process.platform !== 'linux' || process.arch !== 'x64',
  }, () => {
    const size = mebibytes(installed);
    assert.ok(size < 370, `${size} MiB`);
  });

  test('has both commands', async () => {
    assert.match((await npx('report-service --help')).stdout, /^Usage: report-service /);
    assert.match((await npx('report-service-client --help')).stdout, /^Usage: report-service-client COMMAND/);
    const version = (await npx('report-service --version')).stdout.trim();
    // Made from a clone with changes it says so.
    assert.equal(version.replace(/[.+]changed$/, ''), serviceVersion());
  });

  test(
    'shows the demo, then writes Japanese and Arabic with a logo, as files and as web pages',
    minutes(5),
    async () => {
      // The service that stays keeps standard error.
      const demo = ['-c', 'npx --offline report-service demo --keep 2>service.log'];
      const { stdout } = await execute('sh', demo, { cwd: installed, env: environment, ...minutes(3) });
      const [, pid = ''] = /kill (\d+)/.exec(stdout) ?? [];
      try {
        assert.match(stdout, /\.pdf\n.*\.docx\n/);
        const [, link = ''] = /(http\S+\/shared\/\S+)/.exec(stdout) ?? [];
        await assertServed(link, /<h1/);
        const [, token = '', base = ''] = /Bearer (\S+)' (http:\/\/[^/]+)/.exec(stdout) ?? [];
        const [entrance = ''] = /http\S+\/console\/enter\/\S+/.exec(stdout) ?? [];
        const entered = await fetch(entrance, { redirect: 'manual', signal: AbortSignal.timeout(30_000) });
        const headers = { cookie: sessionOf(entered) };
        const console = await fetch(`${base}/console`, { headers, signal: AbortSignal.timeout(30_000) });
        const [, script = ''] = /src="(\/console\/assets\/[^"]+\.js)"/.exec(await console.text()) ?? [];
        for (const path of [
          script,
          '/docs',
          '/docs/guides/quick-start',
          '/docs/static/swagger-ui-bundle.js',
          '/docs/static/pages.css',
        ]) {
          await assertServed(base + path, /./);
        }
        await writeInLanguages(new ReportServiceClient({ baseUrl: base, token }));
        const logged = readFileSync(join(installed, 'service.log'), 'utf8').split('\n');
        assert.deepEqual(
          logged.filter((line) => line.startsWith('{')),
          [],
        );
      } finally {
        process.kill(Number(pid), 'SIGTERM');
      }
    },
  );

  test('reaches PostgreSQL, Redis and S3', { ...minutes(2), skip: withoutPostgres }, async () => {
    await using database = await createTestDatabase('postgres');
    await using s3 = await startS3Server();
    const { location } = database;
    const env = {
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: location.engine === 'postgres' ? location.url : '',
      SECRET_KEY: randomBytes(32).toString('base64'),
      REDIS_URL: 'redis://127.0.0.1:6379',
      OBJECT_STORE: `s3://${s3.bucket}`,
      S3_ENDPOINT: s3.endpoint,
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
      PORT: '0',
    };
    await using service = await startInstalled(env);
    await assertServed(`${service.url}/readyz`, /./);
    const { stdout } = await npx('report-service doctor --json', env);
    const findings: { check: string; ok: boolean; message: string }[] = JSON.parse(stdout);
    assert.deepEqual(
      findings.filter(({ ok }) => !ok),
      [],
    );
  });

  test('runs as its image has it: as another user, with the health check', {
    ...minutes(2),
    skip: !isRoot,
  }, async () => {
    const stage = dockerfile().stages.at(-1) ?? [];
    const text = (keyword: string) => stage.find((each) => each.keyword === keyword)?.text ?? '';
    const [uid = 0, gid = 0] = text('USER').split(':').map(Number);
    const data = join(folder, 'image-data');
    mkdirSync(data);
    chownSync(data, uid, gid);
    chmodSync(folder, 0o755);
    const there = text('ENV').replaceAll('/opt/', `${folder}/opt/`).replaceAll('/data', data);
    const env = {
      ...Object.fromEntries(there.split(/\s+/).map((pair) => pair.split('='))),
      HOST: '127.0.0.1',
      PORT: '0',
    };
    await using service = await startInstalled(env, { uid, gid });
    const [command = '', ...args]: string[] = JSON.parse(text('HEALTHCHECK').replace(/^.*?CMD /, ''));
    const checked = (port: string) =>
      execute(command, args, { env: { ...env, PORT: port }, uid, gid, ...minutes(1) }).then(
        () => 0,
        ({ code }) => code,
      );
    assert.equal(await checked(new URL(service.url).port), 0);
    assert.equal(await checked('1'), 1);
  });

  test('makes a report as the manifests for Kubernetes have it: without capabilities, and with a root file system that cannot be written', {
    ...minutes(3),
    skip: !isRoot || process.platform !== 'linux',
  }, async () => {
    const user =
      dockerfile()
        .stages.at(-1)
        ?.find(({ keyword }) => keyword === 'USER')?.text ?? '';
    const [uid = '', gid = ''] = user.split(':');
    const [data, temporary] = ['pod-data', 'pod-tmp'].map((name) => join(folder, name)) as [string, string];
    for (const path of [data, temporary]) {
      mkdirSync(path);
      chownSync(path, Number(uid), Number(gid));
    }
    chmodSync(folder, 0o755);
    const script = [
      'mount --make-rprivate /',
      `for folder in '${data}' '${temporary}'; do mount --bind "$folder" "$folder"; done`,
      'mount -o remount,ro,bind /',
      `cd '${data}'`,
      `exec setpriv --reuid ${uid} --regid ${gid} --clear-groups --no-new-privs --bounding-set=-all sh -ec '! touch "${folder}/written" && exec report-service demo'`,
    ];
    const env = {
      PATH: `${join(installed, 'node_modules/.bin')}:/usr/local/bin:/usr/bin:/bin`,
      DATA_DIR: join(data, 'data'),
      TMPDIR: temporary,
      NODE_COMPILE_CACHE: join(data, 'cache/node'),
    };
    const { stdout, stderr } = await execute('unshare', ['-m', 'sh', '-ec', script.join('\n')], { env, ...minutes(3) });
    assert.match(stderr, /touch: .*Read-only file system/);
    assert.match(stdout, /\.pdf\n.*\.docx\n/);
  });

  async function startInstalled(
    env: Record<string, string>,
    user: { uid?: number; gid?: number } = {},
  ): Promise<{ url: string } & AsyncDisposable> {
    const bin = join(installed, 'node_modules/.bin/report-service');
    const child: ChildProcess = spawn(bin, ['serve'], {
      env: { ...environment, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
      ...user,
    });
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    const [line] = await once(lines, 'line', { signal: AbortSignal.timeout(60_000) });
    return {
      url: String(line).replace('listening on ', ''),
      async [Symbol.asyncDispose]() {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        assert.deepEqual(await ended, [0, null]);
      },
    };
  }
});

async function assertServed(url: string, content: RegExp): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(30_000) });
  assert.equal(response.status, 200, url);
  assert.match(await response.text(), content, url);
}

/** Every large font, a logo that sets words, and the catalogues of texts are loaded late, from places of their own. */
async function writeInLanguages(client: ReportServiceClient): Promise<void> {
  const [project] = await Array.fromAsync(client.projects.list());
  assert.ok(project);
  const period = { current: { from: '2001-05-01', to: '2001-05-31' } };
  const logo =
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><text x="5" y="20">Åäö 漢字</text></svg>';
  const logoUri = `data:image/svg+xml;base64,${Buffer.from(logo).toString('base64')}`;
  for (const locale of ['ja-JP', 'ar-EG']) {
    await client.projects.update(project.id, {
      locale,
      settings: { logo: logoUri, title: 'Отчёт 漢字 한국어 עברית 😀' },
    });
    const { id } = await client.projects.generate(project.id, { period }).completed();
    for (const format of ['pdf', 'doc'] as const) {
      const job = await client.reports.export(id, { format }).completed();
      assert.ok(job.artifact.size_bytes > 10_000);
    }
  }
}
