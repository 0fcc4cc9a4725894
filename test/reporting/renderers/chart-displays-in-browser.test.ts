import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { axeViolations } from '../../support/axe.ts';
import { skip } from '../../support/browser.ts';
import { buildSample } from '../../support/samples.ts';
import { desktop, phone, suitePages } from './pages-in-browser.ts';

describe('charts of every kind in a browser', { skip }, async () => {
  const open = await suitePages();

  test('the keys read all metrics of a day, and the legend hides one', async () => {
    await using shown = await open(await buildSample('charts'));
    const { page, faults } = shown;
    const slider = page.getByRole('slider').first();
    await slider.focus();
    await page.keyboard.press('Home');
    const said =
      /^1 Jun 2015\. Mean daily high \(°C\): [\d.]+\. Mean daily low \(°C\): [\d.]+\. Wind \(m\/s\): [\d.]+$/;
    assert.match((await slider.getAttribute('aria-valuetext')) ?? '', said);
    assert.equal(await page.locator('.tooltip p').count(), 4);
    assert.equal(await page.locator('.point').count(), 3);
    await page.getByRole('button', { name: 'Mean daily low (°C)' }).first().click();
    assert.ok(!(await slider.getAttribute('aria-valuetext'))?.includes('low'));
    assert.deepEqual(faults, []);
  });

  for (const [options, colorScheme, locale] of [
    [desktop, 'dark', 'en-GB'],
    [phone, 'light', 'ar-EG'],
  ] as const) {
    test(`axe finds nothing: ${colorScheme}, ${locale}`, async () => {
      await using shown = await open({ ...(await buildSample('charts')), locale }, { ...options, colorScheme });
      const { page } = shown;
      for (const details of await page.locator('summary:visible').all()) await details.click();
      assert.deepEqual(await axeViolations(page), []);
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
    });
  }
});
