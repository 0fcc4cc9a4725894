import type {
  BreakdownSection,
  ChannelRow,
  ChannelsSection,
  ReportDocument,
} from '../src/reporting/documents/model.ts';
import { benchmarkReport, breakdown, comparison, goals, metrics, withGoal } from '../test/support/documents.ts';

/** Like the report that measurements are made with, and as long, with goals, channels and six charts. */
export function fullReport(): ReportDocument {
  const report = benchmarkReport();
  const [highlights, kpis, sessions, revenue, orders, users, , , text] = report.sections;
  const pages = breakdown('Landing page', (index) => `/shop/collection-${index + 1}`, 25);
  const sections = [highlights, goals, channels(), kpis && withGoal(kpis), sessions && withGoal(sessions)];
  const charts = [revenue, orders, users, devices('donut'), devices('columns')];
  return { ...report, sections: [...sections, ...charts, pages, text].filter((section) => section !== undefined) };
}

function channels(): ChannelsSection {
  const cells = (size: number) => [
    comparison(4_200 * size, 3_900 * size, 'none'),
    comparison(310 * size, 285 * size),
    comparison(13.55 / size, 13.68 / size, 'down'),
  ];
  const row = (label: string, size: number): ChannelRow => {
    return { connection_id: 'con_1', connection_name: label, label, cells: cells(size) };
  };
  return {
    ...{ type: 'channels', title: null, notes: [], metrics: [metrics.revenue, metrics.orders, metrics.cost] },
    rows: [row('Search', 3), row('Social', 2), row('Partners', 1)],
    total: { cells: cells(6) },
  };
}

/** A chart of the parts of one metric. */
function devices(display: 'donut' | 'columns'): BreakdownSection {
  const names = ['Phone', 'Desktop', 'Tablet', 'Television'];
  const section = breakdown('Device', (index) => names[index] ?? '', names.length);
  const first = <Row extends BreakdownSection['total']>(row: Row): Row => ({ ...row, cells: row.cells.slice(0, 1) });
  return {
    ...{ ...section, display, metrics: section.metrics.slice(0, 1), rest: null },
    ...{ rows: section.rows.map(first), total: first(section.total) },
  };
}
