import assert from 'node:assert/strict';
import { languages, messagesFor } from '../../../src/reporting/documents/messages/messages.ts';
import { typeScale } from '../../../src/reporting/renderers/design.ts';
import { highlightIndent } from '../../../src/reporting/renderers/docx/styles.ts';
import { cleanText, isRightToLeft } from '../../../src/reporting/renderers/text/clean-text.ts';
import { fontFamilies, labelFontFiles } from '../../../src/reporting/renderers/text/fonts.ts';
import { textWidth } from '../../../src/reporting/renderers/text/text-width.ts';
import { reportView } from '../../../src/reporting/renderers/view/report-view.ts';
import { breakdown, days, metrics, reportDocument, timeseries } from '../../support/documents.ts';
import { docxText, pdfText, withoutPoppler, wordPlaces } from '../../support/files.ts';
import { renderDocument } from '../../support/render.ts';
import { buildSample } from '../../support/samples.ts';
import { test } from '../../support/suite.ts';

const sections = [timeseries(metrics.sessions, 1_800, 11), breakdown('City', (index) => `City ${index + 1}`, 3)];

/** What a report shows, by its locale. */
const shownTexts: Readonly<Record<string, readonly string[]>> = {
  'de-DE': ['Inhalt', 'Sessions nach Tagen', 'Quelle: Web shop analytics', 'Zeilen vorher', 'Seite 2 von'],
  'ja-JP': ['目次', 'Sessions（日別）', '出典：Web shop analytics', 'データソース'],
  'uk-UA': ['Зміст', 'Sessions за днями', 'Усі інші (37)', 'Джерела даних'],
};

for (const [locale, expected] of Object.entries(shownTexts)) {
  test(`a report in ${locale} is PDF/UA-1 and shows its own texts in both formats`, {
    skip: withoutPoppler,
  }, async () => {
    const document = reportDocument({ locale, sections });
    const pdf = await renderDocument(document, 'pdf');
    assert.deepEqual(pdf.warnings, []);
    const flat = (text: string) => text.replace(/\s+/g, '');
    const word = flat(docxText((await renderDocument(document, 'doc')).bytes));
    const shown = flat(pdfText(pdf.bytes));
    for (const text of expected) {
      assert.ok(shown.includes(flat(text)), `the PDF lacks ${text}`);
      // Page numbers are fields of Word's own, in its footer.
      if (!text.startsWith('Seite')) assert.ok(word.includes(flat(text)), `the Word file lacks ${text}`);
    }
    assert.ok(!shown.includes('Contents') && !word.includes('Contents'));
  });
}

test('an Arabic report with names in Latin letters is PDF/UA-1 and shows none of our English texts', {
  skip: withoutPoppler,
}, async () => {
  const { bytes, warnings } = await renderDocument(reportDocument({ locale: 'ar', sections }), 'pdf');
  assert.deepEqual(warnings, []);
  const shown = pdfText(bytes);
  assert.match(shown, /Sessions/);
  assert.match(shown, /\p{sc=Arabic}/u);
  assert.doesNotMatch(shown, /Contents|Data sources|Total|Page/);
});

test('the page header has title and client at the report’s sides, whichever way they run', {
  skip: withoutPoppler,
}, async () => {
  for (const [locale, title, client_name, titleIsLeft] of [
    ['ar-EG', 'Quarterly', 'Northwind', false],
    ['en-US', 'דוח', 'חברה', true],
  ] as const) {
    const { bytes } = await renderDocument(reportDocument({ locale, title, client_name, sections }), 'pdf');
    // Poppler may reverse the letters of a word.
    const [titleAt, clientAt] = [title, client_name].map((name) => {
      const letters = [...name].toSorted().join();
      return wordPlaces(bytes, 2).find(({ word }) => [...word].toSorted().join() === letters)?.left ?? Number.NaN;
    });
    const [left, right] = titleIsLeft ? [titleAt, clientAt] : [clientAt, titleAt];
    assert.ok((left ?? 0) < 60 && (right ?? 0) > 450, `${locale}: ${left} and ${right}`);
  }
});

test('the mark of a highlight leaves a gap to its sentence in every language', () => {
  for (const language of languages) {
    const { good, bad, neutral } = messagesFor(language).labels;
    for (const mark of [good, bad, neutral]) {
      const width = textWidth(mark, typeScale.small, 'bold');
      assert.ok(width <= highlightIndent - 5, `${language}: ${mark} is ${width} points wide`);
    }
  }
});

/** A list and quotes of both directions, and code. */
const bothWays = `- بند أول
- Westerly
- بند ثالث مع كلمات أخرى

> Quoted

\`\`\`
first
\tsecond
\`\`\``;

test('in an Arabic PDF a list stands at its side with all its items, an English quote at its own, and code stays left to right', {
  skip: withoutPoppler,
}, async () => {
  const text = { type: 'text', title: null, markdown: bothWays } as const;
  const { bytes } = await renderDocument(reportDocument({ locale: 'ar-EG', sections: [text] }), 'pdf');
  const places = wordPlaces(bytes, 2);
  const place = (shown: string) => places.find(({ word }) => word === shown) ?? assert.fail(`it lacks ${shown}`);
  const item = place('Westerly');
  const others = places.filter(({ top, left }) => top < item.top && top > item.top - 25 && left > 400);
  assert.ok(
    others.some(({ right }) => Math.abs(right - item.right) < 1),
    `it ends at ${item.right}`,
  );
  assert.ok(place('Quoted').left < 80);
  assert.ok(place('first').left < 80);
  assert.ok(place('second').left > place('first').left + 4);
});

test('dates below a Japanese chart do not touch', { skip: withoutPoppler }, async () => {
  const section = { ...timeseries(metrics.sessions, 1_800, 11), current: days('2026-10-01', 31, 100), compare: null };
  const { bytes } = await renderDocument(reportDocument({ locale: 'ja-JP', sections: [section] }), 'pdf');
  const dates = wordPlaces(bytes, 2).filter(({ word }) => /^10月\d+日$/.test(word));
  assert.equal(dates.length, 11);
  for (const [index, { word, right }] of dates.entries()) {
    assert.ok(right < (dates[index + 1]?.left ?? Number.POSITIVE_INFINITY), word);
  }
});

/** The Arabic words of a text. Poppler reverses the two letters of the ligature lam-alef: here they have one order. */
function arabicWords(text: string): Set<string> {
  const letters = text.replace(/[\u061c\u200b-\u200f]/g, '').replace(/ل([اأإآ])/g, '$1ل');
  return new Set(letters.match(/[[\p{sc=Arabic}\p{M}]&&[\p{L}\p{M}]]+/gv));
}

test('text copied out of an Arabic PDF has every letter of its words once', { skip: withoutPoppler }, async () => {
  const document = await buildSample('arabic');
  const { client, facts, sections, sources, labels } = reportView(document);
  const shown = [document.title, client, facts, sections, sources, labels.contents];
  const texts = JSON.stringify(shown, (key, value) => (key === 'alternative' ? undefined : value));
  const copied = arabicWords(pdfText((await renderDocument(document, 'pdf')).bytes));
  // Typst sets a vowel mark separately from its letter, each with the text of both.
  const marked = /\p{M}/u;
  const lost = [...arabicWords(texts)].filter((word) => !marked.test(word) && !copied.has(word));
  assert.deepEqual(lost, []);
});

test('Arabic letters that Vazirmatn lacks are all set in Noto Sans Arabic', async () => {
  assert.ok(fontFamilies('ar', 'بلي').includes('Vazirmatn'));
  assert.ok(!fontFamilies('ar', 'ٻلي').includes('Vazirmatn'));
  const { warnings } = await renderDocument(reportDocument({ locale: 'sd-PK', title: 'سنڌي ٻولي', sections }), 'pdf');
  assert.deepEqual(warnings, []);
});

test('every locale draws its own texts, dates and figures with the fonts at hand', async () => {
  for (const locale of [
    'es-419',
    'en-001',
    'ar-EG',
    'zh-CN',
    'zh-TW',
    'ko-KR',
    'he-IL',
    'fa-IR',
    'el-GR',
    'ru-RU',
    'fr-FR',
    'pl-PL',
  ]) {
    assert.deepEqual((await renderDocument(reportDocument({ locale, sections }), 'pdf')).warnings, [], locale);
  }
});

test('a paragraph takes the direction of its first letter outside isolates', () => {
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
  const han = (locale: string, text: string) =>
    fontFamilies(locale, text).find((family) => typeof family === 'string' && /JP|SC|KR/.test(family));
  assert.equal(han('ja-JP', '直'), 'Noto Sans JP');
  assert.equal(han('zh-CN', '直'), 'Noto Sans SC');
  assert.equal(han('zh-TW', '直'), 'Noto Sans SC');
  assert.equal(han('ko-KR', '直'), 'Noto Sans KR');
  assert.equal(han('de-DE', '直'), 'Noto Sans SC');
  assert.equal(han('de-DE', '直の'), 'Noto Sans JP');
  assert.match(labelFontFiles('ja-JP', '1月').join(), /NotoSansJP/);
  assert.match(labelFontFiles('zh-CN', '1月').join(), /NotoSansSC/);
});

test('a document without East Asian letters or symbols gets no large font', () => {
  assert.doesNotMatch(JSON.stringify(fontFamilies('de-DE', 'Größe – ภาษา')), /JP|SC|KR|Emoji/);
  assert.ok(fontFamilies('de-DE', '😀').includes('Noto Color Emoji'));
  assert.ok(fontFamilies('ja-JP', 'Report 5月1日').includes('Noto Sans JP'));
});
