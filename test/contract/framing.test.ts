import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { givenAccount, givenToken } from '../support/accounts.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe('requests on the wire', () => {
  let service: TestService;
  let token: string;
  before(async () => {
    service = await startTestService('sqlite');
    const account = await givenAccount(service.db);
    token = await givenToken(service.db, account.id);
  });
  after(() => service[Symbol.asyncDispose]());

  test('a path that cannot be decoded is invalid_request in the envelope [C-HTTP-4]', async () => {
    const answer = await raw(`GET /api/v1/projects/%ZZ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.match(answer, /"code":"invalid_request","message":"The path cannot be decoded/);
    const [, id] = /x-request-id: (req_\w+)/i.exec(answer) ?? [];
    assert.ok(id && answer.includes(`"request_id":"${id}"`), answer);
  });

  test('the pages of a list are linked below the service’s own address, whatever host the request line names [C-HTTP-7]', async () => {
    const headers = `Host: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n`;
    const answer = await raw(`GET http://a.example/api/v1/projects?per_page=5 HTTP/1.1\r\n${headers}\r\n`);
    assert.match(answer, /^HTTP\/1\.1 200 /);
    assert.match(answer, /^link: <\/api\/v1\/projects\?per_page=5&page=1>; rel="first"/im);
  });

  test('a body without Content-Type is unsupported_media_type [C-BODY-1, C-ERROR-10]', async () => {
    const answer = await raw(
      `POST /api/v1/projects HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nIdempotency-Key: k\r\nContent-Length: 12\r\nConnection: close\r\n\r\n{"name":"P"}`,
    );
    assert.match(answer, /^HTTP\/1\.1 415 /);
  });

  test('an unknown path or method is refused before its body is read [C-ORDER-1]', async () => {
    const bodies = ['Content-Type: text/xml\r\n', 'Content-Type: application/json\r\n', ''];
    for (const [line, status] of [
      ['POST /api/v1/nothing', 404],
      ['POST /api/v1/me', 405],
      ['PUT /api/v1/projects', 405],
      ['QUERY /api/v1/projects', 405],
    ] as const) {
      for (const type of bodies) {
        const head = `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${type}Content-Length: 300000\r\n\r\n<x>`;
        const answer = await raw(head, (text) => text.includes('"ok":false'));
        assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `), `${line} ${type}`);
        assert.equal(/^allow: /im.test(answer), status === 405, `${line} ${type}`);
      }
    }
  });

  test('a method that needs a Content-Type is refused like any other [C-HTTP-2]', async () => {
    const answer = await raw('QUERY /api/v1/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    assert.match(answer, /^HTTP\/1\.1 405 /);
  });

  test('an unknown expectation is ignored', async () => {
    const head = `GET /api/v1/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nExpect: x\r\nConnection: close\r\n\r\n`;
    assert.match(await raw(head), /^HTTP\/1\.1 200 /);
  });

  test('a very long id is answered like a missing one', async () => {
    const path = `/api/v1/projects/${'a'.repeat(8_000)}`;
    assert.match(await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`), /^HTTP\/1\.1 401 /);
    const head = `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`;
    assert.match(await raw(head), /^HTTP\/1\.1 404 /);
  });

  test('HTTP/1.0 needs no Host header', async () => {
    assert.match(await raw(`GET /api/v1/ HTTP/1.0\r\nAuthorization: Bearer ${token}\r\n\r\n`), /^HTTP\/1\.1 200 /);
  });

  const earlyRefusals: readonly [status: number, credentials: (token: string) => string][] = [
    [401, () => ''],
    [403, (token) => `Authorization: Bearer ${token}\r\n`],
  ];
  for (const [status, credentials] of earlyRefusals) {
    test(`a request that is ${status} is refused before its body has arrived [C-ORDER-11]`, async () => {
      const { id } = await givenAccount(service.db, { plan: 'free' });
      const headers = `Host: x\r\n${credentials(await givenToken(service.db, id))}Content-Type: application/json\r\n`;
      const start = `POST /api/v1/projects HTTP/1.1\r\n${headers}Content-Length: 200000\r\n\r\n{"name":`;
      const answer = await raw(start, (text) => text.includes('"ok":false'));
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
    });
  }

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
    test(`${what} is refused with one answer and the connection closes [C-HTTP-8]`, async () => {
      const answer = await raw(request);
      assert.match(answer, /^HTTP\/1\.1 4(00|31) /);
      const [, requestId] = /x-request-id: (req_\w+)/i.exec(answer) ?? [];
      const { error, meta } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
      assert.deepEqual([error.code, meta.request_id], ['invalid_request', requestId]);
      assert.equal(answer.split('HTTP/1.1').length, 2, 'one answer');
    });
  }

  test('headers that arrive too slowly are cut after 10 seconds', async () => {
    const started = performance.now();
    const answer = await raw('GET /api/v1/ HTTP/1.1\r\nHost: a\r\nX-Slow: ');
    assert.match(answer, /^HTTP\/1\.1 408 /);
    const seconds = (performance.now() - started) / 1000;
    assert.ok(seconds > 8, `${seconds} s`);
  });

  /** Sends raw text and returns everything received until it is enough or the service closes the connection. */
  function raw(request: string, isEnough: (answer: string) => boolean = () => false): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname, () => socket.write(request, 'latin1'));
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
      if (isEnough(answer)) socket.destroy();
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
    socket.setTimeout(20_000, () => socket.destroy(new Error('the connection was left open')));
    return promise;
  }
});
