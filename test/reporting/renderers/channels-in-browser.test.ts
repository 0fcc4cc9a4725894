import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { axeViolations } from '../../support/axe.ts';
import { skip } from '../../support/browser.ts';
import { buildSample } from '../../support/samples.ts';
import { boxOf, desktop, phone, suitePages } from './pages-in-browser.ts';

describe('channels, funnels, tables in texts and pictures in a browser', { skip }, async () => {
  const open = await suitePages();

  for (const [name, options] of [
    ['channels', { ...desktop, colorScheme: 'light' }],
    ['channelsArabic', { ...phone, colorScheme: 'dark' }],
  ] as const) {
    test(`axe finds nothing in "${name}", and no page break is left`, async () => {
      await using shown = await open(await buildSample(name), options);
      const { page, faults } = shown;
      assert.deepEqual([await axeViolations(page), faults], [[], []]);
      assert.equal(await page.locator('main > section').count(), 6);
      const picture = await boxOf(page.locator('.picture img'));
      assert.ok(picture.width > 0 && picture.width <= options.viewport.width);
    });
  }

  test('the longest bar of a funnel is the widest, and bars start where their figures end', async () => {
    await using shown = await open(await buildSample('channels'));
    const widths = await shown.page
      .locator('td.wide rect')
      .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
    assert.equal(widths.length, 6);
    const [days = 0, wet = 0, stormy = 0] = widths;
    assert.ok(days > wet && wet > stormy && stormy > 0, widths.join());
    assert.ok(Math.abs(wet / days - 20 / 30) < 0.01);
  });
});
