import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messagesFor } from '../../src/documents/messages/messages.ts';
import { cleanText, isRightToLeft } from '../../src/renderers/clean-text.ts';
import { fontFamilies, labelFontFiles } from '../../src/renderers/fonts.ts';
import { render } from '../../src/renderers/render.ts';
import { breakdown, metrics, reportDocument, timeseries } from '../support/documents.ts';
import { docxText, pdfText, withoutPoppler } from '../support/files.ts';

const sections = [timeseries(metrics.sessions, 1_800, 11), breakdown('City', (index) => `City ${index + 1}`, 3)];

for (const [locale, expected] of [
  ['de-DE', ['Inhalt', 'Sessions nach Tagen', 'Quelle: Web shop analytics', 'Zeilen vorher', 'Seite 2 von']],
  ['ja-JP', ['目次', 'Sessions（日別）', '出典：Web shop analytics', 'データソース']],
  ['uk-UA', ['Зміст', 'Sessions за днями', 'Усі інші (37)', 'Джерела даних']],
] as const) {
  test(`a report in ${locale} is PDF/UA-1 and shows its own texts in both formats`, {
    skip: withoutPoppler,
  }, async () => {
    const document = reportDocument({ locale, sections });
    const pdf = await render(document, 'pdf');
    assert.deepEqual(pdf.warnings, []);
    const flat = (text: string) => text.replace(/\s+/g, '');
    const word = flat(docxText((await render(document, 'doc')).bytes));
    const shown = flat(pdfText(pdf.bytes));
    for (const text of expected) {
      assert.ok(shown.includes(flat(text)), `the PDF lacks ${text}`);
      // Page numbers are fields of Word's own, in its footer.
      if (!text.startsWith('Seite')) assert.ok(word.includes(flat(text)), `the Word file lacks ${text}`);
    }
    assert.ok(!shown.includes('Contents') && !word.includes('Contents'));
  });
}

test('an Arabic report with names in Latin letters is PDF/UA-1 and shows no English of ours', {
  skip: withoutPoppler,
}, async () => {
  const { bytes, warnings } = await render(reportDocument({ locale: 'ar', sections }), 'pdf');
  assert.deepEqual(warnings, []);
  const shown = pdfText(bytes);
  assert.match(shown, /Sessions/);
  assert.match(shown, /\p{sc=Arabic}/u);
  assert.doesNotMatch(shown, /Contents|Data sources|Total|Page/);
});

test('every locale draws its own texts, dates and figures with the fonts at hand', async () => {
  for (const locale of ['ar-EG', 'zh-CN', 'zh-TW', 'ko-KR', 'he-IL', 'fa-IR', 'el-GR', 'ru-RU', 'fr-FR', 'pl-PL']) {
    assert.deepEqual((await render(reportDocument({ locale, sections }), 'pdf')).warnings, [], locale);
  }
});

test('a paragraph runs as its first letter outside isolates says', () => {
  const { series } = messagesFor('ar').labels;
  assert.equal(isRightToLeft(series('Sessions', 'day')), true);
  assert.equal(isRightToLeft('\u2068متجر\u2069 rose'), false);
  assert.equal(isRightToLeft('12 \u200f %'), false);
});

test('only closed first-strong isolates are kept', () => {
  assert.equal(cleanText('a \u2068b\u2069 c'), 'a \u2068b\u2069 c');
  assert.equal(cleanText('a \u2068b c'), 'a b c');
  assert.equal(cleanText('a b\u2069 c'), 'a b c');
  assert.equal(cleanText('\u2067a\u2069 \u2066b\u2069'), 'a b');
  assert.equal(cleanText('\u2068\u202eb\u0000\u2069'), '\u2068b\u2069');
});

test('the locale decides the forms of Han characters', () => {
  const han = (locale: string, text: string) => fontFamilies(locale, text).find((family) => /JP|SC|KR/.test(family));
  assert.equal(han('ja-JP', '直'), 'Noto Sans JP');
  assert.equal(han('zh-CN', '直'), 'Noto Sans SC');
  assert.equal(han('zh-TW', '直'), 'Noto Sans SC');
  assert.equal(han('ko-KR', '直'), 'Noto Sans KR');
  assert.equal(han('de-DE', '直'), 'Noto Sans SC');
  assert.equal(han('de-DE', '直の'), 'Noto Sans JP');
  assert.match(labelFontFiles('ja-JP', '1月').join(), /NotoSansJP/);
  assert.match(labelFontFiles('zh-CN', '1月').join(), /NotoSansSC/);
});

test('a document without East Asian letters or symbols is offered no large font', () => {
  assert.deepEqual(fontFamilies('de-DE', 'Größe – ภาษา'), ['Noto Sans', 'Noto Sans Arabic', 'Noto Sans Hebrew']);
  assert.ok(fontFamilies('de-DE', '😀').includes('Noto Color Emoji'));
  assert.ok(fontFamilies('ja-JP', 'Report').includes('Noto Sans JP'));
});
