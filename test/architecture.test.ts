import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { circlesAmong, isCode, sourceFiles } from './support/imports.ts';

const root = fileURLToPath(new URL('../src/', import.meta.url));

/** From the bottom up: a storey knows itself and those below it. `platform` and `reporting` are side by side. */
const storeys = [['platform', 'reporting'], ['domains'], ['installation'], ['cli'], ['composition']] as const;
const domains = [
  'account-security',
  'accounts',
  'administration',
  'audit',
  'authorizations',
  'brands',
  'bulk-jobs',
  'chat-channels',
  'connections',
  'console',
  'directory',
  'export-jobs',
  'generation-jobs',
  'job-summaries',
  'labels',
  'live-pages',
  'management',
  'me',
  'members',
  'overview',
  'personal-data',
  'pictures',
  'portfolio',
  'previews',
  'project-imports',
  'projects',
  'reports',
  'retention',
  'schedules',
  'second-factors',
  'security-log',
  'shares',
  'single-sign-on',
  'templates',
  'uploads',
  'usage',
  'users',
  'watches',
  'webhooks',
] as const;

const files = sourceFiles(root);
const consoleFiles = sourceFiles(join(root, '../console/src'));
const clientFiles = sourceFiles(join(root, '../client/src'));
const storeyOf = (path: string) => (path.includes('/') ? (path.split('/')[0] ?? '') : 'composition');
const floorOf = (path: string) => storeys.findIndex((storey) => (storey as readonly string[]).includes(storeyOf(path)));

test('every source file belongs to a storey', () => {
  const homeless = files.filter(({ path }) => floorOf(path) < 0).map(({ path }) => path);
  assert.deepEqual(homeless, []);
  assert.deepEqual(roomsBelow('domains/'), [...domains]);
  const composition = files.filter(({ path }) => storeyOf(path) === 'composition').map(({ path }) => path);
  assert.deepEqual(composition.sort(), [
    ...[
      'app.ts',
      'demo.ts',
      'due-thread.ts',
      'main.ts',
      'portfolio-thread.ts',
      'preview-thread.ts',
      'watch-thread.ts',
      'worker-thread.ts',
    ],
  ]);
});

test('the tree in docs/ARCHITECTURE.md has every folder', () => {
  const [, house = ''] = page.split('```');
  const shown = new Set(house.match(/(?<=\s)[a-z-]+(?=\/)/g));
  const places = ['', 'platform/', 'reporting/', 'domains/', 'reporting/documents/', 'reporting/renderers/'];
  const folders = places.flatMap((place) => roomsBelow(place).filter((room) => !room.endsWith('.ts')));
  assert.deepEqual(
    folders.filter((folder) => !shown.has(folder)),
    [],
  );
});

const page = readFileSync(join(root, '../docs/ARCHITECTURE.md'), 'utf8');
const orders = [...page.matchAll(/^\| `([a-z/]+\/)` +\| ([a-z, -]+?) +\|$/gm)];
const trees = { 'src/': files, 'console/src/': consoleFiles, 'client/src/': clientFiles };

test('the page of the architecture gives an order to the folders of each storey, the console and the client', () => {
  const places = ['platform/', 'reporting/', 'reporting/renderers/', 'domains/', 'console/src/', 'client/src/'];
  assert.deepEqual(
    orders.map(([, place]) => place),
    places,
  );
});

for (const [, place = '', names = ''] of orders) {
  test(`the folders of ${place} import only from those that docs/ARCHITECTURE.md lists before them`, () => {
    const [tree, below] = place in trees ? [trees[place as keyof typeof trees], ''] : [files, place];
    const order = names.split(', ');
    const roomOf = (path: string) => (path.startsWith(below) ? path.slice(below.length).split('/')[0] : undefined);
    const floorOf = (path: string) => order.indexOf(roomOf(path) ?? '');
    const rooms = new Set(tree.map(({ path }) => roomOf(path)).filter((room) => room && !isCode(room)));
    assert.deepEqual(order.toSorted(), [...rooms].sort());
    const upward = tree.flatMap(({ path, imports }) =>
      imports
        .filter((name) => floorOf(path) >= 0 && floorOf(name) > floorOf(path))
        .map((name) => `${path} imports ${name}`),
    );
    assert.deepEqual(upward, []);
  });
}

test('imports point down, and platform and reporting do not know each other', () => {
  const wrong = files.flatMap(({ path, imports }) =>
    imports
      .filter(isCode)
      .filter((name) =>
        floorOf(name) === floorOf(path) ? storeyOf(name) !== storeyOf(path) : floorOf(name) > floorOf(path),
      )
      .map((name) => `${path} imports ${name}`),
  );
  assert.deepEqual(wrong, []);
});

for (const [place, tree] of Object.entries(trees)) {
  test(`no file of ${place} imports itself through others`, () => {
    assert.deepEqual(circlesAmong(tree.map(({ path, imports }) => [path, imports.filter(isCode)])), []);
  });
}

test('the console takes from the client its operations and periods, and from the service colours and the words of schedules', () => {
  const outside = consoleFiles.flatMap(({ imports }) => imports.filter((name) => name.startsWith('../')));
  const allowed = ['client/src/manage/index.ts', 'client/src/periods.ts', 'src/reporting/renderers/colors.ts'];
  const ruleWords = /^\.\.\/\.\.\/src\/domains\/schedules\/rule-words\//;
  assert.deepEqual(
    [...new Set(outside)].filter((name) => !ruleWords.test(name)).sort(),
    allowed.map((path) => `../../${path}`),
  );
});

test('a screen of the console is loaded when it is opened, so that no other part imports one at once', () => {
  const others = consoleFiles.filter(({ path }) => !/^screens\/|^router\.tsx$/.test(path));
  const early = others.flatMap(({ imports }) => imports.filter((name) => name.startsWith('screens/')));
  assert.deepEqual(early, []);
});

test('the client has no dependency: it imports its own files and what Node has', () => {
  const foreign = clientFiles.flatMap(({ imports }) =>
    imports.filter((name) => !isCode(name) || name.startsWith('../')),
  );
  assert.deepEqual(
    foreign.filter((name) => !name.startsWith('node:')),
    [],
  );
});

for (const place of ['', 'domains/', 'platform/', 'reporting/', 'reporting/documents/', 'reporting/renderers/']) {
  test(`the rooms of src/${place} do not import each other in a circle, type imports included`, () => {
    const graph = new Map<string, string[]>();
    for (const { path, imports } of files.filter(({ path }) => path.startsWith(place))) {
      const room = roomOf(path, place);
      const others = imports
        .filter((name) => isCode(name) && name.startsWith(place))
        .map((name) => roomOf(name, place));
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

/** `projects/projects.ts` and the nouns that live beside the first one of their domain. */
const isNoun = (path: string) =>
  path.startsWith('domains/') && !/\/(([a-z-]+-)?routes|schema|run-[^/]*|download)\.ts$/.test(path);

const libraries: readonly [library: RegExp, who: string, allowed: (path: string) => boolean][] = [
  [
    /^(fastify|@fastify\/)/,
    'only platform/http, monitoring, the gates, routes.ts and what answers a request',
    (path) =>
      /^platform\/(http|monitoring)\/|^domains\/[^/]+\/(([a-z-]+-)?routes|download|[a-z]+-gate)\.ts$|^domains\/console\/(answers|people|invitation-post|sign-on-answers)\.ts$|^domains\/management\/session-cookies\.ts$|^app\.ts$/.test(
        path,
      ),
  ],
  [
    /^kysely$/,
    'only domain nouns, jobs/, events/, limits/, database/ and monitoring/',
    (path) => /^platform\/((jobs|events|limits|database)\/|monitoring\/)/.test(path) || isNoun(path),
  ],
  [/^commander$/, 'only cli/', (path) => path.startsWith('cli/')],
  [
    /^pg$/,
    'only database/, the job notifications and the connector of PostgreSQL',
    (path) => /^platform\/(database\/|jobs\/notifications\.ts$)|^reporting\/connectors\/sql\/postgres\//.test(path),
  ],
  [/^mysql2/, 'only the connector of MySQL', (path) => path.startsWith('reporting/connectors/sql/mysql/')],
  [/^tedious/, 'only the connector of SQL Server', (path) => path.startsWith('reporting/connectors/sql/sql-server/')],
  [/^@opentelemetry\//, 'only platform/tracing/', (path) => path.startsWith('platform/tracing/')],
  [
    /^openid-client/,
    'only the sign-ins of hosted systems and of people',
    (path) => path.startsWith('reporting/connectors/hosted/') || path === 'domains/single-sign-on/provider-client.ts',
  ],
  [/^@node-saml\//, 'only sign-in by SAML', (path) => path.startsWith('domains/single-sign-on/saml/')],
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
  const engine = ['file/figures.ts', 'engine/operations.ts', 'proposals/counting/verify-counting.ts'].map(
    (name) => place + name,
  );
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
