import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { givenAccount, givenToken } from '../support/accounts.ts';
import { startTestService, type TestService } from '../support/service.ts';

const deep = (levels: number) => `{"name":"P","settings":${'['.repeat(levels)}${']'.repeat(levels)}}`;

/** Bodies that are no acceptable JSON, whatever the operation: bytes and the rule that the answer names. */
const badBodies: readonly [what: string, body: string | Buffer, rule: string][] = [
  ['malformed JSON', '{"name":', 'json'],
  ['a trailing comma', '{"name":"P",}', 'json'],
  ['two values', '{"name":"P"}{}', 'json'],
  ['an array', '[]', 'type'],
  ['null', 'null', 'type'],
  ['a text', '"P"', 'type'],
  ['a duplicate key', '{"name":"P","name":"Q"}', 'duplicate_key'],
  ['a duplicate key in other spelling', '{"name":"P","n\\u0061me":"Q"}', 'duplicate_key'],
  ['a duplicate key below', '{"name":"P","settings":{"title":"a","title":"b"}}', 'duplicate_key'],
  ['__proto__', '{"name":"P","__proto__":{}}', 'key'],
  ['33 levels', deep(32), 'depth'],
  ['invalid UTF-8', Buffer.from([...Buffer.from('{"name":"'), 0xff, ...Buffer.from('"}')]), 'encoding'],
  ['half of a surrogate pair', '{"name":"\\ud83d"}', 'text'],
  ['NUL', '{"name":"a\\u0000b"}', 'text'],
  ['a bidi override', '{"name":"a\\u202eb"}', 'text'],
  ['a bidi isolate', '{"name":"a\\u2066b"}', 'text'],
  ['a number beyond a double', '{"name":1e999}', 'number'],
  ['a byte order mark', '\ufeff{"name":"P"}', 'json'],
];

/** Content types, and whether they are plain JSON in UTF-8. */
const contentTypes: readonly [type: string, good: boolean][] = [
  ['application/json', true],
  ['APPLICATION/JSON', true],
  ['application/json; charset=utf-8', true],
  ['application/json;charset=UTF-8', true],
  ['application/json ; charset="utf-8"', true],
  ['application/json;', true],
  ['application/json\t;\tcharset=utf-8', true],
  ['application/json; charset=latin1', false],
  ['application/json; charset=utf-8; charset=latin1', false],
  ['application/json; boundary=x', false],
  ['application/json5', false],
  ['application/merge-patch+json', false],
  ['text/json', false],
  ['text/plain', false],
  ['application/x-www-form-urlencoded', false],
  ['multipart/form-data; boundary=x', false],
  ['application /json', false],
  ['application/json, text/plain', false],
];

describe('request bodies', () => {
  let service: TestService;
  let token: string;
  before(async () => {
    service = await startTestService('sqlite');
    const account = await givenAccount(service.db, { perMinute: 100_000, perDay: 1_000_000 });
    token = await givenToken(service.db, account.id);
  });
  after(() => service[Symbol.asyncDispose]());

  const post = async (
    body: string | Buffer,
    headers: Record<string, string> = { 'content-type': 'application/json' },
  ) => {
    const response = await fetch(`${service.url}/api/v1/projects`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID(), ...headers },
      body: typeof body === 'string' ? Buffer.from(body) : Uint8Array.from(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: the envelope's shape is proved elsewhere.
    const answer: any = await response.json();
    return { status: response.status, body: answer };
  };
  const projects = async () => (await service.db.selectFrom('projects').select('id').execute()).length;

  for (const [what, body, rule] of badBodies) {
    test(`${what} is invalid_request and changes nothing`, async () => {
      const before = await projects();
      const answer = await post(body);
      assert.equal(answer.status, 400);
      assert.equal(answer.body.error.code, 'invalid_request');
      assert.equal(answer.body.error.details[0].rule, rule);
      assert.equal(await projects(), before);
    });
  }

  test('32 levels are read', async () => {
    const { body } = await post(deep(30));
    assert.equal(body.error.details[0].rule, 'type', 'refused by the schema, not for its depth');
  });

  test('a missing body is invalid_request', async () => {
    assert.equal((await post('')).body.error.code, 'invalid_request');
    const response = await fetch(`${service.url}/api/v1/projects`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'none' },
    });
    assert.equal(response.status, 400);
  });

  for (const [type, good] of contentTypes) {
    test(`Content-Type: ${JSON.stringify(type)} is ${good ? 'read and checked' : 'unsupported_media_type'}`, async () => {
      const valid = await post('{"name":"P"}', { 'content-type': type });
      assert.equal(valid.status, good ? 201 : 415);
      const invalid = await post('{"name":"P","extra":1}', { 'content-type': type });
      assert.equal(invalid.body.error.code, good ? 'invalid_request' : 'unsupported_media_type');
    });
  }

  test('a body without Content-Type is unsupported_media_type', async () => {
    const answer = await raw(
      `POST /api/v1/projects HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nIdempotency-Key: k\r\nContent-Length: 12\r\nConnection: close\r\n\r\n{"name":"P"}`,
    );
    assert.match(answer, /^HTTP\/1\.1 415 /);
  });

  test('a compressed body is unsupported_media_type', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    assert.equal((await post(gzipSync('{"name":"P"}'), headers)).status, 415);
  });

  test('256 KiB are read, one byte more is payload_too_large', async () => {
    const fill = (bytes: number) => `{"name":"P"}${' '.repeat(bytes - 12)}`;
    assert.equal((await post(fill(256 * 1024))).status, 201);
    const large = await post(fill(256 * 1024 + 1));
    assert.equal(large.status, 413);
    assert.equal(large.body.error.code, 'payload_too_large');
  });

  test('archive and restore take no body or {}, and nothing else', async () => {
    const { body } = await post('{"name":"P"}');
    const archive = (options: RequestInit) =>
      fetch(`${service.url}/api/v1/projects/${body.data.id}/archive`, {
        method: 'POST',
        ...options,
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID(), ...options.headers },
      });
    const json = { 'content-type': 'application/json' };
    assert.equal((await archive({})).status, 200);
    assert.equal((await archive({ headers: json, body: '{}' })).status, 200);
    assert.equal((await archive({ headers: json, body: '{"a":1}' })).status, 400);
    assert.equal((await archive({ headers: json, body: '[]' })).status, 400);
  });

  test('a path that cannot be decoded is invalid_request in the envelope', async () => {
    const answer = await raw(`GET /api/v1/projects/%ZZ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.match(answer, /"code":"invalid_request"/);
    const [, id] = /x-request-id: (req_\w+)/i.exec(answer) ?? [];
    assert.ok(id && answer.includes(`"request_id":"${id}"`), answer);
  });

  test('X-HTTP-Method-Override is ignored, OPTIONS is 405, an unknown path 404', async () => {
    const headers = { 'x-http-method-override': 'DELETE' };
    assert.equal((await service.call('GET', '/api/v1/projects', { token, headers })).status, 200);
    const options = await service.call('OPTIONS', '/api/v1/projects');
    assert.equal(options.status, 405);
    assert.equal(options.headers.get('allow'), 'GET, HEAD, POST');
    const unknown = await service.call('GET', '/api/v1/nothing', { token });
    assert.equal(unknown.status, 404);
    assert.equal(unknown.body.error.code, 'not_found');
    assert.equal(unknown.headers.get('x-ratelimit-limit'), null);
    assert.equal((await service.call('GET', '/api/v1/projects/', { token })).status, 404);
  });

  test('a well-formed X-Request-Id is kept, another one is replaced', async () => {
    const ask = async (id: string) => {
      const { headers, body } = await service.call('GET', '/api/v1/', { token, headers: { 'x-request-id': id } });
      assert.equal(headers.get('x-request-id'), body.meta.request_id);
      return body.meta.request_id;
    };
    assert.equal(await ask('my.Request-1_x'), 'my.Request-1_x');
    for (const id of ['a b', 'x'.repeat(65), 'ä', '<b>']) assert.match(await ask(encodeURI(id)), /^req_/);
  });

  const framings: readonly [what: string, request: string][] = [
    ['two Host headers', 'GET /api/v1/ HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['no Host header', 'GET /api/v1/ HTTP/1.1\r\n\r\n'],
    [
      'Content-Length with Transfer-Encoding',
      'POST /api/v1/projects HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'two Content-Lengths',
      'POST /api/v1/projects HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcd',
    ],
    ['bare line feeds', 'GET /api/v1/ HTTP/1.1\nHost: a\n\n'],
    ['a space before the colon', 'GET /api/v1/ HTTP/1.1\r\nHost : a\r\n\r\n'],
    ['an obsolete line fold', 'GET /api/v1/ HTTP/1.1\r\nHost: a\r\nX-A: b\r\n c\r\n\r\n'],
    ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
    ['64 KiB of headers', `GET /api/v1/ HTTP/1.1\r\nHost: a\r\nX-A: ${'x'.repeat(64 * 1024)}\r\n\r\n`],
  ];
  for (const [what, request] of framings) {
    test(`${what} is refused with one answer and the connection ends`, async () => {
      const answer = await raw(request);
      assert.match(answer, /^HTTP\/1\.1 4(00|31) /);
      // Node answers a missing Host by itself, without a body.
      if (what !== 'no Host header') assert.match(answer, /x-request-id: req_/i);
      assert.equal(answer.split('HTTP/1.1').length, 2, 'one answer');
    });
  }

  test('headers that arrive too slowly are cut after 10 seconds', async () => {
    const started = performance.now();
    const answer = await raw('GET /api/v1/ HTTP/1.1\r\nHost: a\r\nX-Slow: ');
    assert.match(answer, /^HTTP\/1\.1 408 /);
    const seconds = (performance.now() - started) / 1000;
    assert.ok(seconds > 8 && seconds < 15, `${seconds} s`);
  });

  /** Sends text as it is and gives all that comes back until the service ends the connection. */
  function raw(request: string): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname, () => socket.write(request, 'latin1'));
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
    socket.setTimeout(20_000, () => socket.destroy(new Error('the connection was left open')));
    return promise;
  }
});
