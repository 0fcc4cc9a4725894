import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { ConnectorContext, ConnectorError } from '../../../src/reporting/connectors/contract.ts';
import type { Paging } from '../../../src/reporting/connectors/http-json/config.ts';
import { httpJsonConnector } from '../../../src/reporting/connectors/http-json.ts';
import { isError } from '../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import { ask, rowsConfig, verify } from '../../support/http-json-connection.ts';
import { type JsonHandler, type SeenRequest, startJsonServer } from '../../support/json-server.ts';
import { test } from '../../support/suite.ts';

const day = '2026-03-02';
const rows = (count: number) => Array.from({ length: count }, () => ({ day, amount: 1 }));
const page = (next: string | null = null, count = 1) => ({ items: rows(count), next });
const circle = (cursor: string) => {
  const place = ['', 'a', 'b', 'c'].indexOf(cursor);
  return page(['a', 'b', 'c', 'a'][place], place + 1);
};
const bomb = gzipSync(Buffer.alloc(64 * 2 ** 20, ' '));
const deep = (levels: number) => `{"items":[{"day":"${day}","x":${'['.repeat(levels)}${']'.repeat(levels)}}]}`;
let visits = 0;

const handlers: Record<string, JsonHandler> = {
  '/endless': () => page(String(++visits)),
  '/repeating': () => page('same'),
  '/last-names-itself': ({ query }) => page('same', query.has('after') ? 2 : 1),
  '/empty-names-itself': ({ query }) => page('same', query.has('after') ? 0 : 1),
  '/circle': ({ query }) => circle(query.get('after') ?? ''),
  '/circle-of-one-page': ({ query }) => page(circle(query.get('after') ?? '').next, 2),
  '/rows': ({ query }) => page(String(Number(query.get('after') ?? 0) + 1), 60_000),
  '/slow': (_request, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write(' '), 1_000);
    response.on('close', () => clearInterval(timer));
  },
  '/huge': (_request, response) => sendForEver(response, Buffer.alloc(65_536, ' ')),
  '/bomb': (_request, response) => void response.setHeader('content-encoding', 'gzip').end(bomb),
  '/brackets': (_request, response) => void response.end(`{"items":[${'[],'.repeat(3_000_000)}[]]}`),
  '/deep': (_request, response) => void response.end(deep(200)),
  '/deepest': (_request, response) => void response.end(deep(100_000)),
  '/cut': (_request, response) => void response.end('{"items":[{"day":'),
  '/latin': (_request, response) => void response.end(Buffer.from('{"items":[{"day":"M\xfcnchen"}]}', 'latin1')),
  '/prototype': (_request, response) =>
    void response.end(`{"items":[{"day":"${day}","__proto__":{"amount":7},"amount":1}]}`),
  '/text-later': ({ query }) => ({
    items: [{ day, amount: query.has('after') ? '2.5' : 1 }],
    next: query.has('after') ? null : 'a',
  }),
  '/renamed-later': ({ query }) =>
    query.has('after')
      ? {
          items: [
            { day, sum: 1 },
            { date: day, amount: 1 },
          ],
        }
      : page('a', 3),
};

function sendForEver(response: ServerResponse, chunk: Buffer): void {
  const send = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', send);
  send();
}

const respond: JsonHandler = (request, response) => {
  const handle = handlers[request.path.split('?')[0] ?? ''];
  return handle ? handle(request, response) : redirect(request, response);
};
const server = await startJsonServer(respond);
const other = await startJsonServer(() => page());

/** `/redirect?status=302&to=…` */
function redirect({ query }: SeenRequest, response: ServerResponse): undefined {
  response.writeHead(Number(query.get('status') ?? 404), { location: query.get('to') ?? '' }).end();
}

const redirectTo = (to: string, status = 302) => `${server.url}/redirect?status=${status}&to=${encodeURIComponent(to)}`;
const cursor: Paging = { type: 'cursor', param: 'after', next: 'next' };
const at = (path: string, paging: Paging = { type: 'none' }) => rowsConfig(server.url + path, { paging });
const secret = { key: 'a-very-secret-text' };

for (const paging of [cursor, { type: 'page', param: 'page' }] satisfies Paging[]) {
  test(`pages without an end (${paging.type}) are refused after the thousandth`, async () => {
    const before = server.seen.length;
    await assert.rejects(ask(at('/endless', paging)), isError('invalid_config', /more than 1000 pages/));
    assert.equal(server.seen.length - before, 1_000);
  });
}

test('more than a million rows are refused', async () => {
  await assert.rejects(ask(at('/rows', cursor)), isError('invalid_config', /more than 1000000 rows/));
});

for (const path of ['/repeating', '/circle-of-one-page']) {
  test(`a page that was there before is refused by the name of its parameter: ${path}`, async () => {
    // One after the other, so that neither is refused before somebody waits for it.
    for (const start of [ask, verify]) {
      const error: ConnectorError = await start(at(path, cursor)).then(
        () => assert.fail('It should have been refused'),
        (fault) => fault,
      );
      assert.equal(error.kind, 'invalid_config');
      assert.match(error.message, /paging\.param \("after"\) is not what the system calls it/);
      assert.deepEqual(
        error.faults.map(({ path }) => path),
        ['paging.param'],
      );
    }
  });
}

test('a cursor that repeats behind another page ends the pages, and verify and every answer say so', async () => {
  for (const [path, rowCount] of [
    ['/last-names-itself', 3],
    ['/circle', 10],
  ] as const) {
    for (const by of ['none', 'day'] as const) {
      const { rows, notices } = await ask(at(path, cursor), { by });
      assert.deepEqual(rows[0]?.values, [rowCount, rowCount]);
      assert.deepEqual(notices, [{ code: 'repeated_cursor' }]);
    }
    const warnings = await verify(at(path, cursor));
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['repeated_cursor'],
    );
  }
});

test('an empty page that names its own cursor is the end, without a doubt', async () => {
  const { rows, notices } = await ask(at('/empty-names-itself', cursor));
  assert.deepEqual(rows[0]?.values, [1, 1]);
  assert.equal(notices, undefined);
  assert.deepEqual(await verify(at('/empty-names-itself', cursor)), []);
});

for (const [path, message] of [
  ['/huge', /larger than/],
  ['/bomb', /./],
  ['/brackets', /more than 5000000 values/],
  ['/deep', /levels deep/],
  ['/deepest', /nests too deep|levels deep/],
  ['/cut', /not JSON/],
  ['/latin', /UTF-8/],
  ['/text-later', /"total".*(JSON|text|VARCHAR)/],
] as const) {
  test(`the answer ${path} is refused in time`, async () => {
    await assert.rejects(
      ask(at(path, path === '/text-later' ? cursor : undefined)),
      isError('invalid_config', message),
    );
  });
}

test('an answer of one byte a second ends at the deadline', async () => {
  const context = { deadline: Date.now() + 2_500 };
  await assert.rejects(ask(at('/slow'), { context }), isError('transient', /stopped/));
});

test('properties that are special to JavaScript are columns like others', async () => {
  assert.deepEqual((await ask(at('/prototype'))).rows[0]?.values, [1, 1]);
});

test('columns that change between pages are told, and rows without a date are counted', async () => {
  const changing = at('/renamed-later', cursor);
  const result = await ask(changing);
  assert.deepEqual(result.rows[0]?.values, [4, 3]);
  assert.deepEqual(result.leftOut, [1, 1]);
  const warnings = await verify(
    rowsConfig(`${server.url}/renamed-later`, { paging: cursor, dimensions: [sumDimension] }),
  );
  assert.deepEqual(
    warnings.map(({ code, message }) => [code, /"(\w+)"/.exec(message)?.[1]]),
    [['changing_columns', 'sum']],
  );
});

const sumDimension = { key: 'sum', label: 'Sum', sql: 'sum' };

test('an expression that repeats the answer again and again is refused', async () => {
  for (const rows of [Array(20).fill('[@, @][]').join(' | '), `${'to_string('.repeat(20)}@${')'.repeat(20)}`]) {
    await assert.rejects(ask(rowsConfig(server.url, { rows })), isError('invalid_config', /rows repeats/));
  }
  await assert.rejects(ask(rowsConfig(server.url, { rows: 'nope(@)' })), isError('invalid_config', /function nope/));
});

test('redirects within the origin keep the secret, those to another do not get it', async () => {
  const keyed = (url: string) => rowsConfig(url, { headers: { 'X-Key': '{secret.key}', 'X-Plain': 'plain' } });
  const own = server.seen.length;
  await ask(keyed(redirectTo('/repeating')), { secret });
  assert.deepEqual(
    server.seen.slice(own).map(({ headers }) => headers['x-key']),
    [secret.key, secret.key],
  );
  for (const status of [301, 302, 303, 307, 308]) {
    await ask(keyed(redirectTo(`${other.url}/`, status)), { secret });
    const { headers, path } = other.seen.at(-1) ?? {};
    assert.equal(headers?.['x-plain'], 'plain');
    assert.ok(!JSON.stringify([headers, path]).includes(secret.key));
  }
});

test('links to another origin do not get the secret', async () => {
  const paging = { type: 'link', next: `next && '${other.url}/linked'` } as const;
  const headers = { Authorization: 'Bearer {secret.key}' };
  const config = rowsConfig(`${server.url}/repeating?key={secret.key}`, { headers, paging });
  await ask(config, { secret });
  const linked = other.seen.find(({ path }) => path.startsWith('/linked'));
  assert.ok(linked && !JSON.stringify(linked).includes(secret.key));
});

test('a body with a secret is not sent to another origin', async () => {
  const config = rowsConfig(redirectTo(`${other.url}/posted`, 307), { method: 'POST', body: { key: '{secret.key}' } });
  await assert.rejects(ask(config, { secret }), isError('invalid_config', /another address/, secret));
  assert.ok(!other.seen.some(({ path }) => path === '/posted'));
});

test('redirects that go round are refused', async () => {
  const there = redirectTo('/redirect');
  await assert.rejects(ask(rowsConfig(redirectTo(there))), isError('resource_missing', /404/));
  handle('/round', (_request, response) => void response.writeHead(302, { location: '/round' }).end());
  await assert.rejects(ask(rowsConfig(`${server.url}/round`)), isError('invalid_config', /redirects too often/));
});

test('redirects and links to private addresses pass by the guard', async () => {
  for (const to of [
    'http://10.0.0.1/',
    'http://[fd00::1]/',
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/hosts',
  ]) {
    for (const config of [
      rowsConfig(redirectTo(to)),
      rowsConfig(`${server.url}/repeating`, { paging: { type: 'link', next: `next && '${to}'` } }),
    ]) {
      await using open = openTestContext();
      await using strict = openTestContext({ network: { ...localNetwork, allowedNetworks: [] } });
      const isOwn = (url: unknown) => new URL(String(url)).origin === server.url;
      const context: ConnectorContext = {
        ...open,
        fetch: (url, init) => (isOwn(url) ? open.fetch(url, init) : strict.fetch(url, init)),
      };
      const query = { from: day, to: day, timeZone: 'UTC', metrics: ['rows'], by: 'none', limit: 1 } as const;
      await assert.rejects(httpJsonConnector.query(config, null, query, context), isError('invalid_config', /./), to);
    }
  }
});

for (const [status, retryAfter, expected] of [
  [429, () => '120', 120_000],
  // A date from the answer on: the file may have been loaded long before.
  [503, () => new Date(Date.now() + 3_600_000).toUTCString(), 3_600_000],
  [500, () => 'soon', undefined],
  [408, null, undefined],
] as const) {
  test(`${status} with Retry-After ${retryAfter === null ? 'missing' : 'given'} is transient`, async () => {
    handle('/later', (_request, response) => {
      void response.writeHead(status, retryAfter === null ? {} : { 'retry-after': retryAfter() }).end();
    });
    await assert.rejects(ask(at('/later')), (error: { kind: string; retryAfterMs?: number }) => {
      assert.equal(error.kind, 'transient');
      if (expected === undefined) assert.equal(error.retryAfterMs, undefined);
      else assert.ok(Math.abs((error.retryAfterMs ?? 0) - expected) < 600_000, String(error.retryAfterMs));
      return true;
    });
  });
}

test('a later page whose fault may pass is asked for again', async () => {
  let refusals = 2;
  handle('/busy', ({ query }, response) => {
    if (!query.has('after')) return page('a');
    refusals--;
    if (refusals === 1) return void response.writeHead(502).end();
    if (refusals === 0) return void response.writeHead(429, { 'retry-after': '0' }).end();
    return page();
  });
  assert.deepEqual((await ask(at('/busy', cursor))).rows[0]?.values, [2, 2]);
});

function handle(path: string, handler: JsonHandler): void {
  handlers[path] = handler;
}
