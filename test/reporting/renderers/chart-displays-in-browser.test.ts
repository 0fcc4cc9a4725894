import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { axeViolations } from '../../support/axe.ts';
import { skip } from '../../support/browser.ts';
import { reportDocument } from '../../support/documents.ts';
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

  test('each of the small charts has its own figures at the keys, those of its metric', async () => {
    const [charts] = (await buildSample('charts')).sections.filter(({ type }) => type === 'timeseries');
    assert.ok(charts?.type === 'timeseries' && charts.others);
    const [other] = charts.others;
    assert.ok(other);
    const large = { ...other, current: other.current.map((point) => ({ ...point, value: 5_000_000 })) };
    await using shown = await open(reportDocument({ sections: [{ ...charts, others: [large] }] }));
    const { page, faults } = shown;
    const [first, second] = await page.getByRole('slider').all();
    assert.ok(first && second);
    assert.equal(await second.getAttribute('aria-label'), other.metric.label);
    await second.focus();
    await page.keyboard.press('Home');
    assert.match((await second.getAttribute('aria-valuetext')) ?? '', /: 5,000,000/);
    assert.doesNotMatch((await first.getAttribute('aria-valuetext')) ?? '', /5,000,000/);
    assert.equal(await page.locator('.tooltip p').count(), 1);
    assert.equal(await page.locator('figure.series').count(), 1);
    assert.deepEqual([...faults, ...(await axeViolations(page))], []);
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
