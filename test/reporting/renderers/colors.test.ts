import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast, darkPalette, palette } from '../../../src/reporting/renderers/colors.ts';

const brands = [
  '#ffffff',
  '#ffdd00',
  '#ffff00',
  '#00ffcc',
  '#7f7f7f',
  '#ff6600',
  '#0000ff',
  '#123456',
  '#000000',
  null,
];

test('every text is readable on its background, whatever the brand colour', () => {
  for (const [name, make] of Object.entries({ palette, darkPalette })) {
    for (const brand of brands) {
      const colors = make(brand);
      const surfaces = [colors.background, colors.tint];
      for (const role of ['accent', 'text', 'muted', 'good', 'bad'] as const) {
        for (const surface of surfaces) {
          const found = contrast(colors[role], surface);
          assert.ok(found >= 4.5, `${name} ${brand}: ${role} has ${found.toFixed(2)} on ${surface}`);
        }
      }
      assert.ok(contrast(colors.onBrand, colors.brand) >= 4.5, `${name} ${brand}: text on the brand colour`);
    }
  }
});

test('a readable brand colour is kept, and anything other than #rrggbb gives the default colour', () => {
  assert.equal(palette('#123456').accent, '#123456');
  assert.equal(palette('red').accent, palette(null).accent);
});

test('text on the brand colour is white where readable, else black', () => {
  assert.equal(palette('#123456').onBrand, '#ffffff');
  assert.equal(palette('#ffdd00').onBrand, '#000000');
});
