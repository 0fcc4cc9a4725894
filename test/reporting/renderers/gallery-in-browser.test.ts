import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { axeViolations } from '../../support/axe.ts';
import { skip } from '../../support/browser.ts';
import { reportDocument } from '../../support/documents.ts';
import { type SampleCard, sampleGallery } from '../../support/galleries.ts';
import { boxOf, desktop, phone, suitePages } from './pages-in-browser.ts';

const cards: readonly SampleCard[] = [
  { label: 'Spring', text: 'Light shoes for warm days', link: 'https://a.example/1', picture: [540, 540] },
  { label: 'عرض الربيع', text: 'أحذية خفيفة', picture: [640, 360] },
  { label: 'Long '.repeat(60), text: 'A'.repeat(400), picture: [300, 900] },
  { label: '<b>bold</b>', text: '</p><script>alert(1)</script>', link: 'javascript:alert(1)' },
];

describe('a gallery in a browser', { skip }, async () => {
  const open = await suitePages();

  for (const [name, options, colorScheme, locale] of [
    ['desktop', desktop, 'light', 'en-GB'],
    ['desktop, dark', desktop, 'dark', 'ja'],
    ['phone', phone, 'light', 'ar'],
  ] as const) {
    test(`its pictures are whole within their cards, which are read aloud: ${name}`, async () => {
      const { section, pictures } = sampleGallery(cards);
      const document = reportDocument({ sections: [section], pictures, locale });
      await using shown = await open(document, { ...options, colorScheme });
      const { page, faults } = shown;
      const items = page.locator('.exhibit');
      assert.equal(await items.count(), 4);
      for (const item of await items.all()) {
        const card = await boxOf(item);
        const picture = await boxOf(item.locator('.shown'));
        assert.ok(Math.abs(picture.width / picture.height - 4 / 3) < 0.02);
        assert.ok(picture.x >= card.x - 1 && picture.x + picture.width <= card.x + card.width + 1);
        assert.ok(card.x >= 0 && card.x + card.width <= options.viewport.width);
      }
      assert.equal(await page.locator('.exhibit img').count(), 3);
      assert.equal(await page.getByAltText('Light shoes for warm days').count(), 1);
      assert.deepEqual(
        await page.locator('.exhibit a').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
        ['https://a.example/1'],
      );
      assert.equal(await page.locator('.exhibit script, .exhibit b').count(), 0);
      assert.deepEqual([...faults, ...(await axeViolations(page))], []);
    });
  }
});
