import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { axeViolations } from '../../support/axe.ts';
import { skip } from '../../support/browser.ts';
import { benchmarkReport, breakdown, goals, withGoal } from '../../support/documents.ts';
import { test } from '../../support/suite.ts';
import { desktop, phone, smallReport, suitePages } from './pages-in-browser.ts';

describe('a report in a browser', { skip }, async () => {
  const open = await suitePages();
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="20"><rect width="80" height="20"/></svg>';
  const logo = `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}`;

  for (const locale of ['en', 'ar']) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const [device, options] of Object.entries({ desktop, phone })) {
        test(`axe finds nothing: ${locale === 'ar' ? 'right to left' : 'left to right'}, ${colorScheme}, ${device}`, async () => {
          for (const accent of ['#e4002b', colorScheme === 'dark' ? '#101010' : '#ffdd00']) {
            const report = smallReport({ locale, brand: { accent_color: accent, logo } });
            const others = benchmarkReport().sections.filter(({ type }) => type === 'highlights' || type === 'kpis');
            const sections = [
              ...report.sections.map(withGoal),
              ...others.map(withGoal),
              goals,
              breakdown('City', (index) => `City ${index}`, 3),
            ];
            await using shown = await open({ ...report, sections }, { ...options, colorScheme });
            const { page } = shown;
            for (const details of await page.locator('summary:visible').all()) await details.click();
            await page.getByRole('slider').focus();
            await page.keyboard.press('Home');
            await page.getByRole('slider').hover();
            assert.deepEqual(await axeViolations(page), [], accent);
          }
        });
      }
    }
  }
});
