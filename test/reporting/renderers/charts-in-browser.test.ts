import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { skip } from '../../support/browser.ts';
import { benchmarkReport, metric, reportDocument, timeseries } from '../../support/documents.ts';
import { boxOf, phone, smallReport, suitePages } from './pages-in-browser.ts';

describe('in a browser', { skip }, async () => {
  const open = await suitePages();
  const slider = (page: Page) => page.getByRole('slider', { name: 'Sessions by day' });
  const tooltip = (page: Page) => page.locator('.tooltip p').allTextContents();

  test('the arrow keys read the figures of both periods, day by day, up to the ends', async () => {
    await using shown = await open(smallReport());
    const { page, faults } = shown;
    const role = () => page.evaluate("document.activeElement.getAttribute('role')");
    for (let presses = 0; presses < 30 && (await role()) !== 'slider'; presses += 1) await page.keyboard.press('Tab');
    assert.deepEqual(await tooltip(page), ['Apr 3, 2026130', 'Mar 31, 202695']);
    assert.equal(await slider(page).getAttribute('aria-valuetext'), 'Apr 3, 2026: 130. Mar 31, 2026: 95');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await slider(page).getAttribute('aria-valuetext'), 'Apr 2, 2026: 120. Mar 30, 2026: –');
    assert.equal(await page.locator('.point').count(), 1);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await slider(page).getAttribute('aria-valuenow'), '1');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowRight');
    assert.equal(await slider(page).getAttribute('aria-valuenow'), '3');
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.tooltip').count(), 0);
    assert.deepEqual(faults, []);
  });

  test('the pointer shows the figures of the day it is over, with the marks on the lines', async () => {
    await using shown = await open(benchmarkReport());
    const { page } = shown;
    await slider(page).scrollIntoViewIfNeeded();
    const { x, y, width, height } = await boxOf(slider(page));
    await page.mouse.move(x + width - 2, y + height / 2);
    assert.match((await tooltip(page)).join(), /^Jun 29, 2026/);
    await page.mouse.move(x + 2, y + height / 2);
    assert.match((await tooltip(page)).join(), /^Apr 1, 2026.*,Jan 1, 2026/);
    const line = await boxOf(page.locator('.plot g.current .line').first());
    const point = await boxOf(page.locator('.point.current'));
    assert.ok(Math.abs(point.x + point.width / 2 - line.x) < 2);
    assert.ok(point.y + point.height / 2 >= line.y && point.y + point.height / 2 <= line.y + line.height);
    await page.mouse.move(2, 2);
    assert.equal(await page.locator('.tooltip').count(), 0);
  });

  test('the lone and the unfinished points of the compared period are smaller, so that colour is not needed', async () => {
    const section = timeseries(metric('sessions', 'Sessions'), 100, 1);
    const points = (section.compare ?? []).map((point, index) => {
      if (index === 10) return { ...point, partial: true as const };
      return index % 2 === 0 ? point : { ...point, value: null };
    });
    await using shown = await open(reportDocument({ sections: [{ ...section, current: points, compare: points }] }));
    const size = (series: string, kind: string) =>
      shown.page.evaluate(
        `parseFloat(getComputedStyle(document.querySelector('.plot g.${series} .${kind}')).strokeWidth)`,
      );
    for (const kind of ['dots', 'hollow']) {
      const [current, compare] = [Number(await size('current', kind)), Number(await size('compare', kind))];
      assert.ok(compare > 0 && compare < current * 0.75, `${kind}: ${compare} beside ${current}`);
    }
  });

  test('the tooltip stays within the plot wherever the pointer is', async () => {
    await using shown = await open(benchmarkReport(), phone);
    const { page } = shown;
    await slider(page).scrollIntoViewIfNeeded();
    const { x, y, width } = await boxOf(slider(page));
    for (const part of [0, 0.25, 0.49, 0.51, 0.75, 1]) {
      await page.mouse.move(x + 1 + part * (width - 2), y + 20);
      const box = await boxOf(page.locator('.tooltip'));
      assert.ok(box.x >= x - 1 && box.x + box.width <= x + width + 1, `${part}`);
    }
  });

  test('a button of the legend hides its line and leaves it out of the tooltip, and brings both back', async () => {
    await using shown = await open(smallReport());
    const { page } = shown;
    const button = page.getByRole('button', { name: /Jan 1/ });
    const line = page.locator('.plot g.compare');
    await button.click();
    assert.equal(await button.getAttribute('aria-pressed'), 'false');
    assert.equal(await line.isVisible(), false);
    await slider(page).focus();
    await page.keyboard.press('Home');
    assert.deepEqual(await tooltip(page), ['Apr 1, 2026110']);
    await button.click();
    assert.equal(await button.getAttribute('aria-pressed'), 'true');
    assert.equal(await line.isVisible(), true);
  });

  test('what the slider says follows the legend; with every line hidden there is no tooltip', async () => {
    await using shown = await open(smallReport());
    const { page } = shown;
    await slider(page).focus();
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: /Jan 1/ }).click();
    assert.equal(await slider(page).getAttribute('aria-valuetext'), 'Apr 1, 2026: 110');
    await page.getByRole('button', { name: /Apr 1/ }).click();
    await slider(page).focus();
    assert.equal(await page.locator('.tooltip').count(), 0);
    assert.equal(await slider(page).getAttribute('aria-valuetext'), '');
  });
});
