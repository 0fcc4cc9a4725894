import { formatDate, formatDays, numberFormat } from '../../documents/format.ts';
import { messagesFor } from '../../documents/messages/messages.ts';
import type { HeatmapSection, MetricDescription } from '../../documents/model.ts';
import { type HeatmapCells, strengths } from '../charts/heatmap.ts';
import { durationNotation } from '../charts/tick-labels.ts';
import { sentences } from './chart-views.ts';
import { figure } from './figure-views.ts';
import type { SectionContext } from './section-context.ts';
import type { TableView } from './table-columns.ts';

/** The picture of a heatmap; its table has the same figures in full. */
export interface HeatmapView extends HeatmapCells {
  readonly kind: 'heatmap';
  /** The figure of each field with its place, for who asks for it. */
  readonly told: readonly (readonly string[])[];
  readonly empty: boolean;
  readonly alternative: string;
}

/** A Monday. */
const monday = '2024-01-01';

export function heatmapView(section: HeatmapSection, context: SectionContext): HeatmapView {
  const { document, labels, periods } = context;
  const { locale } = document;
  const { days } = messagesFor(locale);
  const { columns, rows } = section;
  const metric = shownMetric(section);
  const known = rows.flat().filter((value) => value !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const shown = (value: number | null) => (value === null ? days.noFigure : figure(value, metric, document));
  const short = shortNotation(known, metric, locale);
  const places = rows.map((_, row) => columns.map((column) => placeOf(section, row, column, locale)));
  const told = rows.map((values, row) =>
    values.map((value, column) => `${places[row]?.[column]}${labels.colon}${shown(value)}`),
  );
  const title = section.by === 'hour' ? days.byHour(section.metric.label) : days.byWeek(section.metric.label);
  const extreme = (value: number) => {
    const index = rows.flat().indexOf(value);
    return { name: places.flat()[index] ?? '', figure: shown(value) };
  };
  return {
    kind: 'heatmap',
    rowNames: weekdayNames(locale, 'short'),
    columnNames: columns.map((column) => columnName(section, column, locale)),
    steps: rows.map((values) => values.map((value) => (value === null ? null : stepOf(value, least, most)))),
    texts: rows.map((values) => values.map((value) => (value === null ? '' : short(value)))),
    scale: { least: known.length === 0 ? '' : shown(least), most: known.length === 0 ? '' : shown(most) },
    noFigure: known.length < rows.flat().length ? days.noFigure : null,
    told,
    empty: known.length === 0,
    alternative:
      known.length === 0
        ? labels.chartEmpty(section.metric.label)
        : sentences(days.heatmap(title, periods.current), days.extremes(extreme(most), extreme(least))),
  };
}

/** The same figures as a table. */
export function heatmapTable(section: HeatmapSection, { document }: SectionContext): TableView {
  const { locale } = document;
  const metric = shownMetric(section);
  const names = weekdayNames(locale, 'long');
  return {
    columns: [
      { header: messagesFor(locale).days.weekday, kind: 'label' },
      ...section.columns.map((column) => ({ header: columnName(section, column, locale), kind: 'figure' as const })),
    ],
    rows: section.rows.map((values, row) => [
      { text: names[row] ?? '' },
      ...values.map((value) => ({ text: value === null ? '' : figure(value, metric, document) })),
    ]),
    rest: null,
    total: null,
  };
}

/** A mean of whole numbers is none. */
export function shownMetric({ by, metric }: Pick<HeatmapSection, 'by' | 'metric'>): MetricDescription {
  return by === 'hour' && metric.unit === 'count' ? { ...metric, unit: 'number', decimals: 1 } : metric;
}

/** From Monday on. */
export function weekdayNames(locale: string, style: 'long' | 'short'): string[] {
  const days = Array.from({ length: 7 }, (_, day) => Temporal.PlainDate.from(monday).add({ days: day }).toString());
  return days.map((day) => formatDate(day, locale, style === 'long' ? 'weekday' : 'shortWeekday'));
}

function columnName({ by }: Pick<HeatmapSection, 'by'>, column: string, locale: string): string {
  if (by === 'week') return formatDays({ from: column, to: column }, locale, false);
  return numberFormat(locale, { minimumIntegerDigits: 2 }).format(Number(column));
}

function placeOf({ by }: HeatmapSection, row: number, column: string, locale: string): string {
  if (by === 'hour') return `${weekdayNames(locale, 'long')[row]} ${columnName({ by }, column, locale)}`;
  return formatDate(Temporal.PlainDate.from(column).add({ days: row }).toString(), locale);
}

/** Which of the equal steps between the least and the greatest figure it is in, from 0. */
function stepOf(value: number, least: number, most: number): number {
  if (!(most > least)) return 0;
  const part = value / (most - least) - least / (most - least);
  return Math.min(strengths.length - 1, Math.max(0, Math.floor(part * strengths.length)));
}

/** Figures without their unit, which the scale has; what is not zero never reads as zero. */
function shortNotation(known: readonly number[], metric: MetricDescription, locale: string): (value: number) => string {
  if (metric.unit === 'duration') return durationNotation(known, locale);
  const factor = metric.unit === 'percent' ? 100 : 1;
  const size = Math.max(0, ...known.map((value) => Math.abs(value * factor)));
  const decimals = size < 10 && (metric.unit !== 'count' || !known.every(Number.isInteger)) ? 1 : 0;
  const usual = numberFormat(
    locale,
    size >= 10_000 ? { notation: 'compact', maximumSignificantDigits: 3 } : { maximumFractionDigits: decimals },
  );
  const small = numberFormat(locale, { maximumSignificantDigits: 1 });
  const zero = usual.format(0);
  return (value) => {
    const text = usual.format(value * factor);
    return value !== 0 && text.replace('-', '') === zero ? small.format(value * factor) : text;
  };
}
