import { lengthInDays, usualUnit } from './calendar.ts';
import type { Periods } from './model.ts';
import { paidChannels } from './paid-channels.ts';
import type { DataSection, PlannedSection } from './planned-sections.ts';
import { columnsOf, leadingMetrics, type ReportConnection } from './report-connection.ts';

/** How much of a connection a report shows. */
interface Room {
  readonly keyFigures: number;
  readonly series: number;
  readonly breakdowns: number;
  /** Of each breakdown. */
  readonly rows: number;
}

const alone: Room = { keyFigures: 20, series: 2, breakdowns: Number.POSITIVE_INFINITY, rows: 10 };
const amongOthers: Room = { keyFigures: 8, series: 1, breakdowns: 3, rows: 8 };

/**
 * The layout of a report whose project has none: highlights, then connection by connection its first metrics as key
 * figures, a series for each leading metric (none for a period of one day) in days, weeks or months by the length of the
 * period, and a breakdown for each dimension. One of several connections shows only what it leads with, under its name;
 * before them, several with advertisements stand side by side. Connections without metrics are left out.
 */
export function automaticSections(connections: readonly ReportConnection[], periods: Periods): PlannedSection[] {
  const offering = connections.filter((connection) => connection.description.metrics.length > 0);
  const sections =
    offering.length === 1
      ? offering.flatMap((connection) => sectionsOf(connection, alone, periods))
      : offering.flatMap((connection) => chapterOf(connection, periods));
  return [{ type: 'highlights', title: null }, ...paidChannels(offering), ...sections];
}

function chapterOf(connection: ReportConnection, periods: Periods): DataSection[] {
  const [first, ...rest] = sectionsOf(connection, amongOthers, periods);
  return first
    ? [{ ...first, title: connection.name }, ...rest.map((section) => ({ ...section, level: 2 as const }))]
    : [];
}

function sectionsOf(connection: ReportConnection, room: Room, { current }: Periods): DataSection[] {
  const { metrics, dimensions } = connection.description;
  const shared = { title: null, connection };
  const by = usualUnit(current);
  const series = lengthInDays(current) > 1 ? leadingMetrics(connection, room.series) : [];
  return [
    { type: 'kpis', ...shared, metrics: metrics.slice(0, room.keyFigures) },
    ...series.map((metric): DataSection => ({ type: 'timeseries', ...shared, metrics: [metric], by })),
    ...dimensions.slice(0, room.breakdowns).map((dimension): DataSection => {
      return { type: 'breakdown', ...shared, dimension, metrics: columnsOf(dimension, connection), limit: room.rows };
    }),
  ];
}
