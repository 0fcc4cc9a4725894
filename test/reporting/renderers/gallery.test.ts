import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { ReportDocument } from '../../../src/reporting/documents/model.ts';
import { reportFigures } from '../../../src/reporting/renderers/figures/report-figures.ts';
import { renderHtml } from '../../../src/reporting/renderers/html/render-html.ts';
import { renderMail } from '../../../src/reporting/renderers/mail/render-mail.ts';
import { reportView } from '../../../src/reporting/renderers/view/report-view.ts';
import { metrics, reportDocument } from '../../support/documents.ts';
import { type SampleCard, sampleGallery } from '../../support/galleries.ts';
import { OfficeFile } from '../../support/office-file.ts';
import { renderDocument } from '../../support/render.ts';
import { fileOf } from '../../support/word-file.ts';

const hostile: readonly SampleCard[] = [
  {
    label: 'Ad <b>one</b> & "two"',
    text: 'Light\u0000 as\u001b air\nand\tfree\r\n',
    link: 'https://a.example/?a=1&b="x"',
    picture: [540, 540],
  },
  {
    label: '\u202eevil\u202c',
    text: '#let x = 1 $ \\\\ */ {{period.current}}',
    link: 'javascript:alert(1)',
    picture: [50, 900],
  },
  {
    label: 'W'.repeat(500),
    text: 'ש'.repeat(3_000),
    link: `https://a.example/${'x'.repeat(3_000)}`,
    picture: [900, 50],
  },
  { label: 'إعلان الربيع', text: 'أحذية خفيفة', link: 'https://user:secret@a.example/' },
  { label: 'Same', text: null, picture: [300, 200] },
  { label: 'Same', text: null, picture: [301, 200] },
  { label: '', text: '' },
];

function documentOf(cards: readonly SampleCard[], changes: Partial<ReportDocument> = {}): ReportDocument {
  const { section, pictures } = sampleGallery(cards);
  return reportDocument({ sections: [section], pictures, ...changes });
}

function cardsOf(document: ReportDocument) {
  const [section] = reportView(document).sections;
  assert.ok(section?.type === 'gallery');
  return section;
}

async function pdfPages(bytes: Uint8Array): Promise<string[]> {
  const file = join(await mkdtemp(join(tmpdir(), 'gallery-')), 'report.pdf');
  await writeFile(file, bytes);
  return spawnSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' }).stdout.split('\f');
}

const withoutPoppler = spawnSync('pdftotext', ['-v']).error ? 'pdftotext is not installed' : false;

describe('the view of a gallery', () => {
  test('links lead nowhere but to web pages, and alternatives are the texts of ads', () => {
    const { cards, isPictured } = cardsOf(documentOf(hostile));
    assert.ok(isPictured);
    assert.deepEqual(
      cards.map(({ link }) => link),
      ['https://a.example/?a=1&b=%22x%22', null, null, null, null, null, null],
    );
    assert.equal(cards[0]?.alternative, 'Light as air and free');
    assert.equal(cards[4]?.alternative, 'Same');
    assert.ok(cards.every(({ title, text }) => title.length <= 120 && (text?.length ?? 0) <= 300));
    assert.notEqual(cards[4]?.picture, cards[5]?.picture);
  });

  test('a picture that the document has lost leaves a plain card, and a name of nothing else is taken for one', () => {
    const { section, pictures } = sampleGallery([
      { label: 'a', picture: [30, 30] },
      { label: 'b', picture: [31, 30] },
    ]);
    const [first, second] = section.cards;
    assert.ok(first && second?.picture);
    const cards = [{ ...first, picture: 'toString' }, second];
    const shown = cardsOf(reportDocument({ sections: [{ ...section, cards }], pictures })).cards;
    assert.deepEqual(
      shown.map(({ picture }) => picture),
      [null, pictures[second.picture]],
    );
  });
});

for (const locale of ['en-GB', 'ar', 'ja']) {
  test(`all files have every figure and change of the cards, whatever they say: ${locale}`, async () => {
    const document = documentOf(hostile, { locale });
    const { cards } = cardsOf(document);
    const told = cards.flatMap(({ figures }) => figures.flatMap(({ value, change }) => [value, change?.text ?? '']));
    assert.equal(told.length, 7 * 3 * 2);
    const page = renderHtml(document, { downloads: [], assets: '/assets', nonce: 'x' }).toString();
    const word = await fileOf(document);
    const { bytes } = await renderDocument(document, 'pptx');
    const slides = new OfficeFile(bytes);
    const textIn = (file: OfficeFile, path: RegExp) =>
      [...file.parts]
        .map(([name, part]) =>
          path.test(name)
            ? Buffer.from(part)
                .toString()
                .replace(/<[^>]+>/g, '')
            : '',
        )
        .join('');
    const texts = {
      page: page.replace(/<[^>]+>/g, ''),
      word: textIn(word, /^word\/document\.xml$/),
      slides: textIn(slides, /^ppt\/slides\/slide/),
    };
    const plain = (text: string) => text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
    for (const [name, text] of Object.entries(texts)) {
      for (const each of told) assert.ok(plain(text).includes(each), `${name} lacks ${each}`);
    }
    assert.deepEqual([word.faults(), slides.packageFaults()], [[], []]);
    const pdf = await renderDocument(document, 'pdf');
    assert.deepEqual(
      pdf.warnings.filter((warning) => !/not PDF\/UA-1/.test(warning)),
      [],
    );
  });
}

test('files of figures have a row for each card, all others and the total', () => {
  const { section, pictures } = sampleGallery(hostile.slice(0, 2));
  const rest = { ...section.total, label: null };
  const [table] = reportFigures(reportDocument({ sections: [{ ...section, rest }], pictures })).tables;
  assert.equal(table?.rows.length, 4);
});

test('no card parts over two pages of a PDF', { skip: withoutPoppler }, async () => {
  const cards = Array.from({ length: 12 }, (_, index): SampleCard => {
    return { label: `Begin${index}`, text: 'Some words of the ad', picture: [400, 300] };
  });
  const { section, pictures } = sampleGallery(cards, [
    metrics.revenue,
    metrics.orders,
    metrics.users,
    metrics.sessions,
  ]);
  const text = { type: 'text', title: 'Before', markdown: 'A line.\n\n'.repeat(9) } as const;
  const { bytes, warnings } = await renderDocument(reportDocument({ sections: [text, section], pictures }), 'pdf');
  assert.deepEqual(warnings, []);
  const pages = await pdfPages(bytes);
  const counts = pages.map((page) => [page.match(/Begin\d/g)?.length ?? 0, page.match(/Sessions/g)?.length ?? 0]);
  assert.ok(counts.filter(([begun]) => (begun ?? 0) > 0).length >= 2);
  for (const [begun, ended] of counts) assert.equal(begun, ended);
});

test('an e-mail shows the first three cards with their pictures, and tells them as text', async () => {
  const order = { subject: null, message: null, link: null, isAttached: true, unsubscribe: null } as const;
  for (const locale of ['en-GB', 'ar']) {
    const document = documentOf([...hostile.slice(0, 2), { label: 'Plain', text: 'Words' }, ...hostile.slice(4)], {
      locale,
    });
    const { html, text, pictures } = await renderMail(document, order as never);
    assert.deepEqual(
      [...html.matchAll(/src="cid:([^"]+)"/g)].map(([, cid]) => cid),
      pictures.map(({ cid }) => cid),
    );
    assert.deepEqual(
      pictures.map(({ filename }) => filename),
      ['card1.png', 'card2.png'],
    );
    assert.match(html, /alt="Light as air and free"/);
    assert.doesNotMatch(html, /<b>|javascript:|Same/);
    for (const { figures } of cardsOf(document).cards.slice(0, 3)) {
      for (const { value } of figures) assert.ok(text.includes(value) && html.includes(value), value);
    }
  }
});

test('a gallery without cards says that there are no figures', async () => {
  const document = documentOf([]);
  const page = renderHtml(document, { downloads: [], assets: '/assets', nonce: 'x' }).toString();
  assert.match(page, /There are no figures for this period\./);
  for (const format of ['pdf', 'doc', 'pptx'] as const) {
    assert.deepEqual((await renderDocument(document, format)).warnings, []);
  }
});
