import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { formatNumber, parseNumber } from '../../console/src/components/numbers.ts';

const plain = { maximumFractionDigits: 6 };
const percent = { style: 'percent', maximumFractionDigits: 2 } as const;
const whole = { maximumFractionDigits: 0 };

suite('numbers in fields', () => {
  for (const [text, locale, value] of [
    ['1.5', 'en', 1.5],
    ['1,500', 'en', 1500],
    ['1,234,567.89', 'en', 1_234_567.89],
    ['1,5', 'de', 1.5],
    ['1.5', 'de', 1.5],
    ['1.500', 'de', 1500],
    ['1.234.567,89', 'de-AT', 1_234_567.89],
    ['1 234,5', 'fr', 1234.5],
    ['1.5', 'fr', 1.5],
    ['.500', 'en', 0.5],
    ['0.125', 'de', 0.125],
    ['-0,125', 'en', -0.125],
    ['1234', 'fr', 1234],
    ['12\u00a0345,6', 'pl', 12_345.6],
    ['−3', 'en', -3],
    ['\u200e-7', 'ar', -7],
    ['١٬٢٣٤٫٥', 'ar-EG', 1234.5],
    ['１２．５', 'ja', 12.5],
    ['.5', 'en', 0.5],
    ['', 'en', Number.NaN],
    ['-', 'en', Number.NaN],
    ['1.2.3', 'en', Number.NaN],
    ['1,2,3', 'de', Number.NaN],
  ] as const) {
    test(`${text || 'nothing'} in ${locale} is ${value}`, () => {
      assert.equal(parseNumber(text, locale, plain), value);
    });
  }

  test('percents are written as such, and meant with and without their sign', () => {
    assert.deepEqual([parseNumber('7', 'en', percent), parseNumber('5,55 %', 'de', percent)], [0.07, 0.0555]);
  });

  test('more decimals than are shown are rounded', () => {
    assert.deepEqual([parseNumber('2.6', 'en', whole), parseNumber('0.33337', 'en', percent)], [3, 0.0033]);
  });

  test('what is written in any language is read as it was', () => {
    for (const locale of ['en', 'de', 'fr', 'es', 'pt', 'pl', 'uk', 'ru', 'ar', 'ar-EG', 'ja', 'de-CH', 'en-IN']) {
      for (const value of [0, 0.5, 1.125, 1500, -1_234_567.25]) {
        assert.equal(parseNumber(formatNumber(value, locale, plain), locale, plain), value, `${value} in ${locale}`);
      }
    }
    assert.equal(formatNumber(Number.NaN, 'en', plain), '');
  });
});
