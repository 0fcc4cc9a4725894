import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../src/', import.meta.url));

/** From the ground up: a file imports from its own layer and from those before it. */
const layers = [
  ['errors', 'log'],
  ['config'],
  ['database'],
  ['documents'],
  ['connectors', 'renderers', 'limits', 'storage'],
  ['jobs'],
  ['domains'],
  ['http'],
  ['routes'],
  ['cli'],
  ['composition'],
] as const;
const domains = [
  'audit',
  'accounts',
  'projects',
  'connections',
  'reports',
  'generation-jobs',
  'export-jobs',
  'schedules',
  'shares',
  'backup',
];

interface SourceFile {
  readonly path: string;
  readonly imports: readonly string[];
}

const files: SourceFile[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path, imports: importsOf(path) }));

function importsOf(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8');
  // The shapes that a schema derives are erased: a noun may name them without knowing the web.
  const code = text.replace(/^import type [^;]*schema\.ts';$/gm, '');
  return [...code.matchAll(/^(?:import|export)\b[^;]*?from '([^']+)';|import\('([^']+)'\)|^import '([^']+)';/gms)].map(
    (match) => {
      const name = match[1] ?? match[2] ?? match[3] ?? '';
      return name.startsWith('.') ? relative(root, resolve(root, dirname(path), name)) : name;
    },
  );
}

function layerOf(path: string): number {
  const [folder = '', file = ''] = path.split('/');
  const isRoute = ['routes.ts', 'schema.ts', 'download.ts'].includes(file);
  const name = !path.includes('/')
    ? ['errors.ts', 'log.ts', 'config.ts'].includes(path)
      ? path.replace('.ts', '')
      : 'composition'
    : isRoute
      ? 'routes'
      : domains.includes(folder)
        ? 'domains'
        : folder;
  return layers.findIndex((layer) => (layer as readonly string[]).includes(name));
}

const isOwn = (name: string) => name.endsWith('.ts');

test('every source file has its place in the house', () => {
  const lost = files.filter(({ path }) => layerOf(path) < 0).map(({ path }) => path);
  assert.deepEqual(lost, []);
});

test('the house in docs/ARCHITECTURE.md has every folder', () => {
  const [, house = ''] = readFileSync(join(root, '../docs/ARCHITECTURE.md'), 'utf8').split('```');
  const shown = new Set(house.match(/(?<=\s)[a-z-]+(?=\/)/g));
  const folders = new Set(files.flatMap(({ path }) => (path.includes('/') ? [path.split('/')[0]] : [])));
  assert.deepEqual(
    [...folders].filter((folder) => !shown.has(folder ?? '')),
    [],
  );
});

test('imports point down', () => {
  const upward = files.flatMap(({ path, imports }) =>
    imports.filter((name) => isOwn(name) && layerOf(name) > layerOf(path)).map((name) => `${path} imports ${name}`),
  );
  assert.deepEqual(upward, []);
});

test('no file imports itself through others', () => {
  const graph = new Map(files.map(({ path, imports }) => [path, imports.filter(isOwn)]));
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) return void circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
    if (done.has(path)) return;
    for (const next of graph.get(path) ?? []) walk(next, [...trail, path]);
    done.add(path);
  };
  for (const { path } of files) walk(path, []);
  assert.deepEqual(circles, []);
});

const rules: readonly [library: RegExp, who: string, allowed: (path: string) => boolean][] = [
  [
    /^(fastify|@fastify\/)/,
    'only http/, routes.ts and what answers a request',
    (path) => /^http\/|routes\.ts$|download\.ts$|^app\.ts$/.test(path),
  ],
  [
    /^kysely$/,
    'only domain nouns, jobs/, limits/, database/ and the health checks',
    (path) => /^(jobs|limits|database)\/|^http\/(health|metrics)\.ts$/.test(path) || isNoun(path),
  ],
  [/^commander$/, 'only cli/', (path) => path.startsWith('cli/')],
  [/^pg$/, 'only database/ and the job notifications', (path) => /^database\/|^jobs\/notifications\.ts$/.test(path)],
];

/** `projects/projects.ts`, and the nouns that live beside the first one of their domain. */
function isNoun(path: string): boolean {
  const [folder = '', file = ''] = path.split('/');
  return domains.includes(folder) && !/^(routes|schema|run-)/.test(file);
}

for (const [library, who, allowed] of rules) {
  test(`${library.source} is known to ${who}`, () => {
    const strangers = files.filter(({ path, imports }) => imports.some((name) => library.test(name)) && !allowed(path));
    assert.deepEqual(
      strangers.map(({ path }) => path),
      [],
    );
  });
}

test('documents and renderers know neither Fastify nor Kysely nor the database', () => {
  const guilty = files
    .filter(({ path }) => /^(documents|renderers)\//.test(path))
    .filter(({ imports }) => imports.some((name) => /^(fastify|@fastify|kysely|pg|database\/)/.test(name)));
  assert.deepEqual(guilty, []);
});

test('only config.ts and the composition root read the environment', () => {
  const readers = files.filter(({ path }) => /\bprocess\.env\b/.test(readFileSync(join(root, path), 'utf8')));
  assert.deepEqual(
    readers.map(({ path }) => path).filter((path) => !['config.ts', 'demo.ts'].includes(path)),
    [],
  );
});

test('no folder or file is called by what it is not', () => {
  const vague = files.filter(({ path }) =>
    /(^|[/-])(utils?|helpers?|common|misc|manager|service)(\.ts|\/|-)/.test(path),
  );
  assert.deepEqual(
    vague.map(({ path }) => path),
    [],
  );
});
