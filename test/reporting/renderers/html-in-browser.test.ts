import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { Section } from '../../../src/reporting/documents/model.ts';
import { skip } from '../../support/browser.ts';
import { benchmarkReport, breakdown, metrics, reportDocument, timeseries } from '../../support/documents.ts';
import { eventually } from '../../support/eventually.ts';
import { test } from '../../support/suite.ts';
import { boxOf, desktop, phone, smallReport, suitePages } from './pages-in-browser.ts';

describe('in a browser', { skip }, async () => {
  const open = await suitePages();

  test('its roles and texts are those of a report, in order', async () => {
    await using shown = await open(smallReport());
    const golden = new URL('goldens/viewer-roles.txt', import.meta.url);
    assert.equal(`${await shown.page.locator('body').ariaSnapshot()}\n`, readFileSync(golden, 'utf8'));
  });

  test('a sentence that begins with a name in another script runs as its own words do', async () => {
    const text = '\u2068Revenue\u2069 حسب اليوم';
    const sections: Section[] = [
      { type: 'highlights', title: text, items: [{ rule: 'change', sentiment: 'good', text, section: null }] },
    ];
    await using shown = await open(reportDocument({ locale: 'ar-EG', sections }));
    const nameFirst = `[...document.querySelectorAll('main h2 bdi, main .highlights bdi')].slice(0, 2).map((sentence) => {
      const [name, words] = [[1, 8], [10, 13]].map(([from, to]) => {
        const range = document.createRange();
        range.setStart(sentence.firstChild, from);
        range.setEnd(sentence.firstChild, to);
        return range.getBoundingClientRect();
      });
      return name.left > words.left;
    })`;
    assert.deepEqual(await shown.page.evaluate(nameFirst), [true, true]);
  });

  test('in lists and quotes all texts are on the side of the mark or the edge, whichever way they run', async () => {
    const markdown = '- أول بند\n\n  Second paragraph\n\n> قول\n>\n> Quoted\n\n1. First\n\n   فقرة';
    await using shown = await open(reportDocument({ sections: [{ type: 'text', title: null, markdown }] }));
    const sides = `[...document.querySelectorAll('.prose :is(li, blockquote) > p')].map((paragraph) => {
      const range = document.createRange();
      range.selectNodeContents(paragraph);
      const [text, box] = [range.getBoundingClientRect(), paragraph.getBoundingClientRect()];
      return text.left - box.left < box.right - text.right ? 'left' : 'right';
    })`;
    assert.deepEqual(await shown.page.evaluate(sides), ['right', 'right', 'right', 'right', 'left', 'left']);
  });

  const background = 'getComputedStyle(document.body).backgroundColor';
  const darkButton = (page: Page) => page.getByRole('button', { name: 'Dark theme' });

  test('the chosen colours are remembered; without a choice they follow the system', async () => {
    await using shown = await open(smallReport(), { ...desktop, colorScheme: 'dark' });
    const { page, faults } = shown;
    const dark = await page.evaluate(background);
    assert.equal(await darkButton(page).getAttribute('aria-pressed'), 'true');
    await page.emulateMedia({ colorScheme: 'light' });
    assert.notEqual(await page.evaluate(background), dark);
    await darkButton(page).click();
    assert.equal(await page.evaluate(background), dark);
    await page.reload();
    assert.equal(await page.evaluate(background), dark);
    assert.equal(await darkButton(page).getAttribute('aria-pressed'), 'true');
    assert.deepEqual(faults, []);
  });

  test('where the system forces its own colours there is nothing to choose', async () => {
    await using shown = await open(smallReport(), { ...desktop, forcedColors: 'active' });
    assert.equal(await shown.page.locator('#theme').isVisible(), false);
    assert.equal(await shown.page.locator('.downloads a').first().isVisible(), true);
  });

  test('colours can be chosen even if the browser stores nothing', async () => {
    await using shown = await open(smallReport());
    const { page, faults } = shown;
    await page.addInitScript("Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied'); } })");
    await page.reload();
    const light = await page.evaluate(background);
    await darkButton(page).click();
    assert.notEqual(await page.evaluate(background), light);
    assert.deepEqual(faults, []);
  });

  test('without scripts the whole report is there, without dead controls', async () => {
    await using shown = await open(benchmarkReport(), { ...desktop, javaScriptEnabled: false });
    const { page } = shown;
    assert.equal(await page.getByRole('button').count(), 0);
    assert.equal(await page.getByRole('slider').count(), 0);
    assert.equal(await page.getByRole('img', { name: /^Line chart of/ }).count(), 4);
    await page.getByText('Show the figures').first().click();
    await page.getByRole('cell', { name: 'Jan 1, 2026' }).first().waitFor();
    await page.getByRole('link', { name: /PDF/ }).waitFor();
  });

  test('the contents link to the sections and mark the current one', async () => {
    await using shown = await open(benchmarkReport());
    const { page } = shown;
    const link = page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Orders by day' });
    await link.click();
    await page.locator('.aside a[aria-current]', { hasText: 'Orders by day' }).waitFor();
    assert.equal(await page.locator('a[aria-current]').count(), 1);
    const heading = page.getByRole('heading', { name: 'Orders by day' });
    // The page scrolls smoothly: the section is marked before it has arrived.
    await eventually(async () => (await boxOf(heading)).y < 100);
  });

  test('the skip link is the first thing the keyboard reaches and leads to the report', async () => {
    await using shown = await open(smallReport());
    const { page } = shown;
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate('document.activeElement.id'), 'report');
  });

  test('no page scrolls sideways on a phone, nor at twice the zoom; tables scroll on their own', async () => {
    const sections = [...benchmarkReport().sections, breakdown('x'.repeat(60), () => 'y'.repeat(80), 3)];
    for (const locale of ['en', 'ar', 'de']) {
      for (const width of [320, 390, 640]) {
        await using shown = await open(benchmarkReport({ locale, sections, title: 'Long'.repeat(30) }), {
          viewport: { width, height: 800 },
        });
        assert.equal(await shown.page.evaluate('document.documentElement.scrollWidth'), width, `${locale} ${width}`);
      }
    }
    await using shown = await open(benchmarkReport(), phone);
    const table = shown.page.getByRole('group', { name: 'Sessions by City' });
    await table.focus();
    await shown.page.keyboard.press('ArrowRight');
    await eventually(() => table.evaluate('document.activeElement.scrollLeft > 0').then((moved) => moved === true));
  });

  test('no endless name makes the page scroll sideways, at any width', async () => {
    const word = 'W'.repeat(200);
    const named = benchmarkReport({ title: word, client_name: word, project_name: word });
    for (const width of [320, 768, 1440]) {
      await using shown = await open(named, { viewport: { width, height: 900 } });
      assert.equal(await shown.page.evaluate('document.documentElement.scrollWidth'), width);
    }
  });

  test('a table has no scroll shadow on a side without more to see', async () => {
    const sources = 'section#sources .scrolling';
    for (const locale of ['en-US', 'ar']) {
      await using shown = await open(benchmarkReport({ locale }), { viewport: { width: 320, height: 900 } });
      const table = shown.page.locator(sources);
      const [left, right] = await edges(table);
      assert.equal(locale === 'ar' ? right : left, '255,255,255', `${locale}: at the start`);
      assert.notEqual(locale === 'ar' ? left : right, '255,255,255', `${locale}: where it goes on`);
    }
    await using whole = await open(smallReport(), { viewport: { width: 768, height: 900 } });
    assert.deepEqual(await edges(whole.page.locator(sources)), ['255,255,255', '255,255,255'], 'a table that has room');
  });

  test('readers who prefer reduced motion get none', async () => {
    const behavior = 'getComputedStyle(document.documentElement).scrollBehavior';
    await using moving = await open(smallReport());
    assert.equal(await moving.page.evaluate(behavior), 'smooth');
    await using still = await open(smallReport(), { ...desktop, reducedMotion: 'reduce' });
    assert.equal(await still.page.evaluate(behavior), 'auto');
  });

  test('a duration in a language with long units stays on one line of its card, at any width', async () => {
    const kpis = benchmarkReport().sections.find(({ type }) => type === 'kpis');
    assert.ok(kpis?.type === 'kpis');
    const items = kpis.items.map((item) => (item.metric.unit === 'duration' ? { ...item, current: 1_640 } : item));
    const report = reportDocument({ locale: 'de-DE', sections: [{ ...kpis, items }] });
    for (const width of [390, 800, 1280, 1920]) {
      await using shown = await open(report, { viewport: { width, height: 900 } });
      const value = shown.page.locator('.value', { hasText: '27 Min., 20 Sek.' });
      const lines = await value.evaluate((element) => {
        const range = element.ownerDocument.createRange();
        range.selectNodeContents(element);
        return range.getClientRects().length;
      });
      assert.equal(lines, 1, `${width}`);
    }
  });

  test('the figures and spark lines of a row of cards are aligned, and five cards are three and two', async () => {
    const kpis = benchmarkReport().sections.find(({ type }) => type === 'kpis');
    assert.ok(kpis?.type === 'kpis');
    const items = kpis.items.slice(0, 5).map((item, index) => ({
      ...item,
      metric: { ...item.metric, label: 'A label '.repeat(index * 2 + 1) },
    }));
    await using shown = await open(reportDocument({ sections: [{ ...kpis, items }] }));
    for (const part of ['.value', '.spark']) {
      const boxes = await Promise.all((await shown.page.locator(`.card ${part}`).all()).map(boxOf));
      const rows = boxes.map(({ y }) => Math.round(y));
      assert.deepEqual(
        [new Set(rows.slice(0, 3)).size, new Set(rows.slice(3)).size, new Set(rows).size],
        [1, 1, 2],
        part,
      );
    }
  });

  test('hostile texts run nothing and break no rule of the policy', async () => {
    const text = `"><img src=x onerror="hacked=1"><script>hacked=1</script><style>*{color:red}</style>`;
    const sections: Section[] = [
      { ...timeseries({ ...metrics.sessions, label: text }, 10, 1), title: text },
      breakdown(text, () => text, 2),
      { type: 'text', title: text, markdown: text },
    ];
    await using shown = await open(reportDocument({ title: text, client_name: text, sections }));
    const { page, faults } = shown;
    await page.getByRole('slider').focus();
    await page.keyboard.press('Home');
    assert.equal(await page.evaluate('typeof hacked'), 'undefined');
    assert.equal(await page.locator('main img, main script, main style').count(), 0);
    assert.deepEqual(faults, []);
  });
});

/** The colours of the outermost pixels on both sides of an element, a little below its top. */
async function edges(locator: Locator): Promise<[left: string, right: string]> {
  const png = (await locator.screenshot()).toString('base64');
  const blank = await locator.page().context().newPage();
  return blank.evaluate(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${png}';
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas.drawImage(image, 0, 0);
    return [0, image.width - 1].map((x) => canvas.getImageData(x, 4, 1, 1).data.slice(0, 3).join());
  })()`);
}
