import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import type { Answer } from '../../../src/reporting/documents/figures.ts';
import { hoursOfDay } from '../../../src/reporting/documents/heatmap.ts';
import { type PlannedQuery, planReport } from '../../../src/reporting/documents/report-plan.ts';
import { SectionError } from '../../../src/reporting/documents/section-names.ts';
import { type SectionsSettings, sectionsSettings } from '../../../src/reporting/documents/section-settings.ts';
import { reportFigures } from '../../../src/reporting/renderers/figures/report-figures.ts';
import { renderHtml } from '../../../src/reporting/renderers/html/render-html.ts';
import { reportView } from '../../../src/reporting/renderers/view/report-view.ts';
import { answer, dailySales, february, type Row, reportOn, sectionOf, shop } from './rows-source.ts';

const timed = { ...shop, description: { ...shop.description, hours: true as const } };
const byHour = { type: 'heatmap', connection_id: shop.id, metric: 'sales', by: 'hour' } as const;
const byWeek = { ...byHour, by: 'week' } as const;
const periods = { current: february.current, compare: null };

/** Every row of a day is at ten o'clock, or at the hour that `hourOf` gives. */
function report(rows: readonly Row[], options: object = {}, hourOf: (day: string) => string = () => '10') {
  const answerWith = (query: PlannedQuery): Answer => {
    const given = answer(query, rows);
    if (!query.hourly) return given;
    return { ...given, rows: given.rows.map((row) => ({ ...row, key: `${row.key}T${hourOf(row.key ?? '')}` })) };
  };
  return reportOn(rows, { sections: [byHour], connections: [timed], periods, answerWith, ...options });
}
const heatmap = (...given: Parameters<typeof report>) => sectionOf(report(...given), 'heatmap');
/** Two sales on each day of February 2026, which has four of each weekday. */
const steady = dailySales('2026-02-01', Array(28).fill(2));

const refused = (section: SectionsSettings[number], connection = timed, current = periods.current) => {
  try {
    planReport({
      sections: [section],
      connections: [connection],
      periods: { current, compare: null },
      timeZone: 'UTC',
    });
  } catch (error) {
    assert.ok(error instanceof SectionError);
    return `${error.index}.${error.field}: ${error.message}`;
  }
  return 'taken';
};

test('a heatmap is of one metric, by hour or by week [C-SETTINGS-5]', () => {
  assert.ok(Check(sectionsSettings, [byHour, { ...byWeek, title: 'When' }]));
  for (const changed of [
    { by: 'day' },
    { by: undefined },
    { metric: undefined },
    { metrics: ['sales'] },
    { limit: 3 },
  ]) {
    assert.ok(!Check(sectionsSettings, [{ ...byHour, ...changed }]), JSON.stringify(changed));
  }
});

test('hours are refused at the field, of a system that does not know them, of what does not add up, and of more than a year', () => {
  assert.match(refused(byHour, shop as typeof timed), /^0.by: .*"Shop" does not know. Set "by" to "week"/);
  assert.match(refused({ ...byHour, metric: 'average' }), /^0.metric: .*adds up over days; "Average sale" does not/);
  assert.match(refused({ ...byHour, metric: 'gone' }), /^0.metric: .*"gone"/);
  assert.match(refused(byHour, timed, { from: '2025-01-01', to: '2026-01-02' }), /^0.by: .*at most 366 days/);
  assert.equal(refused(byHour, timed, { from: '2024-01-01', to: '2024-12-31' }), 'taken');
  assert.equal(refused({ ...byWeek, metric: 'average' }, shop as typeof timed), 'taken');
});

test('hours of a metric that its system does not split are refused, and those that it does are named', () => {
  const some = { ...shop, description: { ...shop.description, hours: ['sales'] } } as unknown as typeof timed;
  assert.equal(refused(byHour, some), 'taken');
  assert.match(refused({ ...byHour, metric: 'revenue' }, some), /^0.metric: .*knows of sales alone, not of "revenue"/);
  assert.equal(refused({ ...byWeek, metric: 'revenue' }, some), 'taken');
});

test('it asks once for the hours, and for no compared days', () => {
  const plan = planReport({
    sections: [byHour, { ...byHour, metric: 'revenue' }],
    connections: [timed],
    periods: february,
    timeZone: 'UTC',
  });
  const asked = plan.connections[0]?.queries.map(({ period, by, hourly, metrics, limit }) => [
    period,
    by,
    hourly,
    limit,
    ...metrics,
  ]);
  assert.deepEqual(asked, [
    ['current', 'none', undefined, 1, 'sales', 'revenue'],
    ['compare', 'none', undefined, 1, 'sales', 'revenue'],
    ['current', 'day', undefined, 28, 'sales', 'revenue'],
    ['current', 'day', true, 700, 'sales', 'revenue'],
  ]);
});

test('an hour is the mean over its days: one without rows is zero, and the means of all hours come to the mean day', () => {
  const { columns, rows, total } = heatmap(steady);
  assert.deepEqual([columns.length, columns[0], columns[23], rows.length], [24, '00', '23', 7]);
  for (const row of rows)
    assert.deepEqual(
      row,
      columns.map((hour) => (hour === '10' ? 2 : 0)),
    );
  assert.equal(total, 56);
});

test('a weekday that comes more often is not taken for a busier one', () => {
  const current = { from: '2026-01-30', to: '2026-02-28' };
  const { rows } = heatmap(dailySales('2026-01-30', Array(30).fill(2)), { periods: { current, compare: null } });
  assert.deepEqual(new Set(rows.map((row) => row[10])), new Set([2]));
});

test('days that the source lacks do not make its hours smaller, and are named', () => {
  const lacking = steady.filter(({ day }) => day !== '2026-02-09');
  const { rows, notes } = heatmap(lacking);
  assert.equal(rows[0]?.[10], 2);
  assert.deepEqual(
    notes.map(({ code }) => code),
    ['missing_days'],
  );
});

test('an hour that no covered day has had yet has no figure, which is not zero', () => {
  const monday = dailySales('2026-02-02', [4]);
  const fetched = { periods: { current: { from: '2026-02-02', to: '2026-02-02' }, compare: null } };
  const { rows } = heatmap(monday, fetched);
  assert.deepEqual([rows[0]?.[10], rows[0]?.[11], rows[1]?.[10]], [4, 0, null]);
});

test('a day with a figure but no hours does not make hours smaller, and is told', () => {
  const answerWith = (query: PlannedQuery): Answer => {
    const given = answer(query, steady);
    if (!query.hourly) return given;
    const known = given.rows.filter(({ key }) => key !== '2026-02-09');
    return { ...given, rows: known.map((row) => ({ ...row, key: `${row.key}T10` })) };
  };
  const { rows, notes } = heatmap(steady, { answerWith });
  assert.deepEqual([rows[0]?.[10], rows[0]?.[11]], [2, 0]);
  assert.deepEqual(
    notes.map(({ code, message }) => [code, message]),
    [['hours_missing', 'The system has no hours of Feb 9, 2026: these days are left out.']],
  );
});

test('a clock that changes: a skipped hour has no figure, a repeated one counts twice, and both are told', () => {
  const sundays = (day: string) => ({
    timeZone: 'Europe/Berlin',
    periods: { current: { from: day, to: day }, compare: null },
  });
  const spring = heatmap(dailySales('2025-03-30', [6]), sundays('2025-03-30'), () => '03');
  assert.deepEqual([spring.rows[6]?.[2], spring.rows[6]?.[3]], [null, 6]);
  const autumn = heatmap(dailySales('2025-10-26', [6]), sundays('2025-10-26'), () => '02');
  assert.equal(autumn.rows[6]?.[2], 3);
  assert.deepEqual(
    autumn.notes[0]?.message,
    'The clocks changed on Oct 26, 2025: a skipped hour does not count, a repeated one counts twice.',
  );
  assert.equal(hoursOfDay('2025-10-26', 'Europe/Berlin', '2026-01-01T00:00:00Z').length, 25);
  assert.equal(hoursOfDay('2025-10-26', 'UTC', '2025-10-26T05:00:00Z').length, 5);
});

test('the zone is that of the system where it fixes one', () => {
  const connections = [{ ...timed, description: { ...timed.description, timeZone: 'Europe/Berlin' } }];
  const current = { from: '2025-10-26', to: '2025-10-26' };
  const { rows } = heatmap(
    dailySales('2025-10-26', [6]),
    { connections, periods: { current, compare: null } },
    () => '02',
  );
  assert.equal(rows[6]?.[2], 3);
});

test('a source that has everything at midnight is told to know no hours, and shows none', () => {
  const { rows, notes } = heatmap(steady, {}, () => '00');
  assert.ok(rows.flat().every((value) => value === null));
  assert.match(notes[0]?.message ?? '', /^Shop has all figures at midnight/);
});

test('by week each field is one day, and those beyond the period have no figure', () => {
  const { columns, rows, notes } = heatmap(steady, { sections: [byWeek], connections: [shop] });
  assert.deepEqual(columns, ['2026-01-26', '2026-02-02', '2026-02-09', '2026-02-16', '2026-02-23']);
  assert.deepEqual(rows[0], [null, 2, 2, 2, 2]);
  assert.deepEqual(rows[6], [2, 2, 2, 2, null]);
  assert.deepEqual(notes, []);
});

test('figures are in fields, scale and table, a mean with its decimal, in each language with the words for what they are', () => {
  const rare = dailySales('2026-02-01', [1, ...Array(26).fill(0), 1]);
  const document = report(rare, { locale: 'de-DE' });
  const [view] = reportView(document).sections;
  assert.ok(view?.type === 'tables' && view.chart?.kind === 'heatmap');
  assert.equal(view.title, 'Sales nach Wochentag und Stunde');
  assert.match(view.note ?? '', /^Jeder Wert ist der Durchschnitt dieser Stunde/);
  assert.deepEqual([view.chart.texts[6]?.[10], view.chart.texts[0]?.[0]], ['0,3', '0']);
  assert.deepEqual(view.chart.scale, { least: '0,0', most: '0,3' });
  assert.match(view.chart.alternative, /Höchster Wert: (Samstag|Sonntag) 10: 0,3/);
  const page = renderHtml(document, { downloads: [], assets: '/assets', nonce: 'x' });
  assert.match(page, /<title>Sonntag 10: 0,3<\/title>/);
  assert.match(page, /<td[^>]*>0,3<\/td>/);
});

test('what is not zero never reads as zero', () => {
  const daily = dailySales('2026-02-01', Array(28).fill(1));
  const [view] = reportView(report(daily, { locale: 'en-US' }, (day) => (day === '2026-02-02' ? '03' : '10'))).sections;
  assert.ok(view?.type === 'tables' && view.chart?.kind === 'heatmap');
  for (const [row, texts] of view.chart.texts.entries()) {
    for (const [column, text] of texts.entries()) {
      const value = sectionOf(
        report(daily, {}, (day) => (day === '2026-02-02' ? '03' : '10')),
        'heatmap',
      ).rows[row]?.[column];
      assert.equal(text === '0', value === 0, `${row} ${column} ${text} ${value}`);
    }
  }
});

test('files of figures have the means, named as such', () => {
  const [table] = reportFigures(report(steady)).tables;
  assert.deepEqual([table?.rows.length, table?.columns.length, table?.head], [7, 24, 'Weekday']);
  const figure = table?.rows[0]?.figures[10];
  assert.deepEqual([figure?.measure, figure?.value, figure?.metric], ['mean', 2, 'Sales: 10']);
});

test('nothing there: the chart says so', () => {
  const [view] = reportView(report([])).sections;
  assert.ok(view?.type === 'tables' && view.chart?.kind === 'heatmap' && view.chart.empty);
});
