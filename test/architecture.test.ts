import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../src/', import.meta.url));

/** From the bottom up: a storey knows itself and those below it. `platform` and `reporting` are side by side. */
const storeys = [['platform', 'reporting'], ['domains'], ['installation'], ['cli'], ['composition']] as const;
const domains = [
  'accounts',
  'administration',
  'audit',
  'authorizations',
  'brands',
  'connections',
  'console',
  'export-jobs',
  'generation-jobs',
  'job-summaries',
  'management',
  'me',
  'members',
  'overview',
  'pictures',
  'previews',
  'projects',
  'reports',
  'schedules',
  'shares',
  'uploads',
  'usage',
  'users',
] as const;

interface SourceFile {
  readonly path: string;
  /** Own files by their path below src/, libraries by their names; type imports count too. */
  readonly imports: readonly string[];
}

const importForm = /^(?:import|export)\b[^;]*?from '([^']+)';|\bimport\('([^']+)'\)|^import '([^']+)';/gms;

const files: SourceFile[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => {
    const matches = readFileSync(join(root, path), 'utf8').matchAll(importForm);
    const names = [...matches].map(([, ...forms]) => forms.find((form) => form !== undefined) ?? '');
    const below = (name: string) => relative(root, resolve(root, dirname(path), name));
    return { path, imports: names.map((name) => (name.startsWith('.') ? below(name) : name)) };
  });

const isOwn = (name: string) => name.endsWith('.ts');
const storeyOf = (path: string) => (path.includes('/') ? (path.split('/')[0] ?? '') : 'composition');
const floorOf = (path: string) => storeys.findIndex((storey) => (storey as readonly string[]).includes(storeyOf(path)));

test('every source file belongs to a storey', () => {
  const homeless = files.filter(({ path }) => floorOf(path) < 0).map(({ path }) => path);
  assert.deepEqual(homeless, []);
  assert.deepEqual(roomsBelow('domains/'), [...domains]);
  const composition = files.filter(({ path }) => storeyOf(path) === 'composition').map(({ path }) => path);
  assert.deepEqual(composition.sort(), ['app.ts', 'demo.ts', 'main.ts', 'preview-thread.ts', 'worker-thread.ts']);
});

test('the tree in docs/ARCHITECTURE.md has every folder', () => {
  const [, house = ''] = readFileSync(join(root, '../docs/ARCHITECTURE.md'), 'utf8').split('```');
  const shown = new Set(house.match(/(?<=\s)[a-z-]+(?=\/)/g));
  const places = ['', 'platform/', 'reporting/', 'domains/', 'reporting/documents/', 'reporting/renderers/'];
  const folders = places.flatMap((place) => roomsBelow(place).filter((room) => !room.endsWith('.ts')));
  assert.deepEqual(
    folders.filter((folder) => !shown.has(folder)),
    [],
  );
});

test('the folders of a storey import only from those that docs/ARCHITECTURE.md lists before them', () => {
  const page = readFileSync(join(root, '../docs/ARCHITECTURE.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `([a-z/]+\/)` +\| ([a-z, -]+?) +\|$/gm)];
  assert.equal(rows.length, 4);
  for (const [, place = '', names = ''] of rows) {
    const order = names.split(', ');
    const isRoom = (room: string) => !room.endsWith('.ts');
    assert.deepEqual(order.toSorted(), roomsBelow(place).filter(isRoom));
    const upward = files
      .filter(({ path }) => path.startsWith(place))
      .flatMap(({ path, imports }) => imports.map((name) => ({ path, name })))
      .filter(({ name }) => isOwn(name) && name.startsWith(place) && isRoom(roomOf(name, place)))
      .filter(({ path }) => isRoom(roomOf(path, place)))
      .filter(({ path, name }) => order.indexOf(roomOf(name, place)) > order.indexOf(roomOf(path, place)))
      .map(({ path, name }) => `${path} imports ${name}`);
    assert.deepEqual(upward, []);
  }
});

test('imports point down, and platform and reporting do not know each other', () => {
  const wrong = files.flatMap(({ path, imports }) =>
    imports
      .filter(isOwn)
      .filter((name) =>
        floorOf(name) === floorOf(path) ? storeyOf(name) !== storeyOf(path) : floorOf(name) > floorOf(path),
      )
      .map((name) => `${path} imports ${name}`),
  );
  assert.deepEqual(wrong, []);
});

test('no file imports itself through others', () => {
  assert.deepEqual(circlesAmong(files.map(({ path, imports }) => [path, imports.filter(isOwn)])), []);
});

for (const place of ['', 'domains/', 'platform/', 'reporting/', 'reporting/documents/', 'reporting/renderers/']) {
  test(`the rooms of src/${place} do not import each other in a circle, type imports included`, () => {
    const graph = new Map<string, string[]>();
    for (const { path, imports } of files.filter(({ path }) => path.startsWith(place))) {
      const room = roomOf(path, place);
      const others = imports.filter((name) => isOwn(name) && name.startsWith(place)).map((name) => roomOf(name, place));
      graph.set(room, [...(graph.get(room) ?? []), ...others.filter((other) => other !== room)]);
    }
    assert.deepEqual(circlesAmong([...graph]), []);
  });
}

/** The folder below `place` that a file is in, or the file itself; the files of composition count as one. */
function roomOf(path: string, place: string): string {
  if (place === '') return storeyOf(path);
  return path.slice(place.length).split('/')[0] ?? '';
}

function roomsBelow(place: string): string[] {
  const inside = files.filter(({ path }) => path.startsWith(place));
  return [...new Set(inside.map(({ path }) => path.slice(place.length).split('/')[0] ?? ''))].sort();
}

function circlesAmong(edges: Iterable<readonly [string, readonly string[]]>): string[] {
  const graph = new Map(edges);
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (room: string, trail: readonly string[]): void => {
    if (trail.includes(room)) return void circles.push([...trail.slice(trail.indexOf(room)), room].join(' → '));
    if (done.has(room)) return;
    for (const next of graph.get(room) ?? []) walk(next, [...trail, room]);
    done.add(room);
  };
  for (const room of graph.keys()) walk(room, []);
  return circles;
}

/** `projects/projects.ts` and the nouns that live beside the first one of their domain. */
const isNoun = (path: string) =>
  path.startsWith('domains/') && !/\/(([a-z-]+-)?routes|schema|run-[^/]*|download)\.ts$/.test(path);

const libraries: readonly [library: RegExp, who: string, allowed: (path: string) => boolean][] = [
  [
    /^(fastify|@fastify\/)/,
    'only platform/http, monitoring, the gates, routes.ts and what answers a request',
    (path) =>
      /^platform\/(http|monitoring)\/|^domains\/[^/]+\/(([a-z-]+-)?routes|download|[a-z]+-gate)\.ts$|^domains\/console\/(answers|people|invitation-post)\.ts$|^domains\/management\/session-cookies\.ts$|^app\.ts$/.test(
        path,
      ),
  ],
  [
    /^kysely$/,
    'only domain nouns, jobs/, limits/, database/ and monitoring/',
    (path) => /^platform\/((jobs|limits|database)\/|monitoring\/)/.test(path) || isNoun(path),
  ],
  [/^commander$/, 'only cli/', (path) => path.startsWith('cli/')],
  [
    /^pg$/,
    'only database/, the job notifications and the connector of PostgreSQL',
    (path) => /^platform\/(database\/|jobs\/notifications\.ts$)|^reporting\/connectors\/sql\/postgres\//.test(path),
  ],
  [/^mysql2/, 'only the connector of MySQL', (path) => path.startsWith('reporting/connectors/sql/mysql/')],
  [/^openid-client/, 'only the sign-ins of hosted systems', (path) => path.startsWith('reporting/connectors/hosted/')],
];

for (const [library, who, allowed] of libraries) {
  test(`${library.source} is used only by ${who}`, () => {
    const strangers = files.filter(({ path, imports }) => imports.some((name) => library.test(name)) && !allowed(path));
    assert.deepEqual(
      strangers.map(({ path }) => path),
      [],
    );
  });
}

test('only platform/config and the demo read the environment', () => {
  const readers = files.filter(({ path }) => /\bprocess\.env\b/.test(readFileSync(join(root, path), 'utf8')));
  assert.deepEqual(
    readers.map(({ path }) => path).filter((path) => !['platform/config/config.ts', 'demo.ts'].includes(path)),
    [],
  );
});

test('only the process of the engine computes figures of rows: elsewhere a query cannot be ended', () => {
  const place = 'reporting/connectors/';
  const engine = [`${place}file/figures.ts`, `${place}engine/operations.ts`];
  const values = /^import (?!type\b)[^;]*?from '([^']+)';/gms;
  const others = files
    .filter(({ path }) => !engine.includes(path))
    .filter(({ path }) => {
      const names = [...readFileSync(join(root, path), 'utf8').matchAll(values)].map(([, name = '']) => name);
      return names.some((name) => engine.includes(relative(root, resolve(root, dirname(path), name))));
    })
    .map(({ path }) => path);
  assert.deepEqual(others, [`${place}engine/engine-process.ts`], `import ${place}file/rows.ts instead`);
});

test('no folder or file has a name that says nothing', () => {
  const vague = files.filter(({ path }) =>
    /(^|[/-])(utils?|helpers?|common|misc|manager|service)(\.ts|\/|-)/.test(path),
  );
  assert.deepEqual(
    vague.map(({ path }) => path),
    [],
  );
});
