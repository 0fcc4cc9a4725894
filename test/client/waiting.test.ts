import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, test } from 'node:test';
import {
  AbortedError,
  JobBlockedError,
  JobFailedError,
  ReportServiceClient,
  TimeoutError,
} from '../../client/src/index.ts';
import { failure, reset, startFaultServer, success } from './fault-server.ts';
import { createTestClock, type TestClock } from './test-clock.ts';

const job = (status: string, more: object = {}) => ({ id: 'gen_1', status, blocked: null, failure: null, ...more });
const running = success(job('running'));
const completed = success(job('completed', { result: { report_id: 'rep_1' } }));
const outcome = {
  reason: 'reauth_required',
  message: 'Expired.',
  action: 'Log in.',
  details: { connection_id: 'con_1' },
};
const request = { period: { current: { from: '2026-01-01', to: '2026-01-31' } } };

function clientOf(url: string, clock: TestClock): ReportServiceClient {
  return new ReportServiceClient({ baseUrl: url, token: 't.t', clock });
}

describe('waiting for a job', () => {
  test('polls first after a second, then at growing waits, with jitter never below a second nor above thirty [C-POLL-2]', async () => {
    for (const random of [0, 0.999_999]) {
      await using server = await startFaultServer(...Array(16).fill(running), completed);
      const clock = createTestClock({ random });
      await clientOf(server.url, clock).generationJobs.start('prj_1', request).completed();
      const { waits } = clock;
      assert.equal(waits.length, 16);
      assert.equal(Math.round(waits[0] ?? 0), random === 0 ? 1000 : 1250);
      assert.ok(
        waits.every((waitMs, i) => waitMs >= (waits[i - 1] ?? 1000)),
        String(waits),
      );
      assert.equal(Math.round(waits.at(-1) ?? 0), random === 0 ? 24_000 : 30_000);
    }
  });

  test('waits at least as long as Retry-After says', async () => {
    const patient = success(job('queued'), { 'retry-after': '45' });
    await using server = await startFaultServer(patient, patient, completed);
    const clock = createTestClock();
    await clientOf(server.url, clock).generationJobs.start('prj_1', request).completed();
    assert.deepEqual(clock.waits, [45_000, 45_000]);
  });

  test('does not poll a job that has already ended when it is accepted [C-POLL-2]', async () => {
    await using server = await startFaultServer(completed);
    const clock = createTestClock();
    const { result } = await clientOf(server.url, clock).generationJobs.start('prj_1', request).completed();
    assert.deepEqual([result.report_id, clock.waits.length, server.requests.length], ['rep_1', 0, 1]);
  });

  test('outlasts an outage that is longer than the retries of one call', async () => {
    await using server = await startFaultServer(running, ...Array(20).fill(reset), completed);
    const clock = createTestClock({ random: 0.5 });
    await clientOf(server.url, clock).generationJobs.start('prj_1', request).completed();
    assert.equal(server.requests.length, 22);
  });

  test('waits a second between failing polls too', async () => {
    await using server = await startFaultServer(running, reset, failure(500, 'internal_error'), reset, completed);
    const clock = createTestClock();
    await clientOf(server.url, clock).generationJobs.wait('gen_1');
    assert.deepEqual(clock.waits, [1000, 1000, 1000, 1000]);
  });

  test('ends with a TimeoutError at its deadline, and the job can be waited for again', async () => {
    await using server = await startFaultServer(running, running, running, completed);
    const clock = createTestClock();
    const client = clientOf(server.url, clock);
    const started = client.generationJobs.start('prj_1', request);
    await assert.rejects(started.completed({ deadlineMs: 3_000 }), (error) => {
      assert.ok(error instanceof TimeoutError);
      assert.match(error.message, /gen_1/);
      return true;
    });
    assert.ok(clock.now() <= 3_000);
    assert.equal((await client.generationJobs.wait('gen_1')).status, 'completed');
  });

  test('ends with a TimeoutError at its deadline also in an outage, and names the last fault', async () => {
    for (const [fault, name] of [
      [reset, 'NetworkError'],
      [failure(502, 'x'), 'ServerError'],
    ] as const) {
      await using server = await startFaultServer(running, fault);
      const client = clientOf(server.url, createTestClock());
      const { id } = await client.generationJobs.start('prj_1', request);
      await assert.rejects(client.generationJobs.wait(id, { deadlineMs: 5_000 }), (error) => {
        assert.ok(error instanceof TimeoutError && error.cause instanceof Error);
        assert.deepEqual([error.cause.name, /gen_1/.test(error.message)], [name, true]);
        return true;
      });
      assert.ok(server.requests.length > 2);
    }
  });

  test('ends at once if the account may not poll again before the deadline, and says how long that is', async () => {
    await using server = await startFaultServer(running, failure(429, 'quota_exceeded', { 'retry-after': '36000' }));
    const started = clientOf(server.url, createTestClock()).generationJobs.start('prj_1', request);
    await assert.rejects(started.completed(), { code: 'quota_exceeded', retryAfterMs: 36_000_000 });
  });

  test('ends with an AbortedError when the signal aborts', async () => {
    await using server = await startFaultServer(running);
    const controller = new AbortController();
    const started = clientOf(server.url, createTestClock()).generationJobs.start('prj_1', request);
    const onProgress = () => server.requests.length === 3 && controller.abort();
    await assert.rejects(
      started.completed({ signal: controller.signal, onProgress: () => void onProgress() }),
      AbortedError,
    );
  });

  test('ends with an AbortedError when the signal aborts before the start is answered', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    await using server = await startFaultServer(() => controller.abort('enough'));
    const started = clientOf(server.url, createTestClock()).projects.generate('prj_1', request);
    await assert.rejects(started.completed({ signal }), { name: 'AbortError', cause: 'enough' });
    await assert.rejects(started.completed({ signal }), { name: 'AbortError', cause: 'enough' });
    assert.deepEqual(getEventListeners(signal, 'abort'), []);
  });

  test('throws what blocked the job or made it fail', async () => {
    for (const [ErrorClass, end] of [
      [JobBlockedError, job('blocked', { blocked: outcome })],
      [JobFailedError, job('failed', { failure: outcome })],
    ] as const) {
      await using server = await startFaultServer(running, success(end));
      const started = clientOf(server.url, createTestClock()).projects.generate('prj_1', request);
      await assert.rejects(started.completed(), (error) => {
        assert.ok(error instanceof ErrorClass);
        const { reason, message, action, details } = error;
        assert.deepEqual({ reason, message, action, details }, outcome);
        return true;
      });
    }
  });

  test('throws a start that was refused once, whether the start or its end is awaited', async () => {
    await using server = await startFaultServer(failure(404, 'not_found'));
    const client = clientOf(server.url, createTestClock());
    await assert.rejects(client.projects.generate('prj_1', request).completed(), { code: 'not_found' });
    await assert.rejects(client.projects.generate('prj_1', request), { code: 'not_found' });
  });

  test('reports every state that was seen', async () => {
    await using server = await startFaultServer(success(job('queued')), running, completed);
    const seen: string[] = [];
    const started = clientOf(server.url, createTestClock()).generationJobs.start('prj_1', request);
    await started.completed({ onProgress: ({ status }) => seen.push(status) });
    assert.deepEqual(seen, ['queued', 'running', 'completed']);
  });
});

describe('a list', () => {
  const page = (number: number, last: number) =>
    success(
      { items: [{ id: `prj_${number}` }] },
      {},
      { pagination: { page: number, per_page: 100, total: last, total_pages: last } },
    );

  test('is read in pages of 100, and no further than the caller iterates', async () => {
    await using server = await startFaultServer(page(1, 3), page(2, 3), page(3, 3));
    const ids: string[] = [];
    for await (const { id } of clientOf(server.url, createTestClock()).projects.list({ status: 'active' })) {
      ids.push(id);
      if (ids.length === 2) break;
    }
    assert.deepEqual(ids, ['prj_1', 'prj_2']);
    assert.deepEqual(
      server.requests.map(({ url }) => url.split('?')[1]),
      ['per_page=100&status=active&page=1', 'per_page=100&status=active&page=2'],
    );
  });

  test('that is empty takes one request', async () => {
    const none = { page: 1, per_page: 100, total: 0, total_pages: 0 };
    await using server = await startFaultServer(success({ items: [] }, {}, { pagination: none }));
    for await (const item of clientOf(server.url, createTestClock()).projects.list()) assert.fail(String(item));
    assert.equal(server.requests.length, 1);
  });
});
