import type { Comparison, MetricDescription } from '../../../documents/model.ts';
import { restColor, sliceColors } from '../../charts/donut.ts';
import { mix } from '../../colors.ts';
import { type Markup, xml } from '../../text/markup.ts';
import type { ColumnsView, DonutView } from '../../view/chart-views.ts';
import type { ReportView } from '../../view/report-view.ts';
import { solid } from '../paint.ts';
import { chartNotation } from './chart-notation.ts';
import { axesChart, type ChartPart, type DrawnSeries, labelText, ringChart, shownParts } from './chart-part.ts';

/** Parts of a whole with the names that a chart gives them. */
export interface NamedParts {
  readonly metric: MetricDescription;
  readonly parts: readonly (Pick<Comparison, 'current' | 'compare'> & {
    readonly label: string;
    readonly isRest?: boolean;
  })[];
  readonly currentPeriod: string;
  readonly comparePeriod: string | null;
}

/** Parts as columns beside each other, the earlier period first. */
export function columnsChart(section: ColumnsView, view: ReportView): ChartPart {
  return partsChart(section, 'columns', view, null);
}

/** The same as bars below each other; `most` is how far all of several charts go. */
export function barsChart(parts: NamedParts, view: ReportView, most: number | null = null): ChartPart {
  return partsChart(parts, 'bars', view, most);
}

function partsChart(
  { metric, parts, currentPeriod, comparePeriod }: NamedParts,
  kind: 'columns' | 'bars',
  view: ReportView,
  most: number | null,
): ChartPart {
  const { colors, document, direction } = view;
  const isCompared = comparePeriod !== null && parts.some(({ compare }) => compare !== null);
  const notation = chartNotation(
    parts.flatMap(({ current, compare }) => [current, isCompared ? compare : null]),
    metric,
    document,
  );
  const of = (period: 'current' | 'compare') =>
    parts.map((part) => (part[period] === null ? null : part[period] * notation.factor));
  const series = [
    ...(isCompared ? [{ name: comparePeriod, values: of('compare'), format: notation.values }] : []),
    { name: currentPeriod, values: of('current'), format: notation.values },
  ];
  const labels = (ink: string) =>
    xml`<c:dLbls><c:numFmt formatCode="${notation.values}" sourceLinked="0"/><c:spPr><a:noFill/></c:spPr>${labelText(view, ink)}<c:dLblPos val="outEnd"/>${shownParts(true)}</c:dLbls>`;
  const before: DrawnSeries = {
    index: 0,
    look: xml`<c:spPr>${solid(colors.rule, colors)}<a:ln w="9525">${solid(colors.muted, colors)}</a:ln></c:spPr>`,
    ...(kind === 'bars' && { labels: labels(colors.muted) }),
  };
  const rest = parts.flatMap(({ isRest }, index) =>
    isRest
      ? [
          xml`<c:dPt><c:idx val="${index}"/><c:invertIfNegative val="0"/><c:bubble3D val="0"/><c:spPr>${solid(mix(colors.accent, colors.background, 0.45), colors)}</c:spPr></c:dPt>`,
        ]
      : [],
  );
  const now: DrawnSeries = {
    index: isCompared ? 1 : 0,
    look: xml`<c:spPr>${solid(colors.accent, colors)}</c:spPr>`,
    points: rest,
    labels: labels(colors.text),
  };
  return axesChart(
    {
      sheet: { head: '', categories: parts.map(({ label }) => label), series },
      groups: [{ kind, series: isCompared ? [before, now] : [now] }],
      axis: { format: notation.axis, step: notation.step },
      every: 1,
      reversed: kind === 'bars' || direction === 'rtl',
      labelled: kind === 'bars',
      most: most === null ? null : most * notation.factor,
    },
    view,
  );
}

/** From here on a part of a ring has room for its share. */
const leastLabelled = 0.04;
/** Rounding of shares. */
const tolerance = 1e-6;

/** A ring of shares; where they are less than the whole, the rest of it is empty. */
export function donutChart({ slices }: DonutView, names: readonly string[], view: ReportView): ChartPart {
  const { colors } = view;
  const known = sliceColors(colors);
  const left = 1 - slices.reduce((sum, { share }) => sum + share, 0);
  const isOpen = left > tolerance;
  const values = [...slices.map(({ share }) => share), ...(isOpen ? [left] : [])];
  const fills = slices.map(({ isRest }, index) => {
    const fill = known[isRest ? restColor : index] ?? colors.rule;
    return xml`${solid(fill, colors)}<a:ln w="12700">${solid(colors.background, colors)}</a:ln>`;
  });
  const open = isOpen ? [xml`<a:noFill/><a:ln w="6350">${solid(colors.rule, colors)}</a:ln>`] : [];
  const hidden = (index: number): Markup => xml`<c:dLbl><c:idx val="${index}"/><c:delete val="1"/></c:dLbl>`;
  const each = values.flatMap((share, index): Markup[] => {
    if (share < leastLabelled || index >= slices.length) return [hidden(index)];
    const isDark = !slices[index]?.isRest && index < 4;
    if (isDark) return [];
    return [
      xml`<c:dLbl><c:idx val="${index}"/><c:numFmt formatCode="0.0%" sourceLinked="0"/><c:spPr><a:noFill/></c:spPr>${labelText(view, colors.text)}${shownParts(true)}</c:dLbl>`,
    ];
  });
  const labels = xml`<c:dLbls>${each}<c:numFmt formatCode="0.0%" sourceLinked="0"/><c:spPr><a:noFill/></c:spPr>${labelText(view, colors.background)}${shownParts(true)}</c:dLbls>`;
  const sheet = {
    head: '',
    categories: values.map((_, index) => names[index] ?? ''),
    series: [{ name: view.labels.share, values, format: '0.0%' }],
  };
  return ringChart(sheet, [...fills, ...open], labels, view);
}
