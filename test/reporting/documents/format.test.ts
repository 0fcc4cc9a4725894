import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare } from '../../../src/reporting/documents/comparison.ts';
import {
  formatAverage,
  formatChange,
  formatCompact,
  formatDate,
  formatInstant,
  formatPeriod,
  formatValue,
} from '../../../src/reporting/documents/format.ts';
import { writing } from '../../../src/reporting/documents/messages/writing.ts';
import type { MetricDescription, Unit } from '../../../src/reporting/documents/model.ts';

const context = { locale: 'en-US', currency: 'USD' };
function metric(unit: Unit, decimals: number | null = null): MetricDescription {
  return { key: 'm', label: 'M', unit, decimals, better: 'up', additive: true };
}

test('figures read in their unit', () => {
  assert.equal(formatValue(1234.5, metric('count'), context), '1,235');
  assert.equal(formatValue(1234.5, metric('currency'), context), '$1,234.50');
  assert.equal(formatValue(0.1234, metric('percent'), context), '12.3%');
  assert.equal(formatValue(125, metric('duration'), context), '2m 5s');
  assert.equal(formatValue(null, metric('count'), context), '–');
});

test('figures round half away from zero, as they read in decimals', () => {
  const amounts = [1.005, 2.675, -1.005, 1.004999, 1e15 + 0.5].map((value) =>
    formatValue(value, metric('currency'), context),
  );
  assert.deepEqual(amounts, ['$1.01', '$2.68', '−\u2060$1.01', '$1.00', '$1,000,000,000,000,000.50']);
  assert.equal(formatValue(0.10005, metric('percent', 2), context), '10.01%');
  assert.equal(formatValue(1.45, metric('number', 1), context), '1.5');
});

test('an average of a count has two significant digits', () => {
  const texts = [0, 0.034, 0.43, 2.67, 12.4, 150.4, 12_345.6, -0.5].map((value) =>
    formatAverage(value, metric('count'), context),
  );
  assert.deepEqual(texts, ['0', '0.034', '0.43', '2.7', '12', '150', '12,346', '−0.5']);
  assert.equal(formatAverage(0.43, metric('count'), context, 'exceptZero'), '+0.43');
  assert.equal(formatAverage(0.56, metric('count', 1), context), '0.6');
});

test('no figure reads as negative zero', () => {
  for (const unit of ['count', 'currency', 'percent', 'duration', 'number'] as const) {
    assert.ok(!formatValue(-0.00001, metric(unit, 2), context).includes('-'), unit);
  }
});

test('a duration has every decimal that is stated', () => {
  assert.equal(formatValue(0.1234, metric('duration', 4), context), '0.1234s');
  assert.equal(formatValue(3599.9999, metric('duration', 4), context), '59m 59.9999s');
  assert.equal(formatValue(-12.123456, metric('duration', 6), context), '−12.123456s');
  assert.equal(formatValue(59.999_96, metric('duration', 4), context), '1m');
});

test('a duration of two days and more has days, and no seconds', () => {
  const text = (seconds: number) => formatValue(seconds, metric('duration'), context);
  assert.deepEqual([172_799, 172_800, 2_367_731].map(text), ['47h 59m 59s', '2d', '27d 9h 42m']);
  assert.equal(text(-180_000), '−2d 2h');
});

test('every finite figure can be formatted, even an astronomically long duration', () => {
  for (const unit of ['count', 'currency', 'percent', 'duration', 'number'] as const) {
    for (const value of [1e308, -1e308, 5e-324, 2 ** 53, 2 ** 53 - 1]) {
      for (const decimals of [null, 0, 3, 12]) assert.ok(formatValue(value, metric(unit, decimals), context));
    }
  }
});

test('what is not zero does not read as zero, unless decimals are stated', () => {
  assert.equal(formatValue(0.000_000_314, metric('number'), context), '0.00000031');
  assert.equal(formatValue(-0.0049, metric('number'), context), '−0.0049');
  assert.equal(formatValue(0.005, metric('number'), context), '0.01');
  assert.equal(formatValue(0.000_03, metric('percent'), context), '0.003%');
  assert.equal(formatValue(0.0049, metric('number', 2), context), '0.00');
  assert.equal(formatValue(5e-324, metric('number'), context), '0.00');
  assert.equal(formatValue(0, metric('number'), context), '0.00');
});

test('a change is relative to figures above zero, otherwise absolute with a sign, and in points for percentages', () => {
  const text = (current: number, compared: number, unit: Unit, locale = 'en-US') => {
    return formatChange(compare(current, compared, 'up'), metric(unit), { ...context, locale });
  };
  assert.equal(text(969, 1000, 'count'), '−3.1%');
  assert.equal(text(5, 0, 'count'), '+5');
  assert.equal(text(-3, -8, 'count'), '+5');
  assert.equal(text(-3.392, -8.187, 'number'), '+4.80');
  assert.equal(text(-1.5, -38.4, 'currency'), '+$36.90');
  assert.equal(text(-125_458.06, -237_858.2, 'currency'), '+$112K');
  assert.equal(text(90_061, 0, 'duration'), '+25h 1m');
  assert.equal(text(0.544, 0.46, 'percent'), '+8.4\u00a0pp');
  assert.equal(text(0.46, 0.45, 'percent', 'fr'), '+1,0\u00a0pt');
  assert.equal(text(0.48, 0.46, 'percent', 'fr'), '+2,0\u00a0pts');
  assert.equal(text(0.4601, 0.46, 'percent'), '0.0\u00a0pp');
  assert.equal(formatChange(compare(1, null, 'up'), metric('count'), context), '–');
});

test('a change between percentages too small for the usual decimals has digits of its own, as they have', () => {
  const text = (current: number, compared: number, decimals: number | null = null) =>
    formatChange(compare(current, compared, 'up'), metric('percent', decimals), context);
  assert.equal(text(0.000_43, 0.000_38), '+0.005\u00a0pp');
  assert.equal(text(0, 0.000_43), '−0.043\u00a0pp');
  assert.equal(text(0.000_58, 0.000_43), '+0.015\u00a0pp');
  assert.equal(text(0.0321, 0.000_43), '+3.2\u00a0pp');
  assert.equal(text(0.000_430_1, 0.000_43), '0.0\u00a0pp');
  assert.equal(text(0.000_43, 0.000_38, 1), '0.0\u00a0pp');
});

test('a number without a short form in its language keeps its integer digits', () => {
  const text = (value: number, locale: string, currency: string) => {
    return formatCompact(value, metric('currency'), { locale, currency }).replace(/\s/g, ' ');
  };
  assert.match(text(71_309.63, 'de-CH', 'CHF'), /^CHF 71['’]310$/);
  assert.equal(text(-4441.13, 'ja-JP', 'JPY'), '−\u2060￥4441');
  assert.equal(text(1_234_567, 'de-DE', 'EUR'), '1,23 Mio. €');
  assert.equal(text(71_309.63, 'en-US', 'USD'), '$71.3K');
});

test('a period reads as one span', () => {
  assert.match(formatPeriod({ from: '2001-05-01', to: '2001-05-31' }, 'en-US'), /^May 1\s–\s31, 2001$/);
});

test('the first of a month is an ordinal in French', () => {
  assert.equal(formatDate('2026-02-01', 'fr-FR'), '1er févr. 2026');
  assert.equal(formatDate('2026-02-01', 'fr-CA', 'short'), '1er févr.');
  assert.equal(formatDate('2026-02-11', 'fr-FR'), '11 févr. 2026');
  assert.equal(formatDate('2026-01-01', 'fr-FR', 'month'), 'janvier 2026');
  assert.match(formatInstant('2026-02-01T01:01:00Z', 'fr-FR', 'UTC'), /^1er févr\. 2026\D+01:01$/);
  const period = (from: string, to: string) => formatPeriod({ from, to }, 'fr-FR').replace(/\s/g, ' ');
  assert.equal(period('2026-02-01', '2026-02-28'), '1er–28 févr. 2026');
  assert.equal(period('2025-11-11', '2026-02-01'), '11 nov. 2025 – 1er févr. 2026');
  assert.equal(formatDate('2026-02-01', 'de-DE'), '01.02.2026');
});

test('the first of a month is an ordinal in the Portuguese of Brazil', () => {
  const period = (from: string, to: string, locale = 'pt-BR') => formatPeriod({ from, to }, locale).replace(/\s/g, ' ');
  assert.equal(formatDate('2026-05-01', 'pt-BR'), '1º de mai. de 2026');
  assert.equal(formatDate('2026-05-01', 'pt', 'short'), '1º de mai.');
  assert.equal(formatDate('2026-05-21', 'pt-BR'), '21 de mai. de 2026');
  assert.equal(period('2026-05-01', '2026-05-31'), '1º – 31 de mai. de 2026');
  assert.equal(period('2025-12-01', '2026-05-01'), '1º de dez. de 2025 – 1º de mai. de 2026');
  assert.equal(formatDate('2026-05-01', 'pt-PT'), '01/05/2026');
  assert.doesNotMatch(period('2026-05-01', '2026-05-31', 'pt-AO'), /º/);
});

test('a day of May has the genitive in Polish, the month alone the nominative', () => {
  assert.equal(formatDate('2026-05-01', 'pl-PL'), '1 maja 2026');
  assert.equal(formatDate('2026-05-01', 'pl-PL', 'short'), '1 maja');
  assert.equal(formatPeriod({ from: '2026-05-01', to: '2026-05-31' }, 'pl-PL'), '1–31 maja 2026');
  assert.match(formatPeriod({ from: '2026-05-01', to: '2026-06-02' }, 'pl'), /^1 maja\s?–\s?2 cze 2026$/);
  assert.match(formatInstant('2026-05-01T01:01:00Z', 'pl-PL', 'UTC'), /^1 maja 2026, 01:01$/);
  assert.equal(formatDate('2026-05-01', 'pl-PL', 'month'), 'maj 2026');
  assert.equal(formatDate('2026-05-01', 'pl-PL', 'shortMonth'), 'maj');
});

test('the units of durations are those that readers of the language know', () => {
  const text = (locale: string) => {
    return formatValue(3665, metric('duration'), { locale, currency: 'EUR' }).replace(/\s/g, ' ');
  };
  assert.equal(text('de-DE'), '1 Std., 1 Min. und 5 Sek.');
  assert.equal(text('uk-UA'), '1 год, 1 хв і 5 с');
  assert.equal(text('ja-JP'), '1時間1分5秒');
  assert.equal(text('fr-FR'), '1h 1min 5s');
});

test('lines do not break between a number and the unit of a duration', () => {
  for (const locale of ['ar-EG', 'de-DE', 'en-US', 'fr-FR', 'ja-JP', 'pl-PL', 'pt-BR', 'ru-RU', 'uk-UA']) {
    const text = formatValue(3665, metric('duration'), { locale, currency: 'EUR' });
    assert.doesNotMatch(text, /\p{Nd} \p{L}/u, `${locale}: ${text}`);
  }
});

test('the region of an Arabic locale decides the digits', () => {
  const revenue = (locale: string) => formatValue(1234.5, metric('count'), { locale, currency: 'USD' });
  assert.deepEqual(['ar', 'ar-AE', 'ar-EG'].map(revenue), ['1,235', '1,235', '١٬٢٣٥']);
});

test('digits that the fonts of PDF files lack are Latin', () => {
  for (const [locale, digits] of [
    ['bn-BD', '1,80,535'],
    ['my-MM', '180,535'],
    ['dz-BT', '1,80,535'],
    ['en-u-nu-thai', '180,535'],
    ['mr-IN', '१,८०,५३५'],
  ] as const) {
    assert.equal(formatValue(180_535, metric('count'), { locale, currency: 'USD' }), digits, locale);
  }
  assert.match(formatDate('2001-05-31', 'bn-BD'), /^31\b.*\b2001$/);
  assert.equal(formatValue(125, metric('duration'), { locale: 'en-u-nu-thai', currency: 'USD' }), '2m 5s');
  assert.equal(writing('en', 'bn-BD', 'ltr').number(12), '12');
});

test('a right-to-left amount keeps the letters and the sign of its currency together', () => {
  const arabic = { locale: 'ar', currency: 'USD' };
  assert.equal(formatValue(12.5, metric('currency'), arabic), '\u200f12.50\u00a0US$\u200e');
  assert.equal(formatValue(12.5, metric('currency'), context), '$12.50');
});

test('dates are Gregorian where the locale has another calendar', () => {
  const day = '2001-05-31';
  assert.equal(formatDate(day, 'th-TH'), '31 พ.ค. 2001');
  assert.equal(formatDate(day, 'fa-IR'), '۳۱ مه ۲۰۰۱');
  assert.equal(formatDate(day, 'ar-SA', 'month'), 'مايو ٢٠٠١');
  assert.equal(formatDate(day, 'ja-JP-u-ca-japanese', 'month'), '2001年5月');
  assert.match(formatInstant('2001-05-31T10:29:00Z', 'en-u-ca-buddhist', 'UTC'), /2001/);
});

test('signs are where the language puts them', () => {
  const change = compare(65, 0, 'up');
  const arabic = { locale: 'ar', currency: 'USD' };
  assert.equal(formatChange(change, metric('duration'), context), '+1m 5s');
  assert.equal(formatChange(change, metric('duration'), arabic).slice(0, 2), '\u200e+');
  assert.equal(formatValue(-65, metric('duration'), { ...context, locale: 'fa' }).slice(0, 2), '\u200e−');
  assert.equal(formatValue(-65, metric('duration'), context), '−1m 5s');
});
