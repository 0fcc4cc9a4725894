import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MetricDescription } from '../../../src/reporting/documents/model.ts';
import { valueAxis } from '../../../src/reporting/renderers/charts/axis.ts';
import { metric } from '../../support/documents.ts';

const [bottom, top] = [1000, 0];

/** The axis of the figures from zero to `most`: each label with the value at whose height it stands. */
function axis(most: number, of: MetricDescription, locale: string, currency = 'EUR') {
  const { scale, ticks } = valueAxis([0, most], of, { locale, currency }, bottom, top);
  const perValue = (scale(most) - scale(0)) / most;
  return ticks.map(({ at, label }) => ({ label, value: (at - scale(0)) / perValue }));
}

function labels(...of: Parameters<typeof axis>): string[] {
  return axis(...of).map(({ label }) => label.replace(/\s/g, ' '));
}

const ranges = Array.from({ length: 15 }, (_, power) => [1, 1.3, 2.9, 4.4, 7.7].map((start) => start * 10 ** power));

/**
 * What the words of each locale mean, independent of Intl; a hundred কো are ten times as many in CLDR as in Bengali.
 */
const words: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'en-US': { K: 1e3, M: 1e6, B: 1e9, T: 1e12 },
  'en-IN': { K: 1e3, L: 1e5, Cr: 1e7, KCr: 1e10, LCr: 1e12 },
  'hi-IN': { हज़ार: 1e3, लाख: 1e5, 'क॰': 1e7, 'अ॰': 1e9, 'ख॰': 1e11, नील: 1e13 },
  'bn-BD': { হা: 1e3, লা: 1e5, কো: 1e7, 'শত কো': 1e10, 'লা.কো.': 1e12 },
  'ur-PK': { ہزار: 1e3, لاکھ: 1e5, کروڑ: 1e7, ارب: 1e9, کھرب: 1e11, ٹریلین: 1e12 },
  'es-ES': { mil: 1e3, M: 1e6, 'mil M': 1e9, B: 1e12 },
  'de-DE': { 'Mio.': 1e6, 'Mrd.': 1e9, 'Bio.': 1e12 },
  'fr-FR': { k: 1e3, M: 1e6, Md: 1e9, Bn: 1e12 },
  'pt-PT': { mil: 1e3, M: 1e6, mM: 1e9, Bi: 1e12 },
  'ja-JP': { 万: 1e4, 億: 1e8, 兆: 1e12 },
  'ko-KR': { 천: 1e3, 만: 1e4, 억: 1e8, 조: 1e12 },
  'zh-CN': { 万: 1e4, 亿: 1e8, 万亿: 1e12 },
  'ar-EG': { ألف: 1e3, آلاف: 1e3, مليون: 1e6, مليار: 1e9, ترليون: 1e12 },
};

/** The value that a label states. */
function stated(label: string, locale: string): number {
  const format = new Intl.NumberFormat(locale).formatToParts(12345.6);
  const decimal = format.find(({ type }) => type === 'decimal')?.value ?? '.';
  const digits = Array.from({ length: 10 }, (_, digit) => new Intl.NumberFormat(locale).format(digit));
  const plain = Array.from(label, (letter) => (digits.includes(letter) ? String(digits.indexOf(letter)) : letter));
  const [number = '', word = ''] = plain.join('').match(/^[\d.,\s٬٫]+|\S.*$/gu) ?? [];
  const size = word === '' ? 1 : words[locale]?.[word.trim().replace(/\s/g, ' ')];
  assert.ok(size, `"${label}" has an unknown word in ${locale}`);
  const [whole = '', fraction = ''] = number.split(decimal);
  return Number(`${whole.replace(/\D/g, '')}.${fraction.replace(/\D/g, '')}`) * size;
}

test('labels in lakh and crore state the values at their heights', () => {
  const rupees = metric('m', 'M', { unit: 'currency' });
  assert.deepEqual(labels(4.4e8, rupees, 'en-IN', 'INR').slice(0, 3), ['₹0', '₹10Cr', '₹20Cr']);
  assert.deepEqual(labels(3e6, metric('m', 'M'), 'en-IN').slice(0, 3), ['0', '10L', '20L']);
  assert.deepEqual(labels(5e7, metric('m', 'M'), 'en-IN').slice(0, 3), ['0', '1Cr', '2Cr']);
});

test('however numbers are shortened, a label states the value at its height', () => {
  for (const locale of Object.keys(words)) {
    for (const most of ranges.flat()) {
      for (const { label, value } of axis(most, metric('m', 'M'), locale)) {
        const error = Math.abs(stated(label, locale) - value);
        assert.ok(error <= most * 1e-6, `${locale}: "${label}" stands at ${value}`);
      }
    }
  }
});

test('short durations have labels in parts of a second, each at the height of its own value', () => {
  const visits = metric('m', 'M', { unit: 'duration' });
  assert.deepEqual(labels(0.77, visits, 'en-US'), ['0s', '0.2s', '0.4s', '0.6s', '0.8s']);
  assert.deepEqual(labels(1.5, visits, 'de-DE').slice(0, 2), ['0 Sek.', '0,5 Sek.']);
  assert.deepEqual(labels(8, visits, 'en-US'), ['0s', '2s', '4s', '6s', '8s']);
  const seconds = { s: 1, m: 60, h: 3600, d: 86_400 };
  for (const most of [...ranges.flat().filter((value) => value < 1e9), 0.002, 0.03, 0.29, 119, 7199, 359_999]) {
    for (const { label, value } of axis(most, visits, 'en-US')) {
      const parts = [...label.matchAll(/([\d.,]+)([smhd])/g)];
      const stated = parts.map(([, digits = '', unit]) => Number(digits.replaceAll(',', '')) * seconds[unit as 's']);
      const sum = stated.reduce((all, part) => all + part, 0);
      assert.ok(parts.length > 0 && Math.abs(sum - value) < most * 1e-6, `"${label}" stands at ${value}`);
    }
  }
});

test('durations whose words are long are counted in one unit', () => {
  const hours = labels(9000, metric('m', 'M', { unit: 'duration' }), 'my');
  assert.deepEqual(hours.slice(0, 3), ['0 နာရီ', '0.5 နာရီ', '1.0 နာရီ']);
});

test('exponents state the exact value, of percentages too', () => {
  assert.deepEqual(labels(1e17, metric('m', 'M', { unit: 'duration' }), 'en-US').at(-1), '1.08e+17');
  assert.deepEqual(labels(1e-9, metric('m', 'M', { unit: 'percent' }), 'en-US').slice(0, 2), ['0', '2.0e-8%']);
});

test('amounts keep one notation along the axis, and lose their currency before they get exponents', () => {
  const amounts = metric('m', 'M', { unit: 'currency' });
  const arabic = labels(20_000, amounts, 'ar-EG', 'EGP');
  assert.ok(
    arabic.slice(1).every((label) => label.includes('ألف') && label.includes('ج.م')),
    arabic.join(),
  );
  assert.ok(labels(-2e6, amounts, 'de-DE', 'CHF').includes('−1,5 Mio. CHF'));
  assert.deepEqual(labels(4e10, amounts, 'es-MX', 'MXN').slice(0, 2), ['$0', '$10 mil M']);
});

test('no axis of figures between 1 and 1e15 has exponents, in any language', () => {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(97 + index));
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const languages = codes.filter((code) => Intl.NumberFormat.supportedLocalesOf(code).length > 0);
  for (const locale of [...languages, 'ar-EG', 'en-IN', 'de-CH', 'es-MX', 'pt-PT', 'zh-Hant']) {
    for (const most of ranges.flat()) {
      for (const unit of ['currency', 'number'] as const) {
        const texts = labels(most, metric('m', 'M', { unit }), locale, 'AED');
        assert.ok(!texts.some((text) => /\d\.\de[+-]/.test(text)), `${locale}, ${unit}: ${texts.join(' | ')}`);
        assert.equal(new Set(texts).size, texts.length);
      }
    }
  }
});
