import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { stagePackage } from '../../scripts/packing/stage.ts';
import { removeFolder } from '../support/folders.ts';

const execute = promisify(execFile);
const root = join(import.meta.dirname, '../..');

describe('what "npm run pack" packs', () => {
  let folder: string;
  let paths: string[];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packed-'));
    await stagePackage(root, folder);
    const { stdout } = await execute('npm', ['pack', folder, '--dry-run', '--json'], { maxBuffer: 2 ** 24 });
    // A list until npm 11, by name from npm 12 on.
    const [packed] = Object.values(JSON.parse(stdout)) as [{ files: { path: string }[] }];
    paths = packed.files.map(({ path }) => path);
  });
  after(() => removeFolder(folder));

  test('is JavaScript with what it reads at run time, and none of the sources', () => {
    const needed = [
      'LICENSE',
      'README.md',
      'THIRD-PARTY-LICENCES.txt',
      'bin/report-service',
      'client/bin/report-service-client.js',
      'client/dist/command/main.js',
      ...[
        'main',
        'worker-thread',
        'page-thread',
        'render-process',
        'engine-process',
        'logo-process',
        'messages-uk',
        'labels-uk',
      ].map((name) => `dist/${name}.js`),
      ...['console/dist/index.html', 'console/src/design/tokens.css', 'console/src/design/base.css'],
      'deploy/report-service.service',
      'docs/errors.md',
      'docs/guides/quick-start.md',
      'examples/flights.json',
      'package.json',
      'sbom.cdx.json',
      'src/platform/http/docs/pages.css',
      'src/reporting/renderers/html/viewer.js',
      'src/reporting/renderers/pdf/fonts.conf',
      'src/reporting/renderers/pdf/template/report.typ',
      'vendor/@fastify/swagger-ui/static/swagger-ui-bundle.js',
      'vendor/vega-datasets/data/flights-3m.parquet',
    ];
    assert.deepEqual(
      needed.filter((path) => !paths.includes(path)),
      [],
    );
    assert.deepEqual(
      paths.filter((path) => /\.ts$|^(test|scripts|bench)\/|(^|\/)node_modules\//.test(path)),
      [],
    );
  });

  test('has the 28 font files that are used, with their licences', () => {
    assert.equal(paths.filter((path) => path.endsWith('.ttf')).length, 28);
    const licences = readFileSync(join(folder, 'THIRD-PARTY-LICENCES.txt'), 'utf8');
    for (const name of ['noto-sans', 'noto-sans-sc', 'vazirmatn', 'noto-color-emoji', 'lato', 'pt-serif']) {
      assert.match(licences, new RegExp(`^@expo-google-fonts/${name} .*OFL-1.1`, 'm'));
    }
    assert.match(licences, /SIL OPEN FONT LICENSE Version 1.1/);
    assert.match(licences, /^fastify \d/m);
    assert.match(licences, /^react-aria-components \d/m);
    assert.match(licences, /^react-dom \d/m);
  });

  test('has a bill of materials that names what the licences are of and what is installed with it, on both architectures', () => {
    const bill = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8'));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    assert.deepEqual([bill.bomFormat, bill.metadata.component.name], ['CycloneDX', 'report-service']);
    assert.equal(bill.metadata.component.version, version);
    const named = new Set(bill.components.map((component: { 'bom-ref': string }) => component['bom-ref']));
    const licences = readFileSync(join(folder, 'THIRD-PARTY-LICENCES.txt'), 'utf8');
    const licensed = [...licences.matchAll(/^((?:@[\w.-]+\/)?[\w.-]+) (\d+\.\d+\.\d[\w.+-]*): /gm)];
    assert.ok(licensed.length > 100, `${licensed.length}`);
    for (const [, name, of] of licensed) assert.ok(named.has(`${name}@${of}`), `${name}@${of}`);
    const refs = [...named].join('\n');
    for (const machine of ['x64', 'arm64']) {
      for (const native of ['@duckdb/node-bindings-linux', 'node-linux', '@resvg/resvg-js-linux'])
        assert.match(refs, new RegExp(`^${native}-${machine}`, 'm'));
    }
    assert.doesNotMatch(refs, /^(knip|@biomejs\/biome|playwright-core)@/m);
  });

  test('asks for packages with native code alone, each pinned', () => {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    assert.deepEqual(Object.keys(manifest.bin), ['report-service', 'report-service-client']);
    const natives = ['@duckdb/node-api', '@myriaddreamin/typst-ts-node-compiler', '@resvg/resvg-js'];
    assert.deepEqual(manifest.dependencies, Object.fromEntries(natives.map((name) => [name, own.dependencies[name]])));
    assert.deepEqual(manifest.optionalDependencies, own.optionalDependencies);
    assert.deepEqual(
      [manifest.scripts, manifest.devDependencies, manifest.workspaces],
      [undefined, undefined, undefined],
    );
    for (const bin of Object.values<string>(manifest.bin)) assert.ok(statSync(join(folder, bin)).mode & 0o100, bin);
  });

  test('loads Redis, S3, Arrow and mail only when they are used', () => {
    const loaded = new Set<string>();
    const load = (file: string): void => {
      if (loaded.has(file)) return;
      loaded.add(file);
      const code = readFileSync(join(folder, 'dist', file), 'utf8');
      for (const [, name = ''] of code.matchAll(/^(?:import|export)\b[^;]*?"\.\/([^"]+)"/gm)) load(name);
    };
    const late = /^(redis|s3-store|arrow|nodemailer)-/;
    assert.equal(paths.filter((path) => late.test(path.replace('dist/', ''))).length, 4);
    for (const entry of paths.filter((path) => /^dist\/(main|app-|worker-thread)/.test(path))) load(entry.slice(5));
    assert.ok(loaded.size > 10);
    assert.deepEqual(
      [...loaded].filter((file) => late.test(file)),
      [],
    );
  });
});

test('plain "npm pack" refuses in one sentence', async () => {
  const pack = execute('npm', ['pack', '--dry-run'], { cwd: root });
  await assert.rejects(pack, ({ stderr }: { stderr: string }) => {
    assert.match(stderr, /^Run "npm run pack" instead: it bundles the service, /m);
    return true;
  });
});
