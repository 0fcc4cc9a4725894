import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Draft } from '../../../src/domains/generation-jobs/make-document.ts';
import { PreviewPool, type PreviewPoolOptions } from '../../../src/domains/previews/preview-pool.ts';
import { ServiceError } from '../../../src/platform/errors.ts';
import { eventually } from '../../support/eventually.ts';
import { silentLog } from '../../support/silent-log.ts';

const entry = new URL('../../support/faulty-preview-thread.ts', import.meta.url);

/** A pool whose threads do what titles say. `begun` has the titles that threads have begun, in their order. */
function openPool(options: Partial<PreviewPoolOptions> = {}) {
  const begun: string[] = [];
  const takeMeasure: PreviewPoolOptions['takeMeasure'] = ({ labels }) => void begun.push(labels.title ?? '');
  const pool = new PreviewPool({ entry, workerData: {}, log: silentLog, takeMeasure, graceMs: 100, ...options });
  let asker = 0;
  const make = async (title: string, who: { account?: string; asker?: string } = {}, signal?: AbortSignal) => {
    const order = { accountId: who.account ?? 'acc_a', asker: who.asker ?? `ses_${++asker}` };
    const { html } = await pool.make({ ...order, draft: { settings: { title } } as Draft }, signal);
    return Buffer.from(html).toString('utf8');
  };
  const warm = () => pool.warm();
  const hasThread = () => pool.hasThread;
  return { begun, make, warm, hasThread, [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose]() };
}

const codeOf = (made: Promise<string>) =>
  made.then(
    (page) => page,
    (error) => (error instanceof ServiceError ? error.code : error.name),
  );

describe('the threads that make previews', () => {
  const shared = openPool();
  after(() => shared[Symbol.asyncDispose]());

  for (const [does, title, code] of [
    ['fails', 'fail', 'internal_error'],
    ['crashes', 'crash', 'preview_unavailable'],
  ] as const) {
    test(`a preview that ${does} is answered with ${code}, and the next one is made`, async () => {
      assert.equal(await codeOf(shared.make(title)), code);
      assert.equal(await shared.make('next'), 'next');
    });
  }

  test('a preview that takes too much memory ends its own thread alone', async () => {
    await using pool = openPool({ memoryMb: 32, deadlineMs: 60_000 });
    const waiting = codeOf(pool.make('wait'));
    await eventually(() => pool.begun.includes('wait'));
    assert.equal(await codeOf(pool.make('grow')), 'preview_unavailable');
    assert.equal(await pool.make('next'), 'next');
    await pool[Symbol.asyncDispose]();
    assert.equal(await waiting, 'preview_unavailable', 'the other thread was left alone until the pool ended');
    assert.deepEqual(pool.begun, ['wait', 'grow', 'next']);
  });

  test('a thread is warm before a preview is asked for, one alone; without a preview it ends after a while', async () => {
    await using pool = openPool({ idleMs: 300 });
    assert.equal(pool.warm(), false, 'there was none');
    assert.equal(pool.warm(), true);
    await eventually(() => pool.begun.includes('warm'));
    assert.equal(await pool.make('first'), 'first');
    assert.deepEqual(pool.begun, ['warm', 'first'], 'the preview had the warm thread');
    await eventually(() => !pool.hasThread(), 5_000);
    pool.warm();
    await eventually(() => !pool.hasThread(), 5_000);
    await pool[Symbol.asyncDispose]();
    assert.equal(pool.warm(), false);
    assert.equal(pool.hasThread(), false, 'none starts once the service stops');
  });

  test('a preview that is late is answered in time even if its thread never comes back, and the thread is replaced', async () => {
    await using pool = openPool({ threads: 1, deadlineMs: 2_000 });
    assert.equal(await codeOf(pool.make('hang')), 'preview_unavailable');
    assert.equal(await pool.make('next'), 'next');
  });

  test('the newest preview of a session wins: older ones are answered at once, whether they run or wait', async () => {
    await using pool = openPool({ perAccount: 1 });
    const running = codeOf(pool.make('hang', { asker: 'ses_x' }));
    await eventually(() => pool.begun.includes('hang'));
    const waiting = codeOf(pool.make('never', { asker: 'ses_y' }));
    const newest = pool.make('newest', { asker: 'ses_y' });
    assert.equal(await waiting, 'preview_superseded');
    assert.equal(await pool.make('last', { asker: 'ses_x' }), 'last');
    assert.deepEqual([await running, await newest], ['preview_superseded', 'newest']);
    assert.ok(!pool.begun.includes('never'));
  });

  test('fifty at once from one account: two run, ten wait, and others are served meanwhile', async () => {
    await using pool = openPool({ deadlineMs: 60_000 });
    const settled: Promise<string>[] = [];
    for (let index = 0; index < 50; index++) settled.push(codeOf(pool.make(`wait ${index}`)));
    const refused = await Promise.all(settled.slice(12));
    assert.deepEqual(new Set(refused), new Set(['preview_unavailable']));
    await eventually(() => pool.begun.length === 2);
    for (const account of ['acc_b', 'acc_c']) {
      assert.equal(await pool.make(`page of ${account}`, { account }), `page of ${account}`);
    }
    assert.deepEqual(pool.begun.slice(0, 2).toSorted(), ['wait 0', 'wait 1']);
    assert.equal(pool.begun.length, 4);
    await pool[Symbol.asyncDispose]();
    assert.deepEqual(new Set(await Promise.all(settled)), new Set(['preview_unavailable']));
  });

  test('the account with the fewest running previews is next', async () => {
    await using pool = openPool({ threads: 2, deadlineMs: 60_000 });
    const stop = new AbortController();
    const left = codeOf(pool.make('wait 1', { account: 'acc_b' }, stop.signal));
    const rest = [codeOf(pool.make('wait 2')), codeOf(pool.make('wait 3'))];
    rest.push(codeOf(pool.make('wait 4', { account: 'acc_c' })));
    await eventually(() => pool.begun.length === 2);
    stop.abort();
    assert.equal(await left, 'AbortError');
    await eventually(() => pool.begun.length === 3);
    assert.deepEqual(pool.begun.toSorted(), ['wait 1', 'wait 2', 'wait 4'], 'before one that has waited longer');
    await pool[Symbol.asyncDispose]();
    await Promise.all(rest);
  });

  test('whoever leaves frees the thread, which need not be replaced', async () => {
    await using pool = openPool({ threads: 1, deadlineMs: 60_000 });
    const stop = new AbortController();
    const left = codeOf(pool.make('wait', {}, stop.signal));
    await eventually(() => pool.begun.includes('wait'));
    const next = pool.make('next');
    stop.abort();
    assert.deepEqual([await left, await next], ['AbortError', 'next']);
  });
});
