import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, describe } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { FailedPages } from '../../../src/domains/shares/failed-pages.ts';
import { ReportPages } from '../../../src/domains/shares/report-pages.ts';
import { PageRenderer } from '../../../src/reporting/renderers/html/page-renderer.ts';
import { RenderError } from '../../../src/reporting/renderers/render-error.ts';
import { reportDocument } from '../../support/documents.ts';
import { eventually } from '../../support/eventually.ts';
import { test } from '../../support/suite.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const page = { downloads: [], assets: 'assets', nonce: 'nonce' };
const entry = new URL('../../support/faulty-page-thread.ts', import.meta.url);
const deadlineMs = 10_000;

describe('the thread that renders pages', () => {
  const renderer = new PageRenderer({ entry, deadlineMs, threads: 1 });
  after(() => renderer[Symbol.asyncDispose]());
  const render = (text: string) => renderer.render({ document: encode(text), page });

  const faults = [
    ['refuses', 'refuse', 'failed'],
    ['crashes on', 'crash', 'crashed'],
    ['hangs on', 'hang', 'timed_out'],
  ] as const;
  for (const [does, text, kind] of faults) {
    test(`a document that it ${does} is a RenderError of kind ${kind}, and the next one is rendered`, async () => {
      const [bad, good] = await Promise.allSettled([render(text), render('next')]);
      assert.equal(bad.status === 'rejected' && bad.reason.kind, kind);
      assert.equal(good.status === 'fulfilled' && good.value, 'next');
    });
  }

  test('a crash while no page is waiting harms neither the process nor later pages', async () => {
    await using fresh = new PageRenderer({ entry, deadlineMs });
    const started = once(process, 'worker') as Promise<[Worker]>;
    assert.equal(await fresh.render({ document: encode('first'), page }), 'first');
    const [thread] = await started;
    const ended = Promise.withResolvers<void>();
    thread.once('exit', () => ended.resolve());
    thread.postMessage({ document: encode('crash') });
    await ended.promise;
    assert.equal(await fresh.render({ document: encode('next'), page }), 'next');
  });

  test('a page that does not come holds up no other, and a thread that has fallen idle ends', async () => {
    await using fresh = new PageRenderer({ entry, threads: 2, idleMs: 0 });
    const threads: Worker[] = [];
    const note = (thread: Worker) => threads.push(thread);
    process.on('worker', note);
    const silent = fresh.render({ document: encode('silence'), page });
    for (const text of ['next', 'another']) assert.equal(await fresh.render({ document: encode(text), page }), text);
    process.off('worker', note);
    threads[0]?.postMessage({ document: encode('crash') });
    await assert.rejects(silent, { name: 'RenderError', kind: 'crashed' });
    const [, second] = threads;
    await eventually(() => second?.threadId === -1);
    assert.equal(await fresh.render({ document: encode('later'), page }), 'later');
  });

  test('a page that takes too much memory fails alone', async () => {
    await using fresh = new PageRenderer({ entry, deadlineMs: 60_000, memoryMb: 32 });
    await assert.rejects(fresh.render({ document: encode('grow'), page }), { name: 'RenderError', kind: 'crashed' });
    assert.equal(await fresh.render({ document: encode('next'), page }), 'next');
  });

  test('pages beyond 50 at once are refused as unavailable', async () => {
    const results = await Promise.allSettled(Array.from({ length: 53 }, (_, index) => render(`page ${index}`)));
    const refused = results.filter((result) => result.status === 'rejected');
    assert.deepEqual(
      refused.map(({ reason }) => reason.kind),
      ['unavailable', 'unavailable', 'unavailable'],
    );
    assert.equal(await render('later'), 'later');
  });
});

test('a logo that makes native code crash or hang is left out of the page and does no harm', async () => {
  await using renderer = new PageRenderer();
  const pageWith = (content: string, size: string) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`;
    const brand = { accent_color: null, logo: `data:image/svg+xml,${encodeURIComponent(svg)}` };
    return renderer.render({ document: encode(JSON.stringify(reportDocument({ brand }))), page });
  };
  const path = '<path id="p" d="M0 0L1e30 -5"/><text><textPath href="#p">xxxxxxxxxxxxxxxxxxxxxx</textPath></text>';
  const words = '<g stroke="red"><text x="0" font-size="1e30" rotate="50">abcde</text></g>';
  assert.doesNotMatch(await pageWith(words, 'viewBox="0 0 3e38 3e38"'), /class="logo"/);
  assert.doesNotMatch(await pageWith(path, 'width="9" height="9"'), /class="logo"/);
  assert.match(await pageWith('<rect width="9" height="9"/>', 'width="9" height="9"'), /class="logo"[^>]+width="320"/);
});

describe('cached pages', () => {
  const renderer = new PageRenderer();
  after(() => renderer[Symbol.asyncDispose]());
  const fields = { token: 'a-token', nonce: 'a-nonce', assets: 'assets' };
  const document = encode(JSON.stringify(reportDocument()));
  /** Returns the document and counts the calls. */
  function source(bytes: Uint8Array | null = document) {
    const load = async () => {
      load.count++;
      return bytes ? { bytes, comments: [] } : undefined;
    };
    load.count = 0;
    return load;
  }

  test('a page is rendered once, for guests at the same time and later', async () => {
    const pages = new ReportPages(renderer);
    const load = source();
    await Promise.all(Array.from({ length: 5 }, () => pages.show({ id: 'rep_1', revision: 1 }, [], load, fields)));
    await pages.show({ id: 'rep_1', revision: 1 }, [], load, fields);
    assert.equal(load.count, 1);
  });

  test('each guest gets their own nonce and links with their own token', async () => {
    const pages = new ReportPages(renderer);
    const files = [{ format: 'pdf', sizeBytes: 1_000 }] as const;
    const load = source();
    const shown = await Promise.all(
      ['guest-1', 'guest-2'].map((token) =>
        pages.show({ id: 'rep_1', revision: 1 }, files, load, { token, nonce: `nonce-of-${token}`, assets: 'assets' }),
      ),
    );
    for (const [index, token] of ['guest-1', 'guest-2'].entries()) {
      assert.ok(shown[index]?.includes(`href="${token}/download/pdf"`));
      assert.ok(shown[index]?.includes(`nonce="nonce-of-${token}"`));
    }
    assert.equal(shown[0]?.replaceAll('guest-1', ''), shown[1]?.replaceAll('guest-2', ''));
  });

  test('a page shows the current files', async () => {
    const pages = new ReportPages(renderer);
    const load = source();
    const sizes = [1_000, 2_000].map((sizeBytes) => [{ format: 'doc', sizeBytes }] as const);
    const shown = [await pages.show({ id: 'rep_1', revision: 1 }, [], load, fields)];
    for (const files of sizes) shown.push(await pages.show({ id: 'rep_1', revision: 1 }, files, load, fields));
    assert.equal(new Set(shown).size, 3);
  });

  test('a lost document gives no page, and is looked for again', async () => {
    const pages = new ReportPages(renderer);
    const lost = source(null);
    assert.equal(await pages.show({ id: 'rep_1', revision: 1 }, [], lost, fields), undefined);
    assert.equal(await pages.show({ id: 'rep_1', revision: 1 }, [], lost, fields), undefined);
    assert.equal(lost.count, 2);
  });

  test('the least recently used page is dropped when the cache is full', async () => {
    await using echo = new PageRenderer({ entry });
    const pages = new ReportPages(echo);
    const large = source(encode('x'.repeat(10_000_000)));
    const show = (id: string) => pages.show({ id, revision: 1 }, [], large, fields);
    for (const id of ['a', 'b', 'c']) await show(id);
    await show('a');
    assert.equal(large.count, 3, 'three of 10 million characters are kept');
    await show('d');
    await show('a');
    assert.equal(large.count, 4);
    await show('b');
    assert.equal(large.count, 5, 'b was not asked for longest');
  });

  for (const [text, code] of [
    ['refuse', 'internal_error'],
    ['crash', 'api_controls_unavailable'],
  ] as const) {
    test(`a page that the thread answers with "${text}" is not tried again for 10 seconds, then for 20`, async () => {
      let nowMs = 0;
      await using faulty = new PageRenderer({ entry });
      const pages = new ReportPages(faulty, new FailedPages(() => nowMs));
      const bad = source(encode(text));
      const refused = (seconds: number) =>
        assert.rejects(pages.show({ id: 'rep_1', revision: 1 }, [], bad, fields), {
          code,
          headers: { 'retry-after': String(seconds) },
        });
      await refused(10);
      nowMs += 9_000;
      await refused(1);
      assert.equal(bad.count, 1, 'remembered');
      nowMs += 1_000;
      await refused(20);
      assert.equal(bad.count, 2, 'tried again');
      const good = source(encode('good'));
      assert.equal(
        await pages.show({ id: 'rep_2', revision: 1 }, [], good, fields),
        'good',
        'another report is not refused',
      );
      nowMs += 20_000;
      assert.equal(await pages.show({ id: 'rep_1', revision: 1 }, [], good, fields), 'good');
    });
  }

  test('a store that fails is no failure of the page', async () => {
    const pages = new ReportPages(renderer);
    const broken = async () => {
      throw new Error('no store');
    };
    await assert.rejects(pages.show({ id: 'rep_1', revision: 1 }, [], broken, fields), /no store/);
    assert.ok(await pages.show({ id: 'rep_1', revision: 1 }, [], source(), fields));
  });
});

test('a page that keeps failing is refused for 15 minutes at most, and the last 1,000 failures are remembered', () => {
  let nowMs = 0;
  const failures = new FailedPages(() => nowMs);
  const error = new RenderError('timed_out', 'late');
  const waits = Array.from({ length: 9 }, () => failures.record('rep_1', error).headers['retry-after']);
  assert.deepEqual(waits, ['10', '20', '40', '80', '160', '320', '640', '900', '900']);
  nowMs += 899_000;
  assert.throws(() => failures.refuse('rep_1'), { code: 'api_controls_unavailable', headers: { 'retry-after': '1' } });
  nowMs += 1_000;
  failures.refuse('rep_1');
  failures.forget('rep_1');
  assert.equal(failures.record('rep_1', error).headers['retry-after'], '10');
  for (let index = 0; index < 1_000; index++) failures.record(`another_${index}`, error);
  failures.refuse('rep_1');
  assert.throws(() => failures.refuse('another_0'));
});
