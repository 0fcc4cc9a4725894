import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawLogo, setsWords } from '../../../src/reporting/renderers/logo/logo.ts';
import { reportDocument } from '../../support/documents.ts';
import { docxParts } from '../../support/files.ts';
import { assertLinear } from '../../support/growth.ts';
import { renderDocument } from '../../support/render.ts';

function svgUri(content: string, attributes = 'width="400" height="100"'): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

const plain = svgUri('<rect width="400" height="100" fill="#f60"/>');

test('an SVG and a PNG logo become a PNG of bounded size', () => {
  const logo = drawLogo(plain);
  assert.deepEqual([logo?.width, logo?.height], [720, 180]);
  const again = drawLogo(`data:image/png;base64,${logo?.png.toString('base64')}`);
  assert.deepEqual([again?.width, again?.height], [720, 180]);
  assert.ok(drawLogo(`data:image/png;name=logo;base64,${logo?.png.toString('base64')}`), 'as projects take it');
  const huge = drawLogo(svgUri('<rect width="100%" height="100%"/>', 'width="100000" height="1000000"'));
  assert.ok(huge && huge.width <= 720 && huge.height <= 322);
});

test('a logo as thin as a line is left out rather than drawn beyond the limits, which could crash the process', () => {
  const drawn = (width: number, height: number) =>
    drawLogo(svgUri('<rect width="100%" height="100%"/>', `width="${width}" height="${height}"`));
  for (const length of [100_000, 10_000_000]) {
    assert.equal(drawn(1, length), undefined);
    assert.equal(drawn(length, 1), undefined);
  }
  for (const logo of [drawn(1, 300), drawn(700, 1)]) assert.ok(logo && logo.width <= 720 && logo.height <= 320);
});

test('a nearly white transparent logo is known to need a dark background, one with its own background is not', () => {
  const white = '<circle cx="60" cy="50" r="40" fill="#fff"/>';
  assert.equal(drawLogo(svgUri(white))?.light, true);
  assert.equal(drawLogo(svgUri(`<rect width="400" height="100" fill="#fff"/>${white}`))?.light, false);
  assert.equal(drawLogo(svgUri('<circle cx="60" cy="50" r="40" fill="#234"/>'))?.light, false);
});

test('text in a logo is drawn, whatever font it asks for', () => {
  const surface = '<rect width="400" height="100" fill="#c00"/>';
  const words = (family: string) =>
    drawLogo(
      svgUri(`${surface}<text x="20" y="70" font-size="60" fill="#fff" font-family="${family}">ACME 東京</text>`),
    );
  const blank = drawLogo(svgUri(surface));
  for (const family of ['Helvetica Neue', 'sans-serif', 'Noto Sans']) {
    assert.ok((words(family)?.png.length ?? 0) > 2 * (blank?.png.length ?? 0), family);
  }
});

test('a style sheet, as drawing programs write it, is applied unless it clips or draws in layers', () => {
  const styled = (rule: string) => svgUri(`<defs><style>.a{fill:#fff;${rule}}</style></defs><circle class="a" r="9"/>`);
  assert.equal(drawLogo(styled(''))?.light, true);
  for (const rule of ['clip-path:url(#c)', 'mask:url(#m)', 'filter:blur(99px)', 'f\\69lter:blur(99px)']) {
    assert.equal(drawLogo(styled(rule)), undefined, rule);
    assert.equal(drawLogo(styled(`}<![CDATA[ </style> .a{${rule}}]]>.b{`)), undefined, rule);
  }
});

test('a logo that could read files, expand without end or draw for seconds is left out', () => {
  const refused = [
    svgUri('<image href="/etc/passwd" width="9" height="9"/>'),
    svgUri('<image href="https://example.com/x.png" width="9" height="9"/>'),
    svgUri('<filter id="f"><feGaussianBlur stdDeviation="999"/></filter><rect filter="url(#f)" width="9" height="9"/>'),
    svgUri('<use href="#a"/>'.repeat(40)),
    'data:image/svg+xml,<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    'data:image/svg+xml;base64,bm90IHhtbA==',
    'data:image/png;base64,bm90IHBuZw==',
    'data:image/svg+xml,%E0%A4%A',
    'data:text/html,<b>',
    '/etc/passwd',
  ];
  for (const uri of refused) assert.equal(drawLogo(uri), undefined, uri.slice(0, 80));
});

test('hostile logos are refused in time proportional to their length', () => {
  for (const part of ['<style ', '<style>', '<a:style>', '</style ', '<!DOCTYPE ', '<!DOCTYPE>', 'clip-path ', '<a:']) {
    const makeLogo = (length: number) => `data:image/svg+xml,${part.repeat(length / part.length)}`;
    assertLinear(part, makeLogo, setsWords);
    assertLinear(part, makeLogo, drawLogo);
  }
});

test('a declaration of the document type is read, with what a drawing program writes there, and refused with more', () => {
  const declared = (declaration: string) =>
    drawLogo(
      `data:image/svg+xml,${encodeURIComponent(`${declaration}<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>`)}`,
    );
  assert.ok(
    declared('<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'),
  );
  for (const inner of ['svg [', 'svg SYSTEM "<" [', 'svg SYSTEM "a<!DOCTYPE" [']) {
    assert.equal(declared(`<!DOCTYPE ${inner}<!ATTLIST svg fill CDATA "red">]>`), undefined, inner);
  }
});

const badLogos = {
  'is no picture': 'data:image/png;base64,AAAA',
  'ends its process': svgUri(
    '<g stroke="red"><text font-size="1e30" rotate="50">abcde</text></g>',
    'viewBox="0 0 3e38 3e38"',
  ),
  'is never drawn': svgUri(
    '<path id="p" d="M0 0L1e30 -5"/><text><textPath href="#p">xxxxxxxxxxxxxxxxxxxxxx</textPath></text>',
  ),
};

for (const [fault, logo] of Object.entries(badLogos)) {
  test(`a report with a logo that ${fault} is rendered without it, with a warning`, async () => {
    for (const format of ['pdf', 'doc'] as const) {
      const { warnings } = await renderDocument(reportDocument({ brand: { accent_color: null, logo } }), format);
      assert.match(warnings.join(), /logo/);
    }
  });
}

test('a logo is placed in both formats, with an alternative text', async () => {
  const document = reportDocument({ brand: { accent_color: '#ffdd00', logo: plain } });
  const pdf = await renderDocument(document, 'pdf');
  assert.match(Buffer.from(pdf.bytes).toString('latin1'), /\/Alt ?\(Logo of Northwind Traders\)/);
  const word = await renderDocument(document, 'doc');
  assert.match(docxParts(word.bytes).get('word/document.xml') ?? '', /descr="Logo of Northwind Traders"/);
  assert.deepEqual([...pdf.warnings, ...word.warnings], []);
});
