import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Section } from '../../../src/reporting/documents/model.ts';
import { skip } from '../../support/browser.ts';
import { benchmarkReport, breakdown, metrics, reportDocument } from '../../support/documents.ts';
import { pdfText, withoutPoppler } from '../../support/files.ts';
import { buildSample } from '../../support/samples.ts';
import { test } from '../../support/suite.ts';
import { desktop, suitePages } from './pages-in-browser.ts';

describe('printed by a browser', { skip }, async () => {
  const open = await suitePages();

  test('every key figure fits on one line of its card', async () => {
    await using shown = await open(benchmarkReport(), { viewport: { width: 673, height: 1_000 } });
    const { page } = shown;
    await page.emulateMedia({ media: 'print' });
    const broken = `[...document.querySelectorAll('.card .value')].filter((value) => {
      const range = document.createRange();
      range.selectNodeContents(value);
      return range.getClientRects().length > 1 || value.scrollWidth > value.clientWidth;
    }).map((value) => value.textContent)`;
    assert.deepEqual(await page.evaluate(broken), []);
  });

  test('the report and its charts have light colours and no controls', {
    skip: withoutPoppler,
  }, async () => {
    await using shown = await open(benchmarkReport(), { ...desktop, colorScheme: 'dark' });
    const { page } = shown;
    const text = pdfText(await page.pdf());
    for (const printed of ['Quarterly web report', 'Sessions by day', '182,340', 'Jun 24', 'Notes on the data']) {
      assert.ok(text.includes(printed), printed);
    }
    for (const control of ['Dark theme', 'Show the figures', '180 kB', 'Skip to']) {
      assert.ok(!text.includes(control), control);
    }
    await page.emulateMedia({ media: 'print' });
    assert.match(await page.evaluate('getComputedStyle(document.body).backgroundColor'), /255, 255, 255/);
    assert.equal(text.match(/All others/g)?.length, 2);
  });

  test('a short table is on one page with its heading, and a head has rows below it', {
    skip: withoutPoppler,
  }, async () => {
    const named = (title: string, rows: number) => ({
      ...breakdown('City', (index) => `${title} ${index}`, rows),
      title: `${title} table`,
    });
    for (const lines of [0, 8, 16, 24]) {
      const text: Section = { type: 'text', title: null, markdown: 'A paragraph.\n\n'.repeat(lines) };
      const sections = [text, named('First', 9), named('Second', 11), named('Third', 70)];
      await using shown = await open(reportDocument({ sections }));
      const pages = pdfText(await shown.page.pdf()).split('\f');
      for (const title of ['First', 'Second']) {
        const page = pages.find((each) => each.includes(`${title} table`)) ?? '';
        for (const part of [`${title} 0`, `${title} 8`, 'Total'])
          assert.ok(page.includes(part), `${title}, ${lines} lines`);
      }
      for (const page of pages) assert.equal(/^City\b/m.test(page), /^(First|Second|Third) \d/m.test(page));
    }
  });

  test('lines of code wider than the page are wrapped', { skip: withoutPoppler }, async () => {
    const markdown = `\`\`\`\n${'code '.repeat(60)}END\n${'x'.repeat(300)}END\n\`\`\``;
    await using shown = await open(reportDocument({ sections: [{ type: 'text', title: null, markdown }] }));
    const text = pdfText(await shown.page.pdf({ preferCSSPageSize: true }));
    assert.equal(text.match(/END/g)?.length, 2);
  });

  test('no part of a heading extends above its line, where it would end up on the page before', async () => {
    for (const title of ['عدد الأيام حسب حالة الطقس', 'Ấn tượng Ố Ǻ', 'Évolution Ångström']) {
      const section: Section = { type: 'text', title, markdown: 'Text.' };
      await using shown = await open(reportDocument({ sections: [section] }));
      await shown.page.emulateMedia({ media: 'print' });
      const above = await shown.page.evaluate(`(() => {
        const heading = document.querySelector('#section-1 h2');
        const drawing = new OffscreenCanvas(1, 1).getContext('2d');
        const { fontWeight, fontSize, fontFamily } = getComputedStyle(heading);
        drawing.font = [fontWeight, fontSize, fontFamily].join(' ');
        const { actualBoundingBoxAscent } = drawing.measureText(heading.textContent);
        const mark = document.createElement('img');
        heading.firstChild.append(mark);
        return actualBoundingBoxAscent - (mark.getBoundingClientRect().bottom - heading.getBoundingClientRect().top);
      })()`);
      assert.ok((above as number) <= 0, `${title}: ${above} px`);
    }
  });

  test('words in tables are whole, and neither a heading ends a page nor a note begins one', {
    skip: withoutPoppler,
  }, async () => {
    const words = ['Freitagnachmittag', 'Landstraßen', 'Nieselregen'];
    const notes = [{ code: 'thresholded', message: 'What to know.' }] as const;
    const table = { ...breakdown('City', (index) => words[index] ?? '', 3), notes };
    const prose = (lines: number) => `${'A paragraph.\n\n'.repeat(lines)}### Inner\n\nFirst.\n\nSecond.`;
    const wide = { ...table, title: 'Outer', metrics: [metrics.revenue, metrics.sessions] };
    for (const lines of [20, 26, 28, 30, 32]) {
      const text: Section = { type: 'text', title: null, markdown: prose(lines) };
      await using shown = await open(reportDocument({ locale: 'de-DE', sections: [text, wide] }));
      const pages = pdfText(await shown.page.pdf({ preferCSSPageSize: true })).split('\f');
      for (const word of words) assert.ok(pages.join('').includes(word), word);
      for (const page of pages) {
        assert.doesNotMatch(page.trimEnd(), /\n(Inner|Outer)$/, `${lines} lines`);
        assert.doesNotMatch(page, /^\s*What to know/, `${lines} lines`);
      }
    }
  });

  test('endless words in a head do not make a table wider than the paper', async () => {
    const heads = ['i'.repeat(500), 'Donaudampfschifffahrtsgesellschaftskapitän'].map((label) => ({
      ...metrics.sessions,
      label,
    }));
    const table = { ...breakdown('City', () => 'y'.repeat(80), 3), metrics: heads };
    await using shown = await open(reportDocument({ sections: [table] }), { viewport: { width: 673, height: 900 } });
    await shown.page.emulateMedia({ media: 'print' });
    const beyond = '[...document.querySelectorAll(".scrolling")].map((each) => each.scrollWidth - each.clientWidth)';
    assert.deepEqual(await shown.page.evaluate(beyond), [0, 0]);
  });

  test('tables of three metrics have all their columns, and none makes the browser shrink the page', {
    skip: withoutPoppler,
  }, async () => {
    for (const name of ['flights', 'oneDay'] as const) {
      await using shown = await open(await buildSample(name), { viewport: { width: 673, height: 900 } });
      await shown.page.emulateMedia({ media: 'print' });
      const beyond =
        '[...document.querySelectorAll("main > section > .scrolling")].map((each) => each.scrollWidth - each.clientWidth)';
      const widths = (await shown.page.evaluate(beyond)) as number[];
      assert.deepEqual(
        widths.filter((width) => width > 0),
        [],
        name,
      );
    }
    await using hostile = await open(await buildSample('hostile'));
    const text = pdfText(await hostile.page.pdf({ preferCSSPageSize: true }));
    for (const change of ['−1.1%', '+650.0%', '+5.8%']) assert.ok(text.includes(change), change);
    assert.equal(text.match(/\bChange\b/g)?.length, 3);
  });
});
