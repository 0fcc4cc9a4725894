import assert from 'node:assert/strict';

import type { Brand, ReportDocument } from '../../../src/reporting/documents/model.ts';
import { coverTexts } from '../../../src/reporting/renderers/view/cover-texts.ts';
import { reportView } from '../../../src/reporting/renderers/view/report-view.ts';
import { logo, reportDocument } from '../../support/documents.ts';
import { pdfInfo, pdfText, withoutPoppler, wordPlaces } from '../../support/files.ts';
import { convertedToPdf, withoutOffice } from '../../support/office.ts';
import { renderDocument } from '../../support/render.ts';
import { test } from '../../support/suite.ts';
import { fileOf } from '../../support/word-file.ts';
import { elements } from '../../support/xml.ts';

const longest = 200;

/** Reports with the longest names that the API accepts. */
const longNames: readonly ReportDocument[] = [
  'ウェブサイト訪問者数と売上高',
  'W',
  'The revenue of all branches ',
  'Вебсайт',
].map((words) => {
  const name = words.repeat(longest).slice(0, longest);
  return reportDocument({ title: name, client_name: name, project_name: name, sections: [] });
});

/** A brand with the longest values that the API accepts. */
function longBrand(name: string): Brand {
  const contact = [0, 50, 100, 150, 200].map((at) => name.slice(at, at + 50)).join('\n');
  const own = { name: name.slice(0, 100), footer: name, contact, font: 'PT Serif' } as const;
  return { accent_color: null, logo, cover_picture: logo, ...own };
}

test('names of 200 characters stay on the cover, and on one line of the page header', {
  skip: withoutPoppler || withoutOffice,
  timeout: 150_000,
}, async () => {
  const documents = [
    ...longNames,
    ...longNames.map((each) => ({ ...each, brand: { accent_color: null, logo } })),
    ...longNames.map((each) => ({ ...each, brand: longBrand(each.title) })),
  ];
  const pdfs = [];
  const words = [];
  for (const document of documents) {
    pdfs.push((await renderDocument(document, 'pdf')).bytes);
    words.push((await renderDocument(document, 'doc')).bytes);
  }
  for (const [index, pdf] of [...pdfs, ...convertedToPdf(words)].entries()) {
    const which = `${index}: ${documents[index % documents.length]?.title.slice(0, 9)}`;
    assert.equal(pdfInfo(pdf).get('Pages'), '2', which);
    const cover = wordPlaces(pdf, 1);
    assert.ok(Math.min(...cover.map(({ top }) => top)) > 20, which);
    assert.ok(Math.max(...cover.map(({ bottom }) => bottom)) < 820, which);
    const head = wordPlaces(pdf, 2).filter(({ top }) => top < 60);
    assert.equal(new Set(head.map(({ top }) => Math.round(top / 4))).size, 1, which);
  }
});

test('names of usual length are shown whole', () => {
  const names = {
    title: 'Quarterly report on the web shop and all branches in Germany, Austria and Switzerland',
    client_name: 'Northwind Traders International Holding Company for Goods of all Kinds, Berlin',
    project_name: 'Northwind web shop and branches in Germany, Austria and Switzerland',
  };
  for (const image of [null, logo]) {
    const view = reportView(reportDocument({ ...names, brand: { accent_color: null, logo: image } }));
    const { title, lead, facts } = coverTexts(view);
    assert.deepEqual([title, lead, facts], [names.title, names.client_name, view.facts]);
  }
});

test('a title of several lines or with a tab is one line in the contents and in the page header', {
  skip: withoutPoppler,
}, async () => {
  const title = 'Two\nlines\tand more';
  const document = reportDocument({ title, sections: [{ type: 'text', title, markdown: 'Words' }] });
  assert.equal(reportView(document).runningHead.title, 'Two lines and more');
  const shown = pdfText((await renderDocument(document, 'pdf')).bytes);
  assert.equal(shown.match(/Two lines and more/g)?.length, 2, shown);
  const [entry] = (await fileOf(document)).all('w:hyperlink');
  assert.equal(elements(entry ?? assert.fail(), 'w:t')[0]?.text, 'Two lines and more');
});
