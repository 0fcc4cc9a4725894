import assert from 'node:assert/strict';
import { mkdir, rename, stat, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { findFiles } from '../../../src/reporting/connectors/file/paths.ts';
import { openSource } from '../../../src/reporting/connectors/file/source.ts';
import { fileConnector } from '../../../src/reporting/connectors/file.ts';
import { isError } from '../../support/connector-conformance.ts';
import { ask, makeConfig, makeFolder, openFileContext, verify, writeText } from '../../support/file-connection.ts';

const outside = await makeFolder();
const root = await makeFolder();
const rows = ['day,n,weather', '2024-01-01,1,sun', '2024-01-02,2,rain'];
await writeText(outside, 'secret.csv', rows);
await writeText(root, 'data.csv', rows);
await mkdir(join(root, 'months/deep'), { recursive: true });
for (const month of ['a', 'b']) await writeText(root, `months/${month}.csv`, rows);
await writeText(root, 'months/.hidden.csv', rows);
await writeText(root, 'months/deep/c.csv', rows);
await writeText(root, 'months/notes.log', ['text']);
await symlink(join(outside, 'secret.csv'), join(root, 'link.csv'));
await symlink(outside, join(root, 'folder'));
await symlink(join(root, 'data.csv'), join(root, 'inner.csv'));

const anyUse = {
  isLabel: () => false,
  isFigure: () => false,
  isText: () => false,
  isNumber: () => false,
  isDate: () => false,
  isBareDate: () => false,
  isExact: () => false,
  reading: {},
};
const config = (path: string) => makeConfig(path, 'day', { n: 'sum(n)' });
const period = { from: '2024-01-01', to: '2024-12-31' };
const total = async (path: string) => (await ask([root], config(path), 'none', period)).rows[0]?.values[0];

test('reads a file by a relative path, an absolute path and a symbolic link within the root', async () => {
  for (const path of ['data.csv', './data.csv', join(root, 'data.csv'), 'inner.csv'])
    assert.equal(await total(path), 3);
});

test('reads every file that a pattern matches, without hidden and deeper ones', async () => {
  assert.equal(await total('months/*.csv'), 6);
  assert.equal(await total('months/{a,x}.csv'), 3);
  assert.equal(await total('*/[ab].csv'), 6);
  assert.equal(await total('months/*/?.csv'), 3);
});

test('counts a file once that a pattern matches, also by a symbolic link to it', async () => {
  await mkdir(join(root, 'daily'));
  await writeText(root, 'daily/2024-01.csv', rows);
  await symlink('2024-01.csv', join(root, 'daily/latest.csv'));
  assert.equal(await total('daily/*.csv'), 3);
});

test('looks in each data root in turn', async () => {
  const found = await ask([outside, root], config('data.csv'), 'none', period);
  assert.deepEqual(found.rows[0]?.values, [3]);
});

test('takes an absolute path by a data root that is a symbolic link', async () => {
  const link = join(outside, 'root');
  await symlink(root, link);
  for (const path of ['data.csv', 'months/[a].csv', '*/a.csv']) assert.equal(await total(join(link, path)), 3);
  await assert.rejects(total(join(link, 'link.csv')), isError('invalid_config', /outside/));
});

test('shows only the part of a path below the data roots, because customers see it', async () => {
  for (const [path, kind] of [
    ['none/none.csv', 'resource_missing'],
    ['none/*.csv', 'resource_missing'],
  ] as const) {
    const absolute = join(root, path);
    await assert.rejects(total(absolute), isError(kind, new RegExp(`There is no file "${RegExp.escape(path)}"`)));
  }
  const elsewhere = join(outside, 'secret.csv');
  await assert.rejects(total(elsewhere), (error: Error) => !error.message.includes(outside));
});

const escapes: Record<string, RegExp> = {
  '../secret.csv': /"\.\."/,
  'months/../../secret.csv': /"\.\."/,
  'months\\..\\secret.csv': /"\.\."/,
  [join(outside, 'secret.csv')]: /outside/,
  [`${root}-other/data.csv`]: /outside/,
  '/etc/passwd': /outside/,
  '/proc/self/environ': /outside/,
  'link.csv': /outside/,
  '*.csv': /outside/,
  'folder/secret.csv': /outside/,
  'file:///etc/passwd': /URL/,
  'http://127.0.0.1/data.csv': /URL/,
  'gs://bucket/data.csv': /URL/,
  'data.csv\0.parquet': /NUL/,
  '**/data.csv': /\*\*/,
};
for (const [path, message] of Object.entries(escapes)) {
  test(`refuses the path ${JSON.stringify(path.replace(root, 'ROOT').replace(outside, 'OUTSIDE'))}`, async () => {
    await assert.rejects(verify([root], config(path)), isError('invalid_config', message));
  });
}

test('reports a missing file, and a folder in place of a file, as a missing resource', async () => {
  for (const path of ['gone.csv', 'gone/*.csv', 'months', 'folder/*.csv']) {
    await assert.rejects(verify([root], config(path)), isError('resource_missing', /no file/));
  }
});

test('refuses unknown and mixed formats', async () => {
  await assert.rejects(
    verify([root], config('months/notes.log')),
    isError('invalid_config', /notes\.log is not known/),
  );
  await assert.rejects(
    verify([root], config('months/[an]*')),
    isError('invalid_config', /not known|different formats/),
  );
});

const escapingSql = [
  '1) FROM source; DROP TABLE source; SELECT (1',
  "sum(n)); COPY (SELECT 1) TO '/tmp/x' --",
  'sum(n) FROM source',
  'sum(n), sum(n)',
  'sum(n) AS x',
  'sum(n) /*',
  'sum(n) UNION SELECT 1',
  "(SELECT count(*) FROM read_text('/etc/passwd'))",
  "(SELECT count(*) FROM '/etc/passwd')",
  "(SELECT count(*) FROM glob('/etc/*'))",
  'count(*) FILTER (EXISTS (SELECT 1 FROM duckdb_settings()))',
  "length(getenv('HOME'))",
  "length(current_setting('allowed_paths')::VARCHAR)",
  "length(repeat('x', 1000000000))",
  'len(range(1000000000))',
  "length(replace(repeat('a', 9), 'a', 'aaaaaaaaaaaa'))",
  'sleep_ms(1000000)',
  'pg_sleep(1000)',
  "write_log('x')",
  "nextval('x')",
  'sum(n::INTEGER[100000][1])',
  'sum(n) OVER ()',
  'COLUMNS(*)',
  '*',
  '$1',
  '?',
  'len(list_transform([1], lambda x: x))',
  '',
  ';',
  ')',
];
for (const sql of escapingSql) {
  test(`refuses the expression ${JSON.stringify(sql)} as metric, dimension and date`, async () => {
    const refused = isError('invalid_config', /SQL of the (metric|dimension|date)/);
    await assert.rejects(verify([root], makeConfig('data.csv', 'day', { n: sql })), refused);
    await assert.rejects(verify([root], makeConfig('data.csv', 'day', { n: 'sum(n)' }, { x: sql })), refused);
    await assert.rejects(verify([root], makeConfig('data.csv', sql, { n: 'sum(n)' })), refused);
  });
}

const changingSql = [
  'count(*) FILTER (CAST(day AS DATE) < current_date)',
  'max(length(current_user))',
  'max(length(user))',
  'max(epoch(CURRENT_TIMESTAMP))',
  'max(epoch(localtimestamp))',
  'max(epoch(now()))',
  'max(random())',
  'max(length(version()))',
  "max(length(getenv('HOME')))",
  'max(epoch(age(CAST(day AS TIMESTAMP))))',
];
for (const sql of changingSql) {
  test(`refuses ${sql}, which another day or machine answers otherwise`, async () => {
    const refused = isError('invalid_config', /SQL of the metric "n" is not valid: .*must show the same figures/);
    await assert.rejects(verify([root], makeConfig('data.csv', 'day', { n: sql })), refused);
  });
}

test('takes a column that is called like something that changes', async () => {
  await writeText(root, 'users.csv', ['day,user,n', '2024-01-01,ann,1', '2024-01-02,bob,2']);
  const users = makeConfig('users.csv', 'day', { n: 'count(DISTINCT user)' }, { user: 'user' });
  const { rows: found } = await ask([root], users, { dimension: 'user' }, period);
  assert.deepEqual(
    found.map(({ key }) => key),
    ['ann', 'bob'],
  );
});

const repeated = (begin: string, core: string, end: string, times: number) =>
  begin.repeat(times) + core + end.repeat(times);
const deepSql: Record<string, [string, RegExp]> = {
  nullif: [repeated('nullif(', 'n', ', 0)', 40), /nests functions such as nullif/],
  fmod: [repeated('fmod(', 'n', ', 3)', 40), /nests functions such as nullif and fmod/],
  round_even: [repeated('round_even(', 'n', ', 3)', 40), /nests functions/],
  BETWEEN: [`CAST(${repeated('(', 'true', ' BETWEEN true AND true)', 40)} AS INTEGER)`, /nests functions.*BETWEEN/],
  abs: [repeated('abs(', 'n', ')', 300), /more than 150 levels/],
};
for (const [name, [sql, fault]] of Object.entries(deepSql)) {
  test(`refuses deeply nested ${name}, which DuckDB would bind for hours`, async () => {
    const nested = makeConfig('data.csv', 'day', { n: `max(${sql})` });
    await assert.rejects(verify([root], nested), isError('invalid_config', fault));
  });
}

test('takes expressions that are nested as people nest them', async () => {
  const nested = repeated('nullif(', 'n', ', 0)', 4);
  const chain = 'n + '.repeat(60);
  const figures = { nested: `sum(${nested})`, chain: `sum(${chain} n)` };
  const found = await ask([root], makeConfig('data.csv', 'day', figures), 'none', period);
  assert.deepEqual(found.rows[0]?.values, [3, 183]);
});

test('takes the expressions that reports are made of', async () => {
  const metrics = {
    filtered: "count(*) FILTER (n > 1 AND weather LIKE 'r%n')",
    ratio: 'sum(n) / nullif(count(DISTINCT day), 0)',
    cases: 'sum(CASE WHEN n BETWEEN 1 AND 1 THEN 10 ELSE coalesce(n, 0) END) -- with a comment',
    converted: "sum(CAST(translate('1,5', ',', '.') AS DECIMAL(9, 2)))",
    spread: 'quantile_cont(n, 0.5) + stddev_pop(n)',
    days: "max(date_diff('day', CAST(day AS DATE), DATE '2024-01-11' + INTERVAL 1 DAY))",
  };
  const result = await ask([root], makeConfig('data.csv', 'CAST(day AS DATE)', metrics), 'none', period);
  assert.deepEqual(result.rows[0]?.values, [1, 1.5, 12, 3, 2, 11]);
});

test('locks the engine itself: no other file, no writing, no extension, no setting, not even for its own SQL', async () => {
  const files = await findFiles('data.csv', [root]);
  const signal = new AbortController().signal;
  const source = await openSource(files, 'UTC', anyUse, signal);
  const path = join(outside, 'made');
  const statements = [
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM read_csv('/proc/self/environ')",
    `SELECT * FROM read_csv('${join(outside, 'secret.csv')}')`,
    `SELECT * FROM read_csv('${join(root, 'months/a.csv')}')`,
    `SELECT * FROM read_csv('${join(root, 'link.csv')}')`,
    "SELECT * FROM glob('/etc/*')",
    "SELECT * FROM read_csv('http://127.0.0.1:1/x.csv')",
    "SELECT getenv('HOME')",
    `COPY source TO '${path}'`,
    `COPY source TO '${join(root, 'made')}'`,
    `EXPORT DATABASE '${path}'`,
    `ATTACH '${path}'`,
    'INSTALL httpfs',
    'LOAD httpfs',
    "SET memory_limit = '100GB'",
    'SET enable_external_access = true',
    'SET lock_configuration = false',
    "SET allowed_directories = ['/']",
    `SET temp_directory = '${outside}'`,
    "SET TimeZone = 'Europe/Paris'",
    "PRAGMA memory_limit = '100GB'",
  ];
  for (const statement of statements) {
    const run = source.use(signal, (connection) => connection.run(statement));
    await assert.rejects(run, isError('invalid_config', /disabled|locked|does not exist|cannot/i), statement);
  }
  await assert.rejects(stat(path), { code: 'ENOENT' });
  source.close();
});

test('stops at the memory limit instead of writing temporary files', async () => {
  const files = await findFiles('data.csv', [root]);
  const signal = new AbortController().signal;
  const source = await openSource(files, 'UTC', anyUse, signal);
  const run = source.use(signal, (connection) =>
    connection.run("SELECT count(*) FROM (SELECT DISTINCT repeat('x', 10000) || i FROM range(300000) AS r(i))"),
  );
  await assert.rejects(run, isError('invalid_config', /too much memory/));
  source.close();
});

test('gives no answer from a file that was replaced or changed after it was checked', async () => {
  await writeText(root, 'swapped.csv', rows);
  for (const change of [
    () => utimes(join(root, 'swapped.csv'), new Date(), new Date(0)),
    async () => {
      await rename(join(root, 'swapped.csv'), join(root, 'kept.csv'));
      await symlink(join(outside, 'secret.csv'), join(root, 'swapped.csv'));
    },
  ]) {
    await using context = openFileContext([root]);
    const query = { ...period, timeZone: 'UTC', metrics: ['n'], by: 'none', limit: 1 } as const;
    await fileConnector.query(config('swapped.csv'), null, query, context);
    await change();
    await assert.rejects(
      fileConnector.query(config('swapped.csv'), null, query, context),
      isError('transient', /swapped\.csv changed/),
    );
  }
});

test('a file that changed while it was read is read again, whatever was wrong with it', async () => {
  await writeText(root, 'rewritten.csv', rows);
  const files = await findFiles('rewritten.csv', [root]);
  await writeText(root, 'rewritten.csv', ['date,n', '2024-01-01,1', '2024-0']);
  const open = openSource(files, 'UTC', anyUse, new AbortController().signal);
  await assert.rejects(open, isError('transient', /rewritten\.csv changed while it was read/));
});
