import { generatedSeries, realSeries } from '../test/support/usual-series.ts';
import { alertsOfReal, falseAlerts, foundWithinTwoDays } from '../test/support/usual-suite.ts';

const rounds = 40;
const histories = [60, 180, 310];

/** The figures of docs/watching.md: the same each time, since the seeds are fixed. */
export async function benchUnusual(): Promise<object> {
  const rows: Record<string, object> = {};
  for (const [name, series] of Object.entries(generatedSeries)) {
    for (const history of histories) {
      const { per90Days, most } = falseAlerts(series, history, rounds);
      const found = (factor: number, metricsWatched = 1) =>
        series.noise === null
          ? ''
          : `${Math.round(100 * foundWithinTwoDays(series, { history, rounds, factor, metricsWatched }))} %`;
      rows[`${name}; ${history} days`] = {
        ...{ 'false alerts in 90 days': per90Days, most, 'drops found': found(0.7), 'rises found': found(1.3) },
        ...{ 'drops, 20 metrics': found(0.7, 20), 'rises, 20 metrics': found(1.3, 20) },
      };
    }
  }
  for (const series of realSeries()) {
    const { per90Days, most } = alertsOfReal(series);
    rows[`${series.name}; real, ${series.days.length} days`] = { 'false alerts in 90 days': per90Days, most };
  }
  return rows;
}
