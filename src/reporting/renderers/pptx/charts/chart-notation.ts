import { currencyOf } from '../../../documents/format.ts';
import type { MetricDescription } from '../../../documents/model.ts';
import { bounded, valueStep } from '../../charts/axis.ts';
import { decimalsOf } from '../../charts/tick-labels.ts';
import { figureFormat } from '../../figures/cell-styles.ts';

/** How the figures of a chart are written, as formats of Excel. */
export interface ChartNotation {
  /** What a figure is multiplied by: Office counts time in days. */
  readonly factor: number;
  readonly values: string;
  readonly axis: string;
  /** The distance of the axis' marks; null where the program chooses. */
  readonly step: number | null;
}

const day = 86_400;
/** From here on figures have exponents. */
const tooLong = 1e12;

export function chartNotation(
  figures: readonly (number | null)[],
  metric: MetricDescription,
  report: { readonly currency: string },
): ChartNotation {
  const known = figures.filter((value) => value !== null).map(bounded);
  const step = valueStep(known, metric);
  const largest = Math.max(0, ...known.map(Math.abs));
  const values = figureFormat(metric, report);
  if (metric.unit === 'duration' && step !== null && step >= 1 && known.every((value) => value >= 0)) {
    const clock = largest >= 7_200 ? '[h]" h "mm" min"' : largest >= 120 ? '[m]" min "ss" s"' : '[s]" s"';
    return { factor: 1 / day, values: clock, axis: clock, step: step / day };
  }
  if (largest >= tooLong) return { factor: 1, values: '0.00E+00', axis: '0.0E+00', step };
  return { factor: 1, values, axis: axisFormat(metric, step ?? 1, report), step };
}

/** As many decimals as tell the marks of an axis apart, with the unit. */
function axisFormat(metric: MetricDescription, step: number, report: { readonly currency: string }): string {
  const scaled = metric.unit === 'percent' ? step * 100 : step;
  const decimals = Math.min(6, decimalsOf(scaled));
  const digits = decimals > 0 ? `0.${'0'.repeat(decimals)}` : '0';
  if (metric.unit === 'percent') return `${digits}%`;
  const number = `#,##${digits}`;
  if (metric.unit === 'currency') return `${number} [$${currencyOf(metric, report)}]`;
  return metric.unit === 'duration' ? `${number} "s"` : number;
}
