import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { RenderPool, type RenderPoolOptions } from '../../../src/reporting/renderers/process/render-pool.ts';
import { RenderError, type RenderErrorKind } from '../../../src/reporting/renderers/render-error.ts';
import { reportDocument } from '../../support/documents.ts';
import { eventually } from '../../support/eventually.ts';
import { removeFolder } from '../../support/folders.ts';
import { test } from '../../support/suite.ts';

const processFile = fileURLToPath(new URL('../../support/faulty-render-process.ts', import.meta.url));
const patient = { deadlineMs: 30_000 };

function faultyPool(options: Partial<RenderPoolOptions> = {}): RenderPool {
  return new RenderPool({ size: 1, processFile, ...options });
}

function titled(title: string) {
  return reportDocument({ title });
}

async function processId(pool: RenderPool, title = 'fine'): Promise<number> {
  const { bytes } = await pool.render(titled(title), 'pdf', patient);
  return Number(new TextDecoder().decode(bytes));
}

function ofKind(kind: RenderErrorKind, message = /./) {
  return (error: unknown) => error instanceof RenderError && error.kind === kind && message.test(error.message);
}

function runs(pid: number): boolean {
  try {
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z');
  } catch {
    return false;
  }
}

async function ended(pid: number): Promise<void> {
  const deadline = Date.now() + 15_000;
  while (runs(pid)) {
    assert.ok(Date.now() < deadline, `process ${pid} still runs`);
    await setTimeout(20);
  }
}

test('one process renders document after document', async () => {
  await using pool = faultyPool();
  assert.equal(await processId(pool), await processId(pool));
});

test('a document that hangs is killed at its deadline and the next one gets a new process', async () => {
  await using pool = faultyPool();
  const first = await processId(pool);
  await assert.rejects(pool.render(titled('hang'), 'pdf', { deadlineMs: 200 }), ofKind('timed_out', /200 ms/));
  assert.notEqual(await processId(pool), first);
  await ended(first);
});

test('aborting kills the process at once and rejects with the reason of the signal', async () => {
  await using pool = faultyPool();
  const first = await processId(pool);
  const controller = new AbortController();
  const rendering = pool.render(titled('hang'), 'pdf', { ...patient, signal: controller.signal });
  controller.abort(new Error('no longer wanted'));
  await assert.rejects(rendering, /no longer wanted/);
  assert.notEqual(await processId(pool), first);
});

test('a process that crashes mid-render rejects with how it ended and what it wrote', async () => {
  await using pool = faultyPool();
  await assert.rejects(pool.render(titled('crash'), 'pdf', patient), ofKind('crashed', /exit code 7.*native panic/));
  assert.ok((await processId(pool)) > 0);
});

test('a process killed from outside is replaced', async () => {
  await using pool = faultyPool();
  const first = await processId(pool);
  const rendering = pool.render(titled('hang'), 'pdf', patient);
  process.kill(first, 'SIGKILL');
  await assert.rejects(rendering, ofKind('crashed', /SIGKILL/));
  assert.notEqual(await processId(pool), first);
});

test('a refused document leaves its process in service', async () => {
  await using pool = faultyPool();
  const first = await processId(pool);
  await assert.rejects(pool.render(titled('refuse'), 'pdf', patient), ofKind('failed', /refused/));
  assert.equal(await processId(pool), first);
});

test('a process is replaced after its share of documents', async () => {
  await using pool = faultyPool({ documentsPerProcess: 2 });
  const ids = [await processId(pool), await processId(pool), await processId(pool)];
  assert.equal(ids[0], ids[1]);
  assert.notEqual(ids[1], ids[2]);
});

test('a process that has grown too large is replaced', async () => {
  await using pool = faultyPool();
  assert.notEqual(await processId(pool, 'grow'), await processId(pool));
});

test('never more processes than the size, and more documents than the queue holds are refused', async () => {
  await using pool = faultyPool({ size: 2, queueLimit: 1 });
  const hanging = [1, 2].map(() => pool.render(titled('hang'), 'pdf', { deadlineMs: 500 }));
  const waiting = pool.render(titled('fine'), 'pdf', patient);
  await assert.rejects(pool.render(titled('fine'), 'pdf', patient), ofKind('unavailable'));
  for (const result of await Promise.allSettled(hanging)) assert.equal(result.status, 'rejected');
  assert.equal((await waiting).contentType, 'text/plain');
});

test('a document can time out while it waits, without harm to the one that renders', async () => {
  await using pool = faultyPool();
  const hanging = pool.render(titled('hang'), 'pdf', { deadlineMs: 600 });
  await assert.rejects(pool.render(titled('fine'), 'pdf', { deadlineMs: 50 }), ofKind('timed_out', /50 ms/));
  await assert.rejects(hanging, ofKind('timed_out', /600 ms/));
});

test('closing rejects what renders and what waits, and leaves no process behind', async () => {
  const pool = faultyPool();
  const first = await processId(pool);
  const open = [pool.render(titled('hang'), 'pdf', patient), pool.render(titled('fine'), 'pdf', patient)];
  const outcomes = Promise.allSettled(open);
  await pool.close();
  for (const outcome of await outcomes) {
    assert.ok(outcome.status === 'rejected' && ofKind('unavailable')(outcome.reason));
  }
  await ended(first);
  await assert.rejects(pool.render(titled('fine'), 'pdf', patient), ofKind('unavailable'));
});

test('a busy render process ends by itself when its parent is killed', async () => {
  const script = fileURLToPath(new URL('../../support/abandoned-pool.ts', import.meta.url));
  const parent: ChildProcess = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output] = (await once(parent.stdout as NonNullable<ChildProcess['stdout']>, 'data')) as [Buffer];
  const child = Number(output.toString());
  assert.ok(runs(child));
  parent.kill('SIGKILL');
  await ended(child);
});

test('the end of each process is reported once: replaced for its age, killed, or closed with the pool', async () => {
  const [started, gone]: [number[], number[]] = [[], []];
  const told = { onStart: (pid: number) => started.push(pid), onEnd: (pid: number) => gone.push(pid) };
  const pool = new RenderPool({ size: 1, documentsPerProcess: 1, ...told });
  await pool.render(reportDocument(), 'pdf', patient);
  await eventually(() => gone.length === 1);
  await pool.render(reportDocument(), 'pdf', patient);
  await pool.close();
  assert.ok(started.length >= 2);
  assert.deepEqual(gone, started);
});

test('a process that has answered is replaced before the next document, one that never has is not', async () => {
  const [started, gone]: [number[], number[]] = [[], []];
  await using pool = faultyPool({ onStart: (pid) => started.push(pid), onEnd: (pid) => gone.push(pid) });
  const first = await processId(pool);
  process.kill(first, 'SIGKILL');
  await eventually(() => started.length === 2);
  process.kill(started[1] ?? 0, 'SIGKILL');
  await eventually(() => gone.length === 2);
  assert.equal(started.length, 2);
  assert.equal(await processId(pool), started[2]);
});

test('an idle process renders the smallest report, which does not count as a document', async () => {
  const [started, gone]: [number[], number[]] = [[], []];
  const folder = mkdtempSync(join(tmpdir(), 'render-process-'));
  const processFile = join(folder, 'process.mjs');
  const reply = `{ artifact: { bytes: 0, contentType: '', warnings: [] }, rssBytes: Number.MAX_SAFE_INTEGER }`;
  writeFileSync(processFile, `process.on('message', () => process.send(${reply})); process.send({ ready: true });`);
  const told = { onStart: (pid: number) => started.push(pid), onEnd: (pid: number) => gone.push(pid) };
  await using pool = new RenderPool({ size: 1, processFile, ...told });
  pool.warm();
  // It answers like a process to be replaced; only one that has rendered a document is replaced in advance.
  await eventually(() => gone.length === 1);
  assert.deepEqual(gone, started);
  removeFolder(folder);
});

test('a process that hangs while starting is killed at the deadline of the waiting document', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'render-process-'));
  const processFile = join(folder, 'process.mjs');
  const getReady = `process.on('message', () => { for (;;); }); process.send({ ready: true });`;
  const render = `process.on('message', () => process.send({ artifact: { bytes: 0, contentType: '', warnings: [] }, rssBytes: 0 }));`;
  const first = join(folder, 'first');
  writeFileSync(
    processFile,
    `import { existsSync, writeFileSync } from 'node:fs';
    if (existsSync(${JSON.stringify(first)})) { ${render} } else { writeFileSync(${JSON.stringify(first)}, ''); ${getReady} }`,
  );
  const gone: number[] = [];
  await using pool = new RenderPool({ size: 1, processFile, onEnd: (pid) => gone.push(pid) });
  pool.warm();
  await eventually(() => existsSync(first));
  // The document waits for the process, whether it hangs or is still starting.
  await assert.rejects(pool.render(titled('waits'), 'doc', { deadlineMs: 2_000 }), ofKind('timed_out'));
  await eventually(() => gone.length === 1);
  await pool.render(titled('is rendered'), 'doc', patient);
  removeFolder(folder);
});

test('a document that cannot be prepared is refused and leaves its process in service', async () => {
  await using pool = faultyPool();
  const first = await processId(pool);
  const document = reportDocument({ time_zone: 'No/Zone' });
  await assert.rejects(pool.render(document, 'pdf', patient), ofKind('failed', /time zone/));
  assert.equal(await processId(pool), first);
});

test('a process keeps its compiled code in the given folder and gets nothing else from the environment', async () => {
  const codeCache = mkdtempSync(join(tmpdir(), 'code-cache-'));
  const pids: number[] = [];
  await using pool = new RenderPool({ size: 1, codeCache, onStart: (pid) => pids.push(pid) });
  await pool.render(reportDocument(), 'pdf', patient);
  await eventually(() => readdirSync(codeCache, { recursive: true }).length > 10);
  if (process.platform === 'linux') {
    const environment = readFileSync(`/proc/${pids[0]}/environ`, 'utf8');
    assert.deepEqual(
      environment
        .split('\0')
        .map((line) => line.split('=')[0])
        .filter((name) => !['', 'NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE'].includes(name ?? ''))
        .sort(),
      ['FONTCONFIG_FILE', 'GLIBC_TUNABLES', 'MALLOC_ARENA_MAX', 'NODE_COMPILE_CACHE'],
    );
  }
  await pool.close();
  removeFolder(codeCache);
});

test('the pool renders real documents from inside a worker thread', async () => {
  const source = `
    const { parentPort, workerData } = require('node:worker_threads');
    (async () => {
      const { RenderPool } = await import(workerData.pool);
      const { benchmarkReport } = await import(workerData.documents);
      const pool = new RenderPool({ size: 2 });
      pool.warm();
      const options = { deadlineMs: 60_000 };
      const files = await Promise.all(['pdf', 'doc'].map((format) => pool.render(benchmarkReport(), format, options)));
      await pool.close();
      parentPort.postMessage(files.map(({ bytes }) => Buffer.from(bytes).toString('latin1', 0, 4)));
    })();`;
  const address = (path: string) => new URL(path, import.meta.url).href;
  const workerData = {
    pool: address('../../../src/reporting/renderers/process/render-pool.ts'),
    documents: address('../../support/documents.ts'),
  };
  const worker = new Worker(source, { eval: true, workerData });
  // A thread may have ended by the time its message is looked at, so both are waited for from the beginning.
  const [[starts]] = await Promise.all([once(worker, 'message'), once(worker, 'exit')]);
  assert.deepEqual(starts, ['%PDF', 'PK\x03\x04']);
});
