import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Answer } from '../../../src/reporting/documents/figures.ts';
import { before, highlights, highlightsOf, kpis, nothing, now, sold, textsOf } from './highlights-source.ts';
import { dailySales, february, reportOn, sectionOf, shop } from './rows-source.ts';

test('a share that moved by two percentage points, and beyond chance, is reported without a change of the total', () => {
  const rows = (moved: number, scale: number) => [
    ...sold('North', (50 + moved) * scale, 50 * scale),
    ...sold('South', (50 - moved) * scale, 50 * scale),
  ];
  const text = 'Place North made up 53.0% of Sales, 3.0 percentage points more than before.';
  assert.deepEqual(highlightsOf(rows(3, 100)), [{ rule: 'share', sentiment: 'neutral', text, section: 2 }]);
  assert.deepEqual(textsOf(rows(1, 100)), nothing);
  // Two standard errors of shares of 500 are 2 √(2 * 0.25 / 500) = 6.3 points.
  assert.deepEqual(textsOf(rows(3, 5)), nothing);
});

test('new and vanished places among the top are reported with their share, and not as shifts', () => {
  const rows = [...sold('North', 500, 500), ...sold('South', 400, 390), ...sold('New', 100, 0), ...sold('Old', 0, 110)];
  assert.deepEqual(highlightsOf(rows), [
    {
      rule: 'departure',
      sentiment: 'bad',
      text: 'Place Old is gone; in the compared period it made up 11.0% of Sales (110).',
      section: 2,
    },
    {
      rule: 'arrival',
      sentiment: 'good',
      text: 'Place New is new and made up 10.0% of Sales (100).',
      section: 2,
    },
  ]);
});

test('a few sales make no new place, nor does a period shorter than a week', () => {
  const few = [...sold('North', 20, 20), ...sold('New', 4, 0)];
  assert.ok(!textsOf(few).some((text) => text.includes('new')));
  const periods = { current: { from: now, to: now }, compare: { from: before, to: before } };
  const day = [...sold('North', 500, 500), ...sold('South', 400, 390), ...sold('New', 100, 0), ...sold('Old', 0, 110)];
  assert.ok(textsOf(day).some((text) => text.includes('is new')));
  assert.ok(!textsOf(day, { periods }).some((text) => text.includes('is new')));
});

test('places that come and go by the dozen, or hardly matter, are not reported', () => {
  const churn = [...sold('A', 300, 0), ...sold('B', 300, 0), ...sold('C', 400, 400), ...sold('D', 0, 600)];
  assert.ok(!textsOf(churn).some((text) => text.includes('new')));
  assert.deepEqual(textsOf([...sold('North', 1000, 1000), ...sold('Tiny', 9, 0)]), nothing);
});

test('metrics with the same label are distinguished by their connections, and a connection without data is reported', () => {
  const sections = [highlights, kpis, { ...kpis, connection_id: 'con_online' }];
  const connections = [shop, { ...shop, id: 'con_online', name: 'Online' }];
  assert.deepEqual(textsOf(sold('North', 540, 700), { sections, connections }), [
    'Online has no data in the current period.',
    'Sales (Shop) fell 22.9% to 540.',
  ]);
});

test('highlights alone use the automatic layout and have no section to link to', () => {
  const found = highlightsOf(sold('North', 540, 700), { sections: [highlights] });
  assert.ok(found.some(({ text }) => text === 'Sales fell 22.9% to 540.'));
  assert.ok(found.every(({ section }) => section === null));
});

test('a long value is shortened in a sentence', () => {
  const rows = [...sold('x'.repeat(500), 700, 100), ...sold('South', 9000, 9000)];
  const expected = `Sales rose 6.6% to 9,700; the whole rise came from Place ${'x'.repeat(59)}….`;
  assert.equal(textsOf(rows)[0], expected);
});

const anyFigure = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -50, max: 2000 }) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.constantFrom(null, 0, -0, Number.MAX_VALUE, -Number.MAX_VALUE, 5e-324, Number.NaN) },
);

test('whatever the figures, there are one to eight readable highlights, the same each time, on sections that exist', () => {
  const days = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 56, maxLength: 56 });
  const input = fc.record({
    days,
    figures: fc.array(anyFigure, { minLength: 40, maxLength: 40 }),
    today: fc.constantFrom('2026-02-14', '2026-02-28', '2026-03-02'),
    compare: fc.constantFrom(february.compare, null, { from: '2026-01-01', to: '2026-01-20' }),
  });
  const check = ({ days, figures, today, compare }: typeof input extends fc.Arbitrary<infer Value> ? Value : never) => {
    const rows = dailySales('2026-01-04', days).map((row, index) => ({
      ...row,
      place: ['N', 'S', null][index % 3] ?? null,
    }));
    let next = 0;
    const alter = (given: Answer): Answer => ({
      ...given,
      rows: given.rows.map(({ key, values }) => ({
        key,
        values: values.map(() => figures[next++ % figures.length] ?? null),
      })),
    });
    const build = () => {
      next = 0;
      return reportOn(rows, { alter, createdAt: `${today}T12:00:00Z`, periods: { ...february, compare } });
    };
    const document = build();
    const { items } = sectionOf(document, 'highlights');
    assert.ok(items.length >= 1 && items.length <= 8);
    assert.equal(new Set(items.map(({ text }) => text)).size, items.length);
    for (const { text, section } of items) {
      assert.doesNotMatch(text, /NaN|Infinity|∞|undefined|null|\[object/);
      assert.match(text, /^\S.*\.$/);
      assert.ok(
        section === null || ['kpis', 'timeseries', 'breakdown'].includes(document.sections[section]?.type ?? ''),
      );
    }
    assert.deepEqual(build(), document);
  };
  fc.assert(fc.property(input, check), { numRuns: 100 });
});
