import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { firstDayOf, lastDayOf, unitsOf } from '../../../src/reporting/documents/calendar.ts';
import type {
  BreakdownSection,
  MetricSeries,
  Period,
  TimeseriesSection,
} from '../../../src/reporting/documents/model.ts';
import { layoutColumnChart } from '../../../src/reporting/renderers/charts/column-chart.ts';
import { layoutDonut } from '../../../src/reporting/renderers/charts/donut.ts';
import { layoutLineChart } from '../../../src/reporting/renderers/charts/line-chart.ts';
import { reportView } from '../../../src/reporting/renderers/view/report-view.ts';
import { breakdown, comparison, days, metric, metrics, reportDocument, timeseries } from '../../support/documents.ts';
import { misleadingColumns, misleadingDonut, misleadingSeries } from '../../support/misleading-charts.ts';

const locales = ['en-US', 'de-DE', 'fr-FR', 'es-ES', 'pt-BR', 'pl-PL', 'uk-UA', 'ru-RU', 'ja-JP', 'ar-EG', 'he-IL'];
/** Those of the PDF, Word and the web page, in points: usual ones, the least, and those of several charts. */
const sizes = [
  { width: 481.88, height: 150 },
  { width: 481.88, height: 84 },
  { width: 481.88, height: 72 },
  { width: 520, height: 150 },
  { width: 520, height: 96 },
  { width: 230, height: 150 },
];
const columnSizes = sizes.slice(0, 3);

const languages = fc.constantFrom(...locales);
const currencies = fc.constantFrom('EUR', 'USD', 'JPY', 'PLN');
const units = fc.constantFrom('count', 'currency', 'percent', 'duration', 'number');
const levels = fc.constantFrom(1e-9, 0.004, 1, 31, 5_200, 910_000, 3.4e9, 7e13, 1e300);
/** Values around a level: even, with spikes, tails, gaps, zeros and both signs. */
const values = (count: number) =>
  levels.chain((level) =>
    fc.array(
      fc.oneof(
        { weight: 8, arbitrary: fc.double({ min: 0.5, max: 1.5, noNaN: true }).map((part) => part * level) },
        fc.constantFrom(0, null, level / 1_000, level / 7, level * 60, -level, -level / 500),
      ),
      { minLength: count, maxLength: count },
    ),
  );
const periods = fc
  .record({
    start: fc.nat(700),
    length: fc.oneof(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 60, max: 800 })),
    compared: fc.option(fc.record({ gap: fc.nat(40), length: fc.integer({ min: 1, max: 800 }) })),
    isAsLong: fc.boolean(),
  })
  .map(({ start, length, compared, isAsLong }) => {
    const current = daysFrom(20_000 + start, length);
    if (compared === null) return { current, compare: null };
    const compareLength = isAsLong ? length : compared.length;
    return { current, compare: daysFrom(20_000 + start - compared.gap - compareLength, compareLength) };
  });

function daysFrom(day: number, length: number): Period {
  const at = (index: number) => new Date(index * 86_400_000).toISOString().slice(0, 10);
  return { from: at(day), to: at(day + length - 1) };
}

function pointsOf(period: Period, by: TimeseriesSection['by'], given: readonly (number | null)[]) {
  return unitsOf(period, by).map((date, index) => {
    const value = given[index % given.length] ?? null;
    const isCut = firstDayOf(date, by) < period.from || lastDayOf(date, by) > period.to;
    return { date, value, ...(isCut && value !== null && { partial: true as const }) };
  });
}

const sections = fc
  .record({
    periods,
    by: fc.constantFrom('day', 'week', 'month'),
    display: fc.constantFrom('line', 'area', 'columns'),
    unit: units,
    given: fc.array(fc.tuple(values(12), values(9), fc.option(values(5))), { minLength: 1, maxLength: 4 }),
  })
  .map(({ periods: chosen, by, display, unit, given }) => {
    const series = given.map(([now, before, goal], index): MetricSeries => {
      const current = pointsOf(chosen.current, by, now);
      return {
        metric: metric(`m${index}`, `Metric ${index}`, { unit }),
        current,
        compare: chosen.compare && pointsOf(chosen.compare, by, before),
        total: comparison(1, 2),
        ...(goal && { goal: current.map((_, at) => goal[at % goal.length] ?? null) }),
      };
    });
    const [first, ...others] = series as [MetricSeries, ...MetricSeries[]];
    const section: TimeseriesSection = { ...timeseries(metrics.sessions, 1, 1), by, display, ...first };
    return { periods: chosen, section: others.length > 0 ? { ...section, others } : section };
  });

const names = ['A', 'Wien', 'Stuttgart-Bad Cannstatt', '大阪市北区梅田', 'مدينة الكويت', '/shop/collection?id=3482'];
const breakdowns = fc
  .record({
    figures: fc.array(fc.tuple(values(1), values(1)), { minLength: 1, maxLength: 12 }),
    even: values(12),
    isEven: fc.boolean(),
    rest: fc.option(fc.tuple(levels, levels)),
    unit: units,
  })
  .map(({ figures, even, isEven, rest, unit }): BreakdownSection => {
    const row = (label: string | null, current: number | null, compare: number | null) => {
      return { label, cells: [{ ...comparison(sized(current), sized(compare)), share: null }] };
    };
    // Percentages of billions have no short form.
    const sized = (value: number | null) => (value !== null && unit === 'percent' ? value % 1e6 : value);
    return {
      ...breakdown('City', String, 1),
      ...{ display: 'columns', metrics: [metric('m', 'Metric', { unit })], group_count: 900 },
      rows: figures.map(([[now = null], [before = null]], index) =>
        row(
          `${names[index % names.length]} ${index}`,
          isEven ? (even[index] ?? null) : now,
          isEven ? (even[11 - index] ?? null) : before,
        ),
      ),
      rest: rest && row(null, ...rest),
      total: row(null, 1, 1),
    };
  });

function viewOf(
  section: TimeseriesSection | BreakdownSection,
  locale: string,
  currency: string,
  compare: Period | null,
  current?: Period,
) {
  const document = reportDocument({ locale, currency, sections: [section] });
  const all = { ...document, periods: { current: current ?? document.periods.current, compare } };
  const view = reportView(all);
  return { view, section: view.sections[0] };
}

test('no series of any metrics, days, periods and sizes draws a chart that misleads', () => {
  fc.assert(
    fc.property(sections, languages, currencies, ({ section, periods: { current, compare } }, locale, currency) => {
      const { section: shown } = viewOf(section, locale, currency, compare, current);
      assert.ok(shown?.type === 'timeseries');
      for (const { data } of shown.charts) {
        for (const size of sizes) {
          const faults = misleadingSeries(data, layoutLineChart(data, { locale, currency }, size));
          assert.deepEqual(faults, [], JSON.stringify(size));
        }
      }
    }),
    { numRuns: 150 },
  );
});

test('no breakdown draws columns that mislead', () => {
  fc.assert(
    fc.property(breakdowns, languages, currencies, fc.boolean(), (section, locale, currency, compared) => {
      const { section: shown, view } = viewOf(section, locale, currency, compared ? daysFrom(19_000, 31) : null);
      assert.ok(shown?.type === 'tables' && shown.chart?.kind === 'columns');
      for (const size of columnSizes) {
        const drawn = layoutColumnChart(shown.chart, { locale, currency }, size, view.direction === 'rtl');
        assert.deepEqual(misleadingColumns(shown.chart.parts, drawn), [], JSON.stringify(size));
      }
    }),
    { numRuns: 150 },
  );
});

test('no ring has labels that touch', () => {
  const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 7 });
  fc.assert(
    fc.property(shares, languages, (parts, locale) => {
      const sum = parts.reduce((whole, part) => whole + part, 0) || 1;
      const format = new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 1 });
      const slices = parts.map((part, index) => {
        return { share: part / sum, text: format.format(part / sum), isRest: index === 6 };
      });
      assert.deepEqual(misleadingDonut(layoutDonut(slices, 132)), []);
    }),
  );
});

test('a chart that misleads is found: metrics on one scale, all others beside their parts, labels that touch', () => {
  const context = { locale: 'en-US', currency: 'EUR' };
  const size = { width: 480, height: 150 };
  const flights = { ...timeseries(metrics.sessions, 17_000, 1), compare: null };
  const together = { ...flights, others: [timeseries(metrics.orders, 12_000_000, 2)] };
  assert.deepEqual(misleadingSeries(together, layoutLineChart(together, context, size)), ['series 0 lies on the axis']);
  const part = (label: string, current: number, isRest = false) => ({ label, current, compare: null, isRest });
  const parts = [part('ORD', 29_202), part('DFW', 26_822), part('Others', 343_276, true)];
  const columns = layoutColumnChart({ parts, metric: metrics.sessions }, context, size, false);
  assert.deepEqual(misleadingColumns(parts, columns), ['all others press the parts to the floor']);
  const chart = layoutLineChart({ ...flights, current: days('2026-01-01', 3, 10) }, context, size);
  const near = { ...chart, dateTicks: chart.dateTicks.map((tick, index) => ({ ...tick, at: 60 + index * 5 })) };
  assert.equal(misleadingSeries({ ...flights, current: days('2026-01-01', 3, 10) }, near).length, 3);
  const line = { ...chart, display: 'columns' } as const;
  assert.ok(misleadingSeries(flights, line).includes('a line through columns'));
});
