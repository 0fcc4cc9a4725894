import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '../../../src/reporting/documents/messages/messages.ts';
import { reportView } from '../../../src/reporting/renderers/view/report-view.ts';
import { dailySales, reportOn, shop } from './rows-source.ts';

/** Two months of sales with a low day, a day without rows, and periods of unequal length. */
const rows = dailySales(
  '2026-01-01',
  Array.from({ length: 59 }, (_, index) =>
    index === 40 ? 0 : index === 45 ? 40 : 8 + (index % 3) + Math.floor(index / 31) * 3,
  ),
);
const periods = {
  current: { from: '2026-02-01', to: '2026-02-28' },
  compare: { from: '2026-01-01', to: '2026-01-31' },
};

function textsIn(locale: string) {
  const document = reportOn(rows, { locale, periods });
  const view = reportView(document);
  const sections = view.sections.flatMap((section) => {
    const items = section.type === 'highlights' ? section.items.map(({ text }) => text) : [];
    return [section.title ?? '', section.note ?? '', ...items];
  });
  return { document, view, own: [...view.warnings, ...sections, ...view.facts.map(({ label }) => label)] };
}

test('a report is built and shown in each language, whatever the customer calls things', () => {
  const english = new Set(textsIn('en').own.filter((text) => text !== ''));
  for (const language of languages.filter((each) => each !== 'en')) {
    const { document, own, view } = textsIn(language);
    const kinds = document.sections.map(({ type }) => type);
    assert.deepEqual([...new Set(kinds)], ['highlights', 'kpis', 'timeseries', 'breakdown']);
    assert.deepEqual(
      document.warnings.map(({ code }) => code),
      ['period_lengths_differ', 'missing_days'],
    );
    assert.deepEqual(
      own.filter((text) => english.has(text)),
      [],
      language,
    );
    assert.equal(view.direction, language === 'ar' ? 'rtl' : 'ltr');
    assert.ok(
      own.some((text) => text.includes(shop.name)),
      language,
    );
  }
});

test('notes are separated by a space, in Japanese only by their full stop', () => {
  const notes = (locale: string) => textsIn(locale).view.sections.flatMap(({ note }) => note ?? []);
  assert.ok(notes('en').some((note) => /\. [A-Z]/.test(note)));
  assert.ok(notes('ja').some((note) => /。./.test(note)));
  assert.ok(!notes('ja').some((note) => /。\s/.test(note)));
});

test('a sentence keeps the isolates around names, which data may not contain', () => {
  const { view } = textsIn('ar');
  const [warning] = view.warnings;
  assert.match(warning ?? '', /«\u2068Shop\u2069»/);
  const named = reportView(reportOn(rows, { locale: 'en', projectName: 'a\u2066b\u202ec\u2069' }));
  assert.equal(named.document.title, 'abc');
});

test('the months of a report are Gregorian in every locale', () => {
  for (const locale of ['th-TH', 'fa-IR', 'ar-SA', 'ja-JP-u-ca-japanese', 'en-u-ca-buddhist']) {
    const { facts } = reportView(reportOn(rows, { locale, periods }));
    const year = new Intl.NumberFormat(locale, { useGrouping: false }).format(2026);
    assert.ok(facts[0]?.value.includes(year), `${locale}: ${facts[0]?.value}`);
  }
});
