import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Resvg } from '@resvg/resvg-js';
import { OutlineFont } from '../../../src/reporting/renderers/docx/outline-font.ts';
import { outlineLabels } from '../../../src/reporting/renderers/docx/outline-labels.ts';
import { labelFontFiles } from '../../../src/reporting/renderers/text/fonts.ts';

const fonts = 'Noto Sans, Noto Sans JP, Noto Sans SC, Noto Sans KR';

function drawing(text: string, anchor: string): string {
  const label = `<text x="150.00" y="30.00" text-anchor="${anchor}" font-family="${fonts}" font-size="20" fill="#000000">${text}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="40" viewBox="0 0 300 40">${label}</svg>`;
}

/** The darkness of every pixel, 0 to 255. */
function darkness(svg: string, text: string): number[] {
  const font = { loadSystemFonts: false, fontFiles: labelFontFiles('en-US', text), defaultFontFamily: 'Noto Sans' };
  const { pixels } = new Resvg(svg, { font, background: 'white' }).render();
  return Array.from({ length: pixels.length / 4 }, (_, index) => 255 - (pixels[index * 4] ?? 0));
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);

/** Kerning moves letters by fractions of a pixel; a wrong outline differs by more than that. */
test('labels become the shapes that the font engine would draw', () => {
  const texts = ['Jun 24', '€3,4 Mio. ÄÖ', '4月11日', '四半期レポート', '5월 21일', 'Ιουνίου', '24 июня', '-3.5%'];
  for (const text of texts) {
    for (const anchor of ['start', 'middle', 'end']) {
      const outlined = outlineLabels(drawing(text, anchor), 'en-US');
      assert.ok(!outlined.includes('<text'), text);
      const engine = darkness(drawing(text, anchor), text);
      const shapes = darkness(outlined, text);
      const apart = sum(engine.map((dark, index) => Math.abs(dark - (shapes[index] ?? 0))));
      assert.ok(sum(engine) > 5_000 && apart < 0.5 * sum(engine), `${text} ${anchor}: ${apart} of ${sum(engine)}`);
    }
  }
});

test('labels that need shaping, or a glyph that no font has, stay text', () => {
  for (const text of ['١ أبريل', 'שלום', 'ก่อน', 'é'.normalize('NFD'), '👩‍👩‍👧']) {
    assert.equal(outlineLabels(drawing(text, 'end'), 'en-US'), drawing(text, 'end'));
  }
});

test('an escaped label stays one label', () => {
  const outlined = outlineLabels(drawing('&#60;&#38;&#34;', 'start'), 'en-US');
  assert.equal(outlined.match(/<path /g)?.length, 3);
});

test('a font gives the advance and the outline of a character, nothing for a blank, undefined for a missing one', () => {
  const [file = ''] = labelFontFiles('en-US', 'A');
  const font = new OutlineFont(readFileSync(file));
  assert.equal(font.unitsPerEm, 1000);
  assert.deepEqual(font.glyph(0x20), { path: '', advance: 270 });
  assert.match(font.glyph(0x41)?.path ?? '', /^M[-\d. LQZM]+Z$/);
  assert.equal(font.glyph(0x4e00), undefined);
});
