import { layoutColumnChart } from '../charts/column-chart.ts';
import { layoutLineChart } from '../charts/line-chart.ts';
import { columnChartGeometry, lineChartSvg, withLabels } from '../charts/svg.ts';
import { metricStyles } from '../design.ts';
import type { Drawing } from '../docx/chart-png.ts';
import { clipped, onOneLine } from '../text/clean-text.ts';
import type { ColumnsView } from '../view/chart-views.ts';
import type { ReportView } from '../view/report-view.ts';
import type { SectionView } from '../view/section-views.ts';
import type { SeriesChartView, TimeseriesView } from '../view/series-views.ts';

/** A chart of an e-mail under its title, with what its lines stand for. */
export interface MailChart {
  readonly title: string | null;
  readonly source: string | null;
  readonly legend: readonly { readonly mark: string; readonly color: string; readonly text: string }[];
  readonly drawing: Drawing;
  readonly alternative: string;
}

/** In points; shown a third larger, as pixels of a page. */
const size = { width: 408, height: 144 };
const longestAlternative = 1_000;
const longestName = 80;

/** The chart of a section; null for one without a chart that tells something by itself. */
export function mailChart(section: SectionView, view: ReportView): MailChart | null {
  if (section.type === 'timeseries' && section.charts[0] && !section.empty) {
    return { ...named(section), ...seriesChart(section, section.charts[0], view) };
  }
  // A ring tells its parts by the table beside it, which an e-mail has no room for.
  if (section.type !== 'tables' || section.chart?.kind !== 'columns' || section.chart.empty) return null;
  return { ...named(section), ...columnsChart(section.chart, view) };
}

function named({ title, source }: SectionView) {
  return { title: title && clipped(onOneLine(title), 200), source };
}

type Drawn = Omit<MailChart, 'title' | 'source'>;

function seriesChart(section: TimeseriesView, chart: SeriesChartView, { document, colors }: ReportView): Drawn {
  const svg = lineChartSvg(layoutLineChart(chart.data, document, size), colors);
  const mark = chart.data.display === 'columns' ? '■' : '━';
  const metrics = chart.metrics.map(({ label, value }, index) => {
    const { color } = metricStyles[index] ?? metricStyles[0];
    return { mark, color: colors[color], text: `${clipped(onOneLine(label), longestName)} ${value}` };
  });
  const compare = section.comparePeriod;
  const periods = [
    { mark, color: colors.accent, text: section.currentPeriod },
    ...(compare === null ? [] : [{ mark: section.marked ? '—' : '╌', color: colors.muted, text: compare }]),
    ...(section.goal === null ? [] : [{ mark: '┈', color: colors.accent, text: section.goal }]),
  ];
  return {
    legend: metrics.length > 0 ? metrics : periods,
    drawing: { ...size, svg, background: colors.background },
    alternative: clipped(chart.alternative, longestAlternative),
  };
}

function columnsChart(chart: ColumnsView, { document, colors, direction }: ReportView): Drawn {
  const laid = layoutColumnChart(chart, document, size, direction === 'rtl');
  const compare = chart.comparePeriod;
  return {
    legend: [
      { mark: '■', color: colors.accent, text: chart.currentPeriod },
      ...(compare === null ? [] : [{ mark: '—', color: colors.muted, text: compare }]),
    ],
    drawing: {
      ...size,
      svg: withLabels(columnChartGeometry(laid, colors), laid, colors),
      background: colors.background,
    },
    alternative: clipped(chart.alternative, longestAlternative),
  };
}
