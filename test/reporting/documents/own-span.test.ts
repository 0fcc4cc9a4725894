import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import { findUnmet } from '../../../src/domains/schedules/conditions.ts';
import { spanUntil } from '../../../src/reporting/documents/calendar.ts';
import { planReport } from '../../../src/reporting/documents/report-plan.ts';
import {
  type SectionsSettings,
  sectionsSettings,
  seriesSpans,
} from '../../../src/reporting/documents/section-settings.ts';
import { reportFigures } from '../../../src/reporting/renderers/figures/report-figures.ts';
import { mailContent } from '../../../src/reporting/renderers/mail/mail-content.ts';
import { fillMailText } from '../../../src/reporting/renderers/mail/mail-placeholders.ts';
import { reportView } from '../../../src/reporting/renderers/view/report-view.ts';
import { dailySales, february, type Row, reportOn, sectionOf, shop } from './rows-source.ts';

const spanned = { type: 'timeseries', connection_id: shop.id, metric: 'sales', span: '13_months' } as const;
const kpis: SectionsSettings[number] = { type: 'kpis', connection_id: shop.id, metrics: ['sales'] };
/** One sale a day from the first of January 2025 on, until the report's last day. */
const sold = dailySales('2025-01-01', Array(424).fill(1));

function report(sections: SectionsSettings, rows: readonly Row[] = sold, rest = {}) {
  return reportOn(rows, { sections, ...rest });
}
const notesOf = (...given: Parameters<typeof report>) =>
  sectionOf(report(...given), 'timeseries').notes.map(({ code, message }) => [code, message]);

test('a series names its span by one of three words [C-SETTINGS-5]', () => {
  for (const span of seriesSpans) assert.ok(Check(sectionsSettings, [{ ...spanned, span }]));
  for (const span of ['13 months', '12_months', '', null, 13])
    assert.ok(!Check(sectionsSettings, [{ ...spanned, span }]));
  assert.ok(!Check(sectionsSettings, [{ ...kpis, span: '13_months' }]), 'only a series has days of its own');
});

test('a span begins with a whole month, quarter or week and ends on the last day of the period, also over leap days', () => {
  const from = (to: string) => seriesSpans.map((name) => spanUntil(to, name).days.from);
  assert.deepEqual(from('2026-10-31'), ['2025-10-01', '2026-01-01', '2026-08-10']);
  assert.deepEqual(from('2026-02-10'), ['2025-02-01', '2025-04-01', '2025-11-24']);
  assert.deepEqual(from('2024-02-29'), ['2023-02-01', '2023-04-01', '2023-12-11']);
  assert.deepEqual(from('2026-01-01'), ['2025-01-01', '2025-04-01', '2025-10-13']);
  assert.ok(seriesSpans.every((name) => spanUntil('2026-10-15', name).days.to === '2026-10-15'));
});

test('its points are months or weeks unless it says otherwise, and it asks once for all metrics of the same days', () => {
  const asked = (section: object) => {
    const sections = [spanned, section] as SectionsSettings;
    const plan = planReport({ sections, connections: [shop], periods: february, timeZone: 'Europe/Berlin' });
    const spans = plan.connections[0]?.queries.filter(({ period }) => period === 'span') ?? [];
    return spans.map(({ from, to, timeZone, by, metrics }) => [from, to, timeZone, by, ...metrics]);
  };
  const days = ['2025-02-01', '2026-02-28', 'Europe/Berlin'];
  assert.deepEqual(asked({ ...spanned, metric: 'revenue' }), [
    [...days, 'none', 'sales', 'revenue'],
    [...days, 'day', 'sales', 'revenue'],
  ]);
  assert.deepEqual(asked({ ...spanned, metric: 'average' }).at(-1), [...days, 'month', 'average']);
  const unitOf = (section: object) => sectionOf(report([{ ...spanned, ...section }]), 'timeseries').by;
  assert.deepEqual([unitOf({}), unitOf({ by: 'auto' }), unitOf({ by: 'week' })], ['month', 'month', 'week']);
  assert.deepEqual([unitOf({ span: '4_quarters' }), unitOf({ span: '12_weeks' })], ['month', 'week']);
});

test('thirteen months show the same month a year before, compare with nothing, and have the total of their own days', () => {
  const section = sectionOf(report([spanned]), 'timeseries');
  assert.deepEqual(section.span, { from: '2025-02-01', to: '2026-02-28' });
  assert.deepEqual(
    section.current.map(({ value }) => value),
    [28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 31, 28],
  );
  assert.deepEqual([section.compare, section.total], [null, { current: 393, compare: null, change: null }]);
  assert.ok(section.current.every(({ partial }) => !partial));
  assert.deepEqual(section.notes, []);
});

test('its heading says its days, with a title of its own too, in every format', () => {
  const titled = (title: string | null, locale = 'en-GB') =>
    reportView(report([{ ...spanned, title }], sold, { locale })).sections[0]?.title;
  assert.equal(titled(null)?.replace(/[\u00a0\u2009]/g, ' '), 'Sales by month · 1 Feb 2025 – 28 Feb 2026');
  assert.equal(titled('Our year')?.replace(/[\u00a0\u2009]/g, ' '), 'Our year · 1 Feb 2025 – 28 Feb 2026');
  assert.match(
    titled(null, 'de-DE')?.replace(/[\u00a0\u2009]/g, ' ') ?? '',
    /^Sales nach Monaten · 01.02.2025 – 28.02.2026$/,
  );
  const view = reportView(report([spanned])).sections[0];
  assert.ok(view?.type === 'timeseries');
  assert.equal(view.comparePeriod, null);
  assert.equal(view.total.change, null);
  assert.ok(view.charts[0]?.alternative.includes(view.currentPeriod));
  assert.match(view.title ?? '', /^Sales by month · Feb\u00a01,/, 'no line ends within a day');
});

test('the last month is partial where the period cuts it, and says so', () => {
  const periods = { current: { from: '2026-02-01', to: '2026-02-10' }, compare: null };
  const { current, notes } = sectionOf(report([spanned], sold, { periods }), 'timeseries');
  assert.deepEqual(current.at(-1), { date: '2026-02-01', value: 10, partial: true });
  assert.deepEqual(
    notes.map(({ code }) => code),
    ['partial_units'],
  );
});

test('a source with a shorter history says from when on it has figures; its first month is partial, earlier ones are gaps', () => {
  const later = dailySales('2025-11-15', Array(106).fill(1));
  const { current, notes } = sectionOf(report([spanned], later), 'timeseries');
  assert.deepEqual(
    current.map(({ value }) => value),
    [...Array(9).fill(null), 16, 31, 31, 28],
  );
  assert.deepEqual(
    current.filter(({ partial }) => partial).map(({ date }) => date),
    ['2025-11-01'],
  );
  assert.deepEqual(
    notes.map(({ message }) => message),
    ['Shop has no figures before Nov 15, 2025.', '1 month is not covered in full (starting on Nov 1, 2025).'],
  );
  const german = notesOf([spanned], later, { locale: 'de-DE' });
  assert.equal(german[0]?.[1], '„Shop“ hat vor dem 15.11.2025 keine Werte.');
});

test('days that it lacks in between are named, and make their month partial', () => {
  const gap = sold.filter(({ day }) => day < '2025-06-03' || day > '2025-06-05');
  assert.deepEqual(notesOf([spanned], gap), [
    ['span_missing_days', 'Days without data (3): Jun 3, 2025; Jun 4, 2025; Jun 5, 2025.'],
    ['partial_units', '1 month is not covered in full (starting on Jun 1, 2025).'],
  ]);
});

test('values that it leaves out are told of its own days', () => {
  const alter = (given: object) => ({ ...given, leftOut: [2] });
  const told = notesOf([spanned], sold, { alter });
  assert.ok(told.some(([code, message]) => code === 'span_values_left_out' && /Sales.*: 2\.$/.test(message ?? '')));
});

test('no highlight, key figure, e-mail or condition takes its figures for those of the period', () => {
  const document = report([{ type: 'highlights' }, spanned, kpis]);
  for (const { section } of sectionOf(document, 'highlights').items) assert.notEqual(section, 1);
  const alone = report([spanned]);
  assert.deepEqual(mailContent(reportView(alone)).figures, []);
  assert.equal(fillMailText(`{{${shop.id}.sales.current}}`, alone), '–');
  assert.equal(findUnmet([{ type: 'change', metric: 'sales', percent: 1 }], alone)?.code, 'figure_missing');
  assert.equal(fillMailText(`{{${shop.id}.sales.current}}`, document), '28');
});

test('highlights beside nothing but spans speak of the period, as without sections', () => {
  const risen = dailySales('2025-01-01', [...Array(368).fill(1), ...Array(28).fill(2), ...Array(28).fill(6)]);
  const items = sectionOf(report([{ type: 'highlights' }, spanned], risen), 'highlights').items;
  assert.ok(items.some(({ rule }) => rule === 'change'));
  assert.ok(items.every(({ section }) => section === null));
});

test('files of figures give its rows the days of the span', () => {
  const [table] = reportFigures(report([spanned])).tables;
  assert.equal(table?.rows.length, 14);
  for (const row of table?.rows ?? []) assert.deepEqual(row.period, { from: '2025-02-01', to: '2026-02-28' });
});

test('amounts keep the currency of their system', () => {
  const connections = [{ ...shop, description: { ...shop.description, currency: 'SEK' } }];
  const section = sectionOf(report([{ ...spanned, metric: 'revenue' }], sold, { connections }), 'timeseries');
  assert.equal(section.metric.currency, 'SEK');
});
