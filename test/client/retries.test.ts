import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, test } from 'node:test';
import { systemClock } from '../../client/src/clock.ts';
import {
  AbortedError,
  ApiError,
  type ClientOptions,
  NetworkError,
  RateLimitError,
  ReportServiceClient,
  ServerError,
  TimeoutError,
} from '../../client/src/index.ts';
import {
  type FaultServer,
  failure,
  half,
  type Reaction,
  reset,
  silence,
  startFaultServer,
  success,
} from './fault-server.ts';
import { createTestClock } from './test-clock.ts';

const token = 'rs_live_test.secret';

function clientOf(server: FaultServer, options: Partial<ClientOptions> = {}): ReportServiceClient {
  return new ReportServiceClient({ baseUrl: server.url, token, clock: createTestClock(), ...options });
}

describe('a call of the client', () => {
  test('is retried after 503, a reset connection and half an answer, with doubling waits plus a random part [C-RETRY-1]', async () => {
    const reactions = [failure(503, 'api_controls_unavailable'), reset, half(Buffer.from('{"ok":true}'), 'breaks')];
    await using server = await startFaultServer(...reactions, success({ id: 'prj_1' }));
    const clock = createTestClock({ random: 0.5 });
    const project = await clientOf(server, { clock }).projects.get('prj_1');
    assert.equal(project.id, 'prj_1');
    assert.deepEqual(clock.waits, [250, 500, 1000]);
  });

  test('never waits more than 8 seconds by itself, depending on the random part', async () => {
    await using server = await startFaultServer(failure(500, 'internal_error'));
    for (const [random, expected] of [
      [0.999_999, [500, 1000, 2000, 4000, 8000, 8000]],
      [0, [0, 0, 0, 0, 0, 0]],
    ] as const) {
      const clock = createTestClock({ random });
      await assert.rejects(clientOf(server, { clock, maxRetries: 6 }).me(), ServerError);
      assert.deepEqual(clock.waits.map(Math.round), expected);
    }
  });

  test('waits as long as Retry-After says, in seconds or until a date [C-RETRY-2]', async () => {
    const date = new Date(Date.now() + 30_000).toUTCString();
    const limited = (retryAfter: string) => failure(429, 'rate_limit_exceeded', { 'retry-after': retryAfter });
    await using server = await startFaultServer(limited('7'), limited(date), success({}));
    const clock = createTestClock();
    await clientOf(server, { clock }).me();
    assert.equal(clock.waits[0], 7000);
    assert.ok((clock.waits[1] ?? 0) > 25_000 && (clock.waits[1] ?? 0) <= 30_000, String(clock.waits));
  });

  test('adds its random part to Retry-After, so that calls refused together do not return together', async () => {
    const limited = failure(429, 'rate_limit_exceeded', { 'retry-after': '1' });
    await using server = await startFaultServer(limited, limited, limited, success({}));
    const clock = createTestClock({ random: 0.5 });
    await clientOf(server, { clock }).me();
    assert.deepEqual(clock.waits, [1250, 1500, 2000]);
  });

  test('does not wait for a Retry-After beyond its deadline, and says how long that would be', async () => {
    await using server = await startFaultServer(failure(429, 'quota_exceeded', { 'retry-after': '36000' }));
    const clock = createTestClock();
    await assert.rejects(clientOf(server, { clock }).me(), (error) => {
      assert.ok(error instanceof RateLimitError);
      assert.equal(error.retryAfterMs, 36_000_000);
      return true;
    });
    assert.deepEqual(clock.waits, []);
  });

  test('of a write keeps its idempotency key over the attempts, and has another one the next time [C-RETRY-1]', async () => {
    const reactions = [reset, failure(502, 'x'), success({}), success({})];
    await using server = await startFaultServer(...reactions);
    const client = clientOf(server);
    await client.projects.create({ name: 'One' });
    await client.projects.create({ name: 'One' });
    const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
    assert.equal(new Set(keys.slice(0, 3)).size, 1);
    assert.notEqual(keys[3], keys[0]);
    assert.match(String(keys[0]), /^[0-9a-f]{32}$/);
    assert.ok(server.requests.every(({ body }) => body === '{"name":"One"}'));
  });

  test('of a write has its key on a page without HTTPS too, where browsers offer no randomUUID', async (t) => {
    t.mock.method(crypto, 'randomUUID', () => assert.fail('There is no randomUUID.'));
    await using server = await startFaultServer(success({ id: 'a' }));
    assert.deepEqual(await clientOf(server).projects.create({ name: 'One' }), { id: 'a' });
  });

  for (const status of [400, 401, 403, 404, 409, 410, 413, 415]) {
    test(`is not retried after ${status} [C-RETRY-3]`, async () => {
      await using server = await startFaultServer(failure(status, 'some_code'));
      await assert.rejects(clientOf(server).projects.archive('prj_1'), (error) => {
        assert.ok(error instanceof ApiError && error.constructor !== ApiError);
        assert.deepEqual([error.status, error.code, error.requestId], [status, 'some_code', 'req_test']);
        return true;
      });
      assert.equal(server.requests.length, 1);
    });
  }

  test('ends with the last fault when its retries are used up', async () => {
    await using server = await startFaultServer(reset);
    await assert.rejects(clientOf(server, { maxRetries: 2 }).me(), NetworkError);
    assert.equal(server.requests.length, 3);
  });

  test('gives up on a silent service after the time of one attempt, and retries', async () => {
    await using server = await startFaultServer(
      silence,
      half(Buffer.from('{"ok":true}'), 'stalls'),
      success({ id: 'a' }),
    );
    assert.deepEqual(await clientOf(server, { attemptTimeoutMs: 100 }).me(), { id: 'a' });
    await using mute = await startFaultServer(silence);
    await assert.rejects(clientOf(mute, { attemptTimeoutMs: 50, maxRetries: 0 }).me(), TimeoutError);
    await assert.rejects(clientOf(mute, { deadlineMs: 50 }).me(), TimeoutError);
  });

  test('without time limits gets its answer', async () => {
    await using server = await startFaultServer(success({ id: 'a' }));
    const limits = { attemptTimeoutMs: Number.POSITIVE_INFINITY, deadlineMs: Number.POSITIVE_INFINITY, maxRetries: 0 };
    assert.deepEqual(await clientOf(server, limits).me(), { id: 'a' });
    const sleep = systemClock.sleep(Number.POSITIVE_INFINITY, AbortSignal.timeout(20));
    await assert.rejects(sleep, { name: 'TimeoutError' });
  });

  test('never lasts longer than its deadline', async () => {
    await using server = await startFaultServer(failure(503, 'api_controls_unavailable', { 'retry-after': '4' }));
    const clock = createTestClock();
    await assert.rejects(clientOf(server, { clock }).me({ deadlineMs: 10_000 }), ServerError);
    assert.deepEqual(clock.waits, [4000, 4000]);
  });

  test('ends at once with an AbortedError when its signal aborts: before, during an attempt and during a wait', async () => {
    const isAborted = (error: unknown) => {
      assert.ok(error instanceof AbortedError);
      assert.deepEqual([error.name, error.cause], ['AbortError', 'enough']);
      return true;
    };
    const controller = new AbortController();
    const abort: Reaction = () => controller.abort('enough');
    await using server = await startFaultServer(abort);
    await assert.rejects(clientOf(server).me({ signal: controller.signal }), isAborted);
    await assert.rejects(clientOf(server).me({ signal: AbortSignal.abort('enough') }), isAborted);
    assert.equal(server.requests.length, 1);

    await using failing = await startFaultServer(failure(503, 'x', { 'retry-after': '60' }));
    const waiting = new AbortController();
    const call = new ReportServiceClient({ baseUrl: failing.url, token }).me({ signal: waiting.signal });
    setTimeout(() => waiting.abort('enough'), 50);
    await assert.rejects(call, isAborted);
  });

  test('leaves no listeners on a signal that many calls share', async () => {
    await using server = await startFaultServer(failure(503, 'x'), success({}));
    const { signal } = new AbortController();
    const client = clientOf(server, { clock: systemClock });
    await Promise.all(Array.from({ length: 20 }, () => client.me({ signal })));
    assert.deepEqual(getEventListeners(signal, 'abort'), []);
  });

  test('does not follow a redirect and does not mistake another server for the service', async () => {
    await using stranger = await startFaultServer((response) => response.end('<html>Welcome</html>'));
    await assert.rejects(clientOf(stranger).me(), { code: 'unexpected_response', status: 200 });
    await using moved = await startFaultServer((response) => {
      response.writeHead(301, { location: stranger.url });
      response.end();
    });
    await assert.rejects(clientOf(moved).projects.create({ name: 'x' }), { code: 'unexpected_response', status: 301 });
    assert.equal(stranger.requests.length, 1);
  });

  test('reads a proxy that has no envelope as the error of its status', async () => {
    const proxy: Reaction = (response) => {
      response.writeHead(502, { 'content-type': 'text/html' });
      response.end('<h1>Bad gateway</h1>');
    };
    await using server = await startFaultServer(proxy, success({ id: 'a' }));
    assert.deepEqual(await clientOf(server).me(), { id: 'a' });
    await using gateway = await startFaultServer((response) => {
      response.writeHead(403);
      response.end('{"error":{"code":403,"message":"No.","details":null}}');
    });
    const expected = { name: 'PermissionError', code: 'unexpected_response', details: [] };
    await assert.rejects(clientOf(gateway).me(), expected);
  });
});

describe('the client refuses', () => {
  for (const baseUrl of ['reports.example.com', 'ftp://host', 'https://user:secret@host', 'https://host/?a=1']) {
    test(`the base URL ${baseUrl}`, () => {
      const isClear = ({ message }: Error) => message.startsWith('baseUrl must be') && !message.includes('secret');
      assert.throws(() => new ReportServiceClient({ baseUrl, token }), isClear);
    });
  }

  test('a token or id that would break out of the header or path', async () => {
    assert.throws(() => new ReportServiceClient({ baseUrl: 'https://host', token: 'a\r\nb' }), TypeError);
    assert.throws(() => new ReportServiceClient({ baseUrl: 'https://host', token: undefined as never }), TypeError);
    await using server = await startFaultServer(success({}));
    const client = clientOf(server);
    for (const id of ['', '.', '..']) await assert.rejects(async () => client.reports.get(id), TypeError);
    await client.reports.get('../me?x=#');
    assert.deepEqual(
      server.requests.map(({ url }) => url),
      ['/api/v1/reports/..%2Fme%3Fx%3D%23'],
    );
  });

  test('no base URL just because it has a path, which it keeps, or ends in /api/v1', async () => {
    await using server = await startFaultServer(success({}));
    for (const path of ['/reporting/', '/reporting/api/v1', '/reporting/api/v1/']) {
      await new ReportServiceClient({ baseUrl: server.url + path, token }).bootstrap();
      assert.equal(server.requests.pop()?.url, '/reporting/api/v1/');
    }
  });
});
