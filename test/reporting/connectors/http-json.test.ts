import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { httpJsonConnector } from '../../../src/reporting/connectors/http-json.ts';
import { getConnector, parseConfig, parseSecret } from '../../../src/reporting/connectors/registry.ts';
import { isError } from '../../support/connector-conformance.ts';
import { openTestContext } from '../../support/connector-context.ts';
import { ask, rowsConfig, verify } from '../../support/http-json-connection.ts';
import { type JsonHandler, startJsonServer } from '../../support/json-server.ts';

const handlers = new Map<string, JsonHandler>();
const server = await startJsonServer((request, response) => {
  const handle = handlers.get(request.path.split('?')[0] ?? '');
  return handle ? handle(request, response) : void response.writeHead(404).end();
});

/** Serves a path of its own, and gives its address. */
function serve(handle: JsonHandler): string {
  const path = `/${handlers.size}`;
  handlers.set(path, handle);
  return server.url + path;
}

const day = '2026-03-02';
const rows = (count: number, amount = 1) => Array.from({ length: count }, () => ({ day, amount }));
const requestsTo = (url: string) => server.seen.filter(({ path }) => path.split('?')[0] === new URL(url).pathname);
const figures = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).rows[0]?.values;

test('placeholders are the days and instants of the period in its zone, percent-encoded', async () => {
  const url = serve(() => ({ items: rows(1) }));
  const names = ['from', 'to', 'to_exclusive', 'from_instant', 'to_instant', 'time_zone'];
  const config = rowsConfig(`${url}?${names.map((name) => `${name}={${name}}`).join('&')}`);
  await ask(config, { from: '2026-03-01', to: '2026-03-29', timeZone: 'Europe/Berlin' });
  const [request] = requestsTo(url);
  assert.deepEqual(Object.fromEntries(request?.query ?? []), {
    from: '2026-03-01',
    to: '2026-03-29',
    to_exclusive: '2026-03-30',
    from_instant: '2026-03-01T00:00:00+01:00',
    to_instant: '2026-03-30T00:00:00+02:00',
    time_zone: 'Europe/Berlin',
  });
  assert.match(request?.path ?? '', /from_instant=2026-03-01T00%3A00%3A00%2B01%3A00/);
});

test('a local time that the clock skipped stays as written', async () => {
  const forms = ['2026-03-29T02:30', '2026-03-29T02:30:00', '2026-03-29 02:30:00', '2026-03-29T02:30:00.250'];
  for (const written of forms) {
    const url = serve(() => ({ items: [{ day: written }, { day: '2026-03-28T01:00:00' }] }));
    const hour = 'max(extract(hour FROM CAST(day AS TIMESTAMP)))';
    const metrics = [
      { key: 'hour', label: 'Hour', sql: hour, unit: 'number', better: 'none', additive: false },
    ] as const;
    const period = { from: '2026-03-29', to: '2026-03-29', timeZone: 'Europe/Berlin' };
    assert.deepEqual(await figures(rowsConfig(url, { metrics: [...metrics] }), period), [2], written);
  }
});

test('a body is JSON with the placeholders in its texts, whether it is written as JSON or as a text', async () => {
  const url = serve(() => ({ items: rows(1) }));
  const written = { from: '{from}', key: '{secret.key}', query: 'query { orders { id } }', deep: [{ to: '{to}' }] };
  const secret = { key: 'with "quotes" and \\' };
  for (const body of [written, JSON.stringify(written)]) {
    await ask(rowsConfig(url, { method: 'POST', body }), { secret });
    const request = requestsTo(url).at(-1);
    const sent = { ...written, from: '2026-03-01', key: secret.key, deep: [{ to: '2026-03-07' }] };
    assert.deepEqual(JSON.parse(request?.body ?? ''), sent);
    assert.deepEqual([request?.method, request?.headers['content-type']], ['POST', 'application/json']);
  }
});

test('secrets go into headers, the query and the body, and nowhere else', async () => {
  const url = serve(() => ({ items: rows(1) }));
  const secret = { key: 'k & y/1' };
  await ask(rowsConfig(`${url}?key={secret.key}`, { headers: { 'X-Key': 'Key {secret.key}' } }), { secret });
  const [request] = requestsTo(url);
  assert.deepEqual([request?.query.get('key'), request?.headers['x-key']], [secret.key, `Key ${secret.key}`]);
  for (const place of [`${server.url}/{secret.key}`, `${url}#{secret.key}`]) {
    await assert.rejects(ask(rowsConfig(place), { secret }), isError('invalid_config', /query only/, secret));
  }
  for (const place of ['http://{secret.key}.example.com/', 'https://user:{secret.key}@example.com/']) {
    await assert.rejects(ask(rowsConfig(place), { secret }), isError('invalid_config', /^[^:]*: url/, secret));
  }
});

test('every fault of the requests is told at once, by its path', async () => {
  const config = rowsConfig('ftp://example.com/{day}', {
    headers: { Host: 'x', 'X Y': 'z', 'X-Key': '{secret.key}' },
    body: {},
    rows: 'items[',
    paging: { type: 'cursor' },
  });
  for (const [index, fault] of [
    /url must begin with https/,
    /url has the unknown placeholder \{day\}/,
    /headers\.Host is set by the connection/,
    /headers\.X Y is not the name/,
    /headers\.X-Key asks for \{secret\.key\}/,
    /body needs the method POST/,
    /rows is not a JMESPath/,
    /paging\.param is missing/,
    /paging\.next is missing/,
  ].entries()) {
    await assert.rejects(verify(config), isError('invalid_config', fault), String(index));
  }
});

test('a secret that headers cannot hold is refused without being shown', async () => {
  const secret = { key: 'first line\nsecond line' };
  const config = rowsConfig(server.url, { headers: { 'X-Key': '{secret.key}' } });
  await assert.rejects(ask(config, { secret }), isError('invalid_config', /header X-Key/, secret));
});

test('the registry knows the system, and reads its configuration and secrets', () => {
  const connector = getConnector('http-json');
  assert.ok(parseConfig(connector, rowsConfig('https://example.com/')));
  assert.throws(() => parseConfig(connector, { ...rowsConfig('x'), method: 'PUT' }), /method must be one of GET, POST/);
  assert.equal(parseSecret(connector, null), null);
  assert.deepEqual(parseSecret(connector, { token: 'text' }), { token: 'text' });
  for (const secret of ['text', { 'a b': 'text' }, { token: 1 }]) assert.throws(() => parseSecret(connector, secret));
});

test('the secret belongs to the origin of the address', () => {
  const origin = (url: string) => httpJsonConnector.origin?.(rowsConfig(url));
  assert.equal(origin('https://api.example.com/v1?x={from}'), origin('https://api.example.com:443/v2'));
  assert.notEqual(origin('https://api.example.com/'), origin('https://api.example.org/'));
  assert.notEqual(origin('https://api.example.com/'), origin('http://api.example.com/'));
});

test('pages are counted until one is shorter than asked for', async () => {
  const url = serve(({ query }) => ({ items: rows(query.get('page') === '3' ? 1 : 2, Number(query.get('page'))) }));
  const paging = { type: 'page', param: 'page', size_param: 'limit', size: 2 } as const;
  assert.deepEqual(await figures(rowsConfig(`${url}?sort=day%20desc`, { paging })), [5, 9]);
  assert.deepEqual(
    requestsTo(url).map(({ path }) => path.replace(/^.*\?/, '')),
    [1, 2, 3].map((page) => `sort=day%20desc&limit=2&page=${page}`),
  );
});

test('pages may begin at zero, and without a size end with an empty one', async () => {
  const url = serve(({ query }) => ({ items: rows(query.get('p') === '2' ? 0 : 3, Number(query.get('p'))) }));
  assert.deepEqual(await figures(rowsConfig(url, { paging: { type: 'page', param: 'p', first: 0 } })), [6, 3]);
});

test('offsets go on by the rows that came', async () => {
  const all = Array.from({ length: 7 }, (_, index) => ({ day, amount: 2 ** index }));
  const slice = (start: number) => ({ items: all.slice(start, start + 3) });
  const url = serve(({ query }) => slice(Number(query.get('offset'))));
  assert.deepEqual(await figures(rowsConfig(url, { paging: { type: 'offset', param: 'offset', size: 3 } })), [7, 127]);
  assert.deepEqual(
    requestsTo(url).map(({ query }) => query.get('offset')),
    ['0', '3', '6'],
  );
});

test('a parameter that the body has is set there', async () => {
  const url = serve(({ body }) => ({ items: rows(JSON.parse(body).page < 3 ? 2 : 0) }));
  const paging = { type: 'page', param: 'page' } as const;
  assert.deepEqual(await figures(rowsConfig(url, { method: 'POST', body: { page: 1 }, paging })), [4, 4]);
});

test('cursors are followed until there is none, be they texts or numbers too long for a double', async () => {
  for (const end of [null, '', undefined, false, 0]) {
    const cursors = ['', 'a&b', 12345678901234567891n, end];
    const url = serve(({ query }, response) => {
      const index = cursors.findIndex((cursor) => String(cursor ?? '') === (query.get('after') ?? ''));
      const next = cursors[index + 1];
      const written = typeof next === 'bigint' ? String(next) : JSON.stringify(next);
      const more = next === undefined ? '' : `,"meta":{"next":${written}}`;
      return void response.end(`{"items":${JSON.stringify(rows(1, 10 ** index))}${more}}`);
    });
    const paging = { type: 'cursor', param: 'after', next: 'meta.next' } as const;
    assert.deepEqual(await figures(rowsConfig(url, { paging })), [3, 111]);
  }
});

test('links of headers are followed, relative ones too, and keep a key of the query', async () => {
  const url = serve(({ path, query }, response) => {
    if (query.get('key') !== 'secret text') return void response.writeHead(401).end();
    const page = Number(query.get('page') ?? 1);
    const [own] = path.split('?');
    response.setHeader(
      'link',
      `<${own}?page=1>; rel="first"${page < 3 ? `, <${own}?page=${page + 1}>; rel=next` : ''}`,
    );
    return { items: rows(1, page) };
  });
  const secret = { key: 'secret text' };
  assert.deepEqual(
    await figures(rowsConfig(`${url}?key={secret.key}`, { paging: { type: 'link' } }), { secret }),
    [3, 6],
  );
});

test('links in the answer are followed with a path to them', async () => {
  const url = serve(({ path, query }) => ({ items: rows(1), next: query.has('page') ? null : `${path}?page=2` }));
  assert.deepEqual(await figures(rowsConfig(url, { paging: { type: 'link', next: 'next' } })), [2, 2]);
});

test('rows are fetched once a context, or once for each period that the requests name', async () => {
  for (const [template, count] of [
    ['', 1],
    ['?from={from}', 3],
  ] as const) {
    const url = serve(() => ({ items: rows(1) }));
    const config = rowsConfig(url + template);
    await using context = openTestContext();
    for (const from of ['2026-03-01', '2026-02-01', '2026-01-01']) {
      const query = { from, to: '2026-03-31', timeZone: 'UTC', metrics: ['rows'], limit: 10 };
      const groupings = ['none', 'day', 'week'] as const;
      await Promise.all(groupings.map((by) => httpJsonConnector.query(config, null, { ...query, by }, context)));
    }
    assert.equal(requestsTo(url).length, count);
  }
});

test('rows outside of the period do not count, whatever the system answers', async () => {
  const days = ['2026-02-28T23:30:00Z', '2026-02-28T22:30:00Z', '2026-03-07T22:59:59Z', '2026-03-07T23:00:00Z'];
  const url = serve(() => ({ items: days.map((day) => ({ day, amount: 1 })) }));
  assert.deepEqual(await figures(rowsConfig(url), { timeZone: 'Europe/Berlin' }), [2, 2]);
});

test('nested objects are read with points or arrows, and long numbers as they are written', async () => {
  const place = (country: string) => ({ place: { country, city: { name: `${country}-1` } } });
  const items = [
    { day, id: '9007199254740993', ...place('DE') },
    { day, id: '9007199254740992', ...place('FR') },
  ];
  const text = JSON.stringify({ items }).replaceAll(/"(\d{16})"/g, '$1');
  const url = serve((_request, response) => void response.end(text));
  const dimension = (sql: string) =>
    rowsConfig(url, { metrics: [metric('count(*)')], dimensions: [{ key: 'by', label: 'By', sql }] });
  const groups = async (sql: string) =>
    (await ask(dimension(sql), { by: { dimension: 'by' } })).rows.map(({ key }) => key);
  assert.deepEqual(await groups('place.country'), ['DE', 'FR']);
  assert.deepEqual(await groups("place->>'country'"), ['DE', 'FR']);
  assert.deepEqual(await groups('place.city.name'), ['DE-1', 'FR-1']);
  assert.deepEqual(await groups('id'), ['9007199254740992', '9007199254740993']);
});

test('a column that is missing in some rows has no figure there', async () => {
  const url = serve(() => ({ items: [{ day, amount: 5 }, { day }, { day, amount: null }] }));
  assert.deepEqual(await figures(rowsConfig(url)), [3, 5]);
});

test('an empty period is no fault, and verify says so', async () => {
  const url = serve(() => ({ items: [] }));
  assert.deepEqual(await ask(rowsConfig(url)), {
    rows: [],
    groupCount: 0,
    hasData: false,
    rowsRead: null,
    freshAt: null,
  });
  const [warning] = await verify(rowsConfig(url));
  assert.equal(warning?.code, 'no_rows');
  const none = serve((_request, response) => void response.writeHead(204).end());
  assert.equal((await ask(rowsConfig(none))).hasData, false);
});

test('an expression can give an empty list where the system leaves it out', async () => {
  const url = serve(() => ({}));
  await assert.rejects(ask(rowsConfig(url)), isError('invalid_config', /items \|\| `\[\]`/));
  assert.equal((await ask(rowsConfig(url, { rows: 'items || `[]`' }))).hasData, false);
});

test('verify warns of values that a metric leaves out', async () => {
  const url = serve(() => ({
    items: [
      { day, amount: '1.5' },
      { day, amount: 'n/a' },
    ],
  }));
  const config = rowsConfig(url, { metrics: [metric('sum(TRY_CAST(amount AS DOUBLE))')] });
  const [warning] = await verify(config);
  assert.deepEqual([warning?.code, warning?.path], ['values_left_out', 'metrics.0.sql']);
  assert.deepEqual((await ask(config)).leftOut, [1]);
});

test('rows lie in a private folder that is gone when the context closes', async () => {
  const marker = randomUUID();
  const url = serve(() => ({ items: [{ ...rows(1)[0], marker }] }));
  const foldersWithRows = () =>
    readdirSync(tmpdir())
      .filter((name) => name.startsWith('report-service-rows-'))
      .map((name) => join(tmpdir(), name))
      .filter((folder) => existsSync(join(folder, 'rows.ndjson')))
      .filter((folder) => readFileSync(join(folder, 'rows.ndjson'), 'utf8').includes(marker));
  {
    await using context = openTestContext();
    await httpJsonConnector.verify(rowsConfig(url), null, context);
    const [folder = '', ...others] = foldersWithRows();
    assert.deepEqual(others, []);
    assert.deepEqual(
      [statSync(folder).mode & 0o777, statSync(join(folder, 'rows.ndjson')).mode & 0o777],
      [0o700, 0o600],
    );
  }
  assert.deepEqual(foldersWithRows(), []);
});

function metric(sql: string) {
  return { key: 'figure', label: 'Figure', sql, unit: 'number', better: 'none', additive: false } as const;
}
