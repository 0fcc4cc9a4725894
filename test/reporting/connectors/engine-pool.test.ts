import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { EngineEnded } from '../../../src/reporting/connectors/engine/engine-child.ts';
import { type EngineOptions, EnginePool } from '../../../src/reporting/connectors/engine/engine-pool.ts';
import { MemoryError } from '../../../src/reporting/connectors/file/faults.ts';
import { openTestContext } from '../../support/connector-context.ts';
import { eventually } from '../../support/eventually.ts';
import type { Told } from '../../support/faulty-engine-process.ts';
import { test } from '../../support/suite.ts';

const processFile = fileURLToPath(new URL('../../support/faulty-engine-process.ts', import.meta.url));
const memoryBytes = 400;

/** A pool whose processes behave as they are told, with the ids of those that started and ended. */
function faultyPool(options: EngineOptions = {}) {
  const [started, ended]: [number[], number[]] = [[], []];
  const told = { onStart: (pid: number) => started.push(pid), onEnd: (pid: number) => ended.push(pid) };
  const pool = new EnginePool({ processFile, memoryBytes, ...told, ...options });
  const run = (context: ReturnType<typeof openTestContext>, ...args: unknown[]) => {
    const rows = { id: 'rows', files: [] };
    return pool.run({ operation: 'query', rows, args, isLarge: false }, context) as Promise<Told>;
  };
  return { run, started, ended, [Symbol.asyncDispose]: () => pool.close() };
}

const ofReason = (reason: string) => (error: unknown) => error instanceof EngineEnded && error.reason === reason;

test('contexts share a process, each with a quarter of the memory', async () => {
  await using pool = faultyPool();
  await using one = openTestContext();
  await using other = openTestContext();
  const [first, second] = await Promise.all([pool.run(one), pool.run(other)]);
  assert.equal(first.pid, second.pid);
  assert.notEqual(first.contextId, second.contextId);
  assert.deepEqual([first.memoryBytes, second.memoryBytes], [100, 100]);
  assert.equal((await pool.run(one)).contextId, first.contextId);
});

test('a context for which a quarter is too little gets all memory, once it is alone', async () => {
  await using pool = faultyPool();
  await using one = openTestContext();
  await using other = openTestContext();
  const before = await pool.run(other);
  assert.equal((await pool.run(one, 'hold', memoryBytes)).memoryBytes, memoryBytes);
  const after = await pool.run(other);
  assert.equal(after.pid, before.pid);
  assert.notEqual(after.contextId, before.contextId, 'what it had open was closed meanwhile');
  await assert.rejects(pool.run(one, 'hold', memoryBytes + 1), MemoryError);
});

test('a fifth context waits until one has nothing to do', async () => {
  await using pool = faultyPool();
  await using stack = new AsyncDisposableStack();
  const contexts = Array.from({ length: 9 }, () => stack.use(openTestContext()));
  const answers = await Promise.all(contexts.map((context) => pool.run(context)));
  assert.deepEqual(new Set(answers.map(({ memoryBytes }) => memoryBytes)), new Set([100]));
  assert.equal(pool.started.length, 1);
});

test('a call that cannot be interrupted is rejected when its context aborts, and its process ends', async () => {
  await using pool = faultyPool();
  await using other = openTestContext();
  const { pid } = await pool.run(other);
  const controller = new AbortController();
  await using context = openTestContext({ signal: controller.signal });
  const stuck = pool.run(context, 'stick');
  const waiting = pool.run(other, 'wait');
  waiting.catch(() => {});
  controller.abort(new Error('no longer wanted'));
  await assert.rejects(stuck, /no longer wanted/);
  await eventually(() => pool.ended.includes(pid));
  // The other context's call runs again, in a new process, and goes on waiting there.
  await eventually(() => pool.started.length === 2);
  assert.notEqual((await pool.run(other)).pid, pid);
});

test('a call that can be interrupted leaves its process to the others', async () => {
  await using pool = faultyPool();
  await using other = openTestContext();
  const { pid } = await pool.run(other);
  const context = openTestContext();
  const stopped = assert.rejects(pool.run(context, 'wait'), { name: 'AbortError' });
  await context[Symbol.asyncDispose]();
  await stopped;
  assert.equal((await pool.run(other)).pid, pid);
  assert.equal(pool.started.length, 1);
});

test('a process that crashes fails the call that ran alone, and the next call gets a new one', async () => {
  await using pool = faultyPool();
  await using context = openTestContext();
  await assert.rejects(pool.run(context, 'crash'), ofReason('crashed'));
  assert.ok((await pool.run(context)).pid > 0);
  assert.equal(pool.started.length, 2);
});

test('a process that was killed while it had nothing to do is replaced', async () => {
  await using pool = faultyPool();
  await using context = openTestContext();
  const { pid } = await pool.run(context);
  process.kill(pid, 'SIGKILL');
  await eventually(() => pool.ended.includes(pid));
  assert.notEqual((await pool.run(context)).pid, pid);
});

test('when a process holds too much memory, each call that ran in it runs again alone, and its cause is found', async () => {
  await using pool = faultyPool();
  await using guilty = openTestContext();
  await using other = openTestContext();
  await Promise.all([pool.run(guilty), pool.run(other)]);
  const waiting = new AbortController();
  await using third = openTestContext({ signal: waiting.signal });
  const innocent = pool.run(other, 'hold', memoryBytes);
  const results = Promise.allSettled([pool.run(guilty, 'grow', memoryBytes + 1), innocent]);
  const [grown, held] = await results;
  assert.ok(grown.status === 'rejected' && ofReason('memory')(grown.reason));
  assert.equal(held.status, 'fulfilled');
  assert.ok((await pool.run(third)).pid > 0);
});

test('an error of a call comes with its kind and message', async () => {
  await using pool = faultyPool();
  await using context = openTestContext();
  await assert.rejects(pool.run(context, 'refuse'), { kind: 'resource_missing', message: 'refused' });
});

test('a process that nobody asks anything of ends', async () => {
  await using pool = faultyPool({ idleMs: 20 });
  const context = openTestContext();
  const { pid } = await pool.run(context);
  await context[Symbol.asyncDispose]();
  await eventually(() => pool.ended.includes(pid));
});

test('a closed pool ends its process and refuses calls', async () => {
  const pool = faultyPool();
  await using context = openTestContext();
  const waiting = assert.rejects(pool.run(context, 'wait'), ofReason('stopped'));
  await eventually(() => pool.started.length === 1);
  await pool[Symbol.asyncDispose]();
  await waiting;
  assert.deepEqual(pool.ended, pool.started);
  await assert.rejects(pool.run(context), ofReason('stopped'));
});
