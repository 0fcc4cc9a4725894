import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { removeFolder } from '../support/folders.ts';
import { test } from '../support/suite.ts';
import { type ConnectedService, startConnectedService } from './connected-service.ts';

const execute = promisify(execFile);
const client = new URL('../../client/', import.meta.url);
const readme = readFileSync(new URL('README.md', client), 'utf8');
const blocks = (language: string) =>
  [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, name, code = '']) => (name === language ? [code] : []));

/** What each example prints, in the order of the page. */
const outputs = [
  /^Shop: prj_\w+\.pdf, \d+ bytes\n$/,
  /^1 of 1 projects\n$/,
  /^accepted as gen_\w+\n(.*\n)*report rep_\w+\n$/,
  /^(.+\.docx: \d+ bytes\n)+$/,
  /^400 invalid_request \(request req_\w+\)\n( {2}(name|time_zone) .+\n){2,}$/,
];

describe("the client's README", () => {
  let connected: ConnectedService;
  let folder: string;
  let env: Record<string, string>;

  before(async () => {
    connected = await startConnectedService();
    folder = mkdtempSync(join(tmpdir(), 'client-readme-'));
    mkdirSync(join(folder, 'bin'));
    symlinkSync(
      fileURLToPath(new URL('bin/report-service-client.js', client)),
      join(folder, 'bin/report-service-client'),
    );
    const { NODE_COMPILE_CACHE } = process.env;
    env = {
      ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
      HOME: folder,
      PATH: [join(folder, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter),
      REPORT_SERVICE_URL: connected.url,
      REPORT_SERVICE_TOKEN: connected.token,
      PROJECT_ID: connected.projectId,
    };
  });
  after(async () => {
    removeFolder(folder);
    await connected[Symbol.asyncDispose]();
  });

  for (const [index, output] of outputs.entries()) {
    test(`example ${index + 1} runs as written and prints what it says`, async () => {
      const code = blocks('ts')[index]?.replace('@report-service/client', new URL('src/index.ts', client).href) ?? '';
      const path = join(folder, `example-${index}.mts`);
      writeFileSync(path, code);
      const { stdout } = await execute(process.execPath, [path], { cwd: folder, env });
      assert.match(stdout, output);
    });
  }

  test('has an expected output for each of its examples', () => {
    assert.equal(blocks('ts').length, outputs.length);
  });

  test('installs what is packed: the built client and its command and nothing older, though scripts of packages are off', async () => {
    mkdirSync(new URL('dist', client), { recursive: true });
    writeFileSync(new URL('dist/removed.js', client), '');
    const pack = ['run', '--silent', 'pack:client', '--', '--silent', '--pack-destination', folder];
    await execute('npm', pack, { cwd: fileURLToPath(new URL('..', client)) });
    const packed = await execute('sh', ['-euc', 'tar -tzf *.tgz'], { cwd: folder });
    assert.match(packed.stdout, /^package\/dist\/index\.js$/m);
    // Without one, npm takes a folder above for the project, should that have a package.json or node_modules.
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    const offline = { ...env, npm_config_offline: 'true' };
    await execute('sh', ['-euc', blocks('sh')[0] ?? ''], { cwd: folder, env: offline });
    const installed = join(folder, 'node_modules/@report-service/client');
    assert.ok(!existsSync(join(installed, 'dist/removed.js')));
    const { ReportServiceClient } = await import(pathToFileURL(join(installed, 'dist/index.js')).href);
    const built = new ReportServiceClient({ baseUrl: connected.url, token: connected.token });
    assert.equal((await built.projects.get(connected.projectId)).id, connected.projectId);
    const command = join(folder, 'node_modules/.bin/report-service-client');
    assert.match((await execute(process.execPath, [command, '--help'])).stdout, /^Usage: report-service-client/);
  });

  test('shows commands that run as written', async () => {
    const { REPORT_SERVICE_TOKEN = '', ...rest } = env;
    writeFileSync(join(folder, 'token.txt'), REPORT_SERVICE_TOKEN);
    const { stdout } = await execute('sh', ['-euc', blocks('sh')[1] ?? ''], { cwd: folder, env: rest });
    assert.match(stdout, /^Logged in .*\nprj_.*\nrep_.*\nreport\.pdf\n\[\n/);
  });
});
