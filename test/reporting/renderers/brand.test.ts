import assert from 'node:assert/strict';
import { type BrandFont, brandFonts } from '../../../src/reporting/documents/brand-fonts.ts';
import { languages, messagesFor } from '../../../src/reporting/documents/messages/messages.ts';
import type { Brand, ReportDocument } from '../../../src/reporting/documents/model.ts';
import { cover, page } from '../../../src/reporting/renderers/design.ts';
import { fontAssets } from '../../../src/reporting/renderers/html/font-assets.ts';
import { renderHtml } from '../../../src/reporting/renderers/html/render-html.ts';
import { drawCover } from '../../../src/reporting/renderers/logo/picture.ts';
import { reportView } from '../../../src/reporting/renderers/view/report-view.ts';
import { reportDocument } from '../../support/documents.ts';
import { pdfFonts, pdfText, withoutPoppler } from '../../support/files.ts';
import { convertedToPdf, withoutOffice } from '../../support/office.ts';
import { renderDocument } from '../../support/render.ts';
import { test, usually } from '../../support/suite.ts';
import { fileOf } from '../../support/word-file.ts';

const svgUri = (content: string, size: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`)}`;
/** Red above and blue below, which is cut off at both ends. */
const picture = svgUri(
  '<path fill="#f00" d="M0 0h100v100H0z"/><path fill="#00f" d="M0 100h100v100H0z"/>',
  'width="100" height="200"',
);
const brand: Brand = {
  ...{ accent_color: '#0b6e4f', logo: null, name: 'Harbour & Finch', footer: 'Finch Ltd, No. 01234567' },
  ...{ contact: '12 Quay Street\n+44 117 496 0123', cover_picture: picture },
};
const branded = (fields: Partial<ReportDocument> = {}) =>
  reportDocument({ brand, sections: [{ type: 'text', title: 'Words', markdown: 'More words.' }], ...fields });
const viewer = { downloads: [], assets: 'assets', nonce: 'n' };
const times = (text: string, part: string) => text.split(part).length - 1;

test('a PDF says who made it on its cover, and has its text at the foot of every page', {
  skip: withoutPoppler,
}, async () => {
  const { bytes, warnings } = await renderDocument(branded(), 'pdf');
  assert.deepEqual(warnings, []);
  const [first = '', second = ''] = pdfText(bytes).split('\f');
  assert.match(first, /Prepared by\s+Harbour & Finch\s+12 Quay Street\s+\+44 117 496 0123/);
  assert.deepEqual([times(first, 'Finch Ltd'), times(second, 'Finch Ltd')], [1, 1]);
});

test('a Word file says the same', { skip: withoutPoppler || withoutOffice, timeout: 150_000 }, async () => {
  const file = await fileOf(branded());
  assert.deepEqual(file.faults(), []);
  const [converted = Buffer.alloc(0)] = convertedToPdf([(await renderDocument(branded(), 'doc')).bytes]);
  const [first = '', second = ''] = pdfText(converted).split('\f');
  assert.match(first, /Prepared by\s+Harbour & Finch\s+12 Quay Street\s+\+44 117 496 0123/);
  assert.deepEqual([times(first, 'Finch Ltd'), times(second, 'Finch Ltd')], [1, 1]);
});

test('a web page says the same, with the picture above', () => {
  const html = renderHtml(branded(), viewer);
  assert.match(html, /<img class="cover" src="data:image\/png;base64,[^"]+" alt="">/);
  assert.match(html, /<dt>Prepared by<\/dt><dd><bdi>Harbour &#38; Finch<\/bdi>/);
  assert.match(html, /<footer>.*12 Quay Street.*\+44 117 496 0123.*<p class="imprint"><bdi>Finch Ltd, No\. 01234567/s);
  const without = renderHtml(branded({ brand: { accent_color: null, logo: null } }), viewer);
  assert.doesNotMatch(without, /<footer>|class="cover"|@font-face/);
});

test('who made it is said in the language of the report', () => {
  for (const language of languages) {
    const { labels } = messagesFor(language);
    const maker = reportView(branded({ locale: language })).brand.maker;
    assert.deepEqual([maker?.label, maker?.name], [labels.preparedBy, brand.name], language);
    const { name: _, ...nameless } = brand;
    assert.equal(reportView(branded({ locale: language, brand: nameless })).brand.maker?.label, labels.contact);
  }
});

test('a cover says nothing twice: neither the project that is the title, nor one that is the client', () => {
  const texts = (fields: Partial<ReportDocument>) => {
    const { lead, facts } = reportView(branded(fields));
    return [lead, ...facts.map(({ value }) => value)].filter((text) => text === null || /shop|Traders/.test(text));
  };
  assert.deepEqual(texts({ title: 'Web shop', project_name: 'Web shop', client_name: 'Traders' }), ['Traders']);
  assert.deepEqual(texts({ title: 'web shop ', project_name: 'Web shop', client_name: null }), [null]);
  assert.deepEqual(texts({ title: 'June', project_name: 'Web shop', client_name: null }), ['Web shop']);
  assert.deepEqual(texts({ title: 'June', project_name: 'Traders', client_name: 'Traders' }), ['Traders']);
  assert.deepEqual(texts({ title: 'June', project_name: 'Web shop', client_name: 'Traders' }), ['Traders', 'Web shop']);
});

test('the time zone stands with the sources, not on the cover', { skip: withoutPoppler }, async () => {
  const [first = '', second = ''] = pdfText((await renderDocument(branded(), 'pdf')).bytes).split('\f');
  assert.deepEqual([times(first, 'Europe/Berlin'), times(second, 'Time zone: Europe/Berlin')], [0, 1]);
});

test('the picture of a cover fills its part of the page, cut on both sides, and turned as it was held', () => {
  const drawn = drawCover(picture);
  assert.deepEqual([drawn?.width, drawn?.height], [page.width, cover.picture]);
  const [wide = 0, high = 0] = [drawn?.png.readUInt32BE(16), drawn?.png.readUInt32BE(20)];
  assert.ok(Math.abs(wide / high - page.width / cover.picture) < 0.01 && wide <= 2 * page.width + 1);
  const wideOne = drawCover(svgUri('<path fill="#0f0" d="M0 0h90v9H0z"/>', 'width="90" height="9"'));
  assert.deepEqual([wideOne?.width, wideOne?.height], [page.width, cover.picture]);
  for (const refused of [
    svgUri('<filter id="f"/>', 'width="9" height="9"'),
    svgUri('<path d="M0 0h1v9z"/>', 'width="1" height="9000"'),
    'data:image/png;base64,iVBORw0KGgo=',
  ]) {
    assert.equal(drawCover(refused), undefined);
  }
});

test('a report leaves out a picture that cannot be drawn safely, and says so', async () => {
  const unsafe = { ...brand, cover_picture: svgUri('<filter id="f"/>', 'width="9" height="9"') };
  for (const format of ['pdf', 'doc'] as const) {
    const { warnings } = await renderDocument(branded({ brand: unsafe }), format);
    assert.deepEqual(warnings, ['The picture of the cover cannot be drawn safely and was left out.']);
  }
});

test('a PDF is set in the family of its brand, and in others what that lacks', { skip: withoutPoppler }, async () => {
  for (const font of usually<readonly BrandFont[]>(brandFonts, ['PT Serif'])) {
    const document = branded({ brand: { ...brand, font }, client_name: 'Торговый дом 株式会社' });
    const { bytes, warnings } = await renderDocument(document, 'pdf');
    assert.deepEqual(warnings, [], font);
    const fonts = pdfFonts(bytes).join(' ');
    for (const family of [font, 'Noto Sans SC']) {
      assert.match(fonts, new RegExp(family.replaceAll(' ', '')), `${font}: ${fonts}`);
    }
  }
});

test('a Word file has the family of its brand inside', {
  skip: withoutPoppler || withoutOffice,
  timeout: 150_000,
}, async () => {
  const files = [];
  for (const font of brandFonts) {
    const document = branded({ brand: { ...brand, font } });
    assert.deepEqual((await fileOf(document)).faults(), [], font);
    files.push((await renderDocument(document, 'doc')).bytes);
  }
  for (const [index, pdf] of convertedToPdf(files).entries()) {
    const font = brandFonts[index]?.replaceAll(' ', '') ?? '';
    assert.match(pdfFonts(pdf).join(' '), new RegExp(`\\+${font}`), font);
  }
});

test('a web page loads the family of its brand from the service', () => {
  for (const font of brandFonts) {
    const html = renderHtml(branded({ brand: { ...brand, font } }), viewer);
    assert.match(html, new RegExp(`--family:"${font}";`));
    const loaded = [...html.matchAll(/url\(assets\/([^)]+)\)/g)].map(([, name]) => fontAssets.get(name ?? ''));
    assert.equal(loaded.length, 3);
    for (const asset of loaded) assert.equal(asset?.body.readUInt32BE(0), 0x00010000, font);
  }
});
