import { isHoliday } from '../../src/domains/watches/usual/holidays.ts';
import {
  type DailyValue,
  type Judgement,
  judgeDays,
  type UsualSettings,
} from '../../src/domains/watches/usual/judge.ts';
import { type GeneratedSeries, generated, type RealSeries } from './usual-series.ts';

export interface FalseAlerts {
  /** On average in 90 judged days. */
  readonly per90Days: number;
  /** In the worst 90 days. */
  readonly most: number;
}

const settingsOf = ({ measure }: Pick<UsualSettings, 'measure'>, metricsWatched = 1): UsualSettings => {
  return { measure, sensitivity: 'normal', metricsWatched };
};

/** How many times a message would have gone out: days judged unusual after one that was not. */
function alertsIn(judgements: readonly Judgement[]): number {
  const judged = judgements.filter(({ outcome }) => outcome !== 'not_enough');
  return judged.filter(({ outcome }, at) => outcome === 'unusual' && judged[at - 1]?.outcome !== 'unusual').length;
}

/** Of 90 days after so many days of history, in which nothing happened. */
export function falseAlerts(series: GeneratedSeries, history: number, rounds: number): FalseAlerts {
  const counts = Array.from({ length: rounds }, (_, round) => {
    return alertsIn(judgeDays(generated(series, history + 90, seedOf(round)), settingsOf(series), history));
  });
  return { per90Days: counts.reduce((total, count) => total + count, 0) / rounds, most: Math.max(...counts) };
}

const seedOf = (round: number) => round * 7_919 + 13;
const mostHistory = 400;

/** Of real days, whatever happened on them: all that would have been told, after five weeks. */
export function alertsOfReal({ measure, days }: RealSeries): FalseAlerts {
  const judgements: Judgement[] = [];
  for (let from = 35; from < days.length; from += 90) {
    const first = Math.max(0, from - mostHistory);
    judgements.push(...judgeDays(days.slice(first, from + 90), settingsOf({ measure }), from - first));
  }
  const quarters = Array.from({ length: Math.ceil(judgements.length / 90) }, (_, at) => {
    return alertsIn(judgements.slice(at * 90, at * 90 + 90));
  });
  const judged = judgements.filter(({ outcome }) => outcome !== 'not_enough').length;
  return { per90Days: (alertsIn(judgements) * 90) / judged, most: Math.max(...quarters) };
}

/** Which share of changes by a factor is found on its first or second day, told in its direction. */
export function foundWithinTwoDays(
  series: GeneratedSeries,
  {
    history,
    rounds,
    factor,
    metricsWatched,
  }: { history: number; rounds: number; factor: number; metricsWatched?: number },
): number {
  const found = Array.from({ length: rounds }, (_, round) => {
    const days = generated(series, history + 90, seedOf(round));
    let at = history + ((round * 7) % 70);
    while ([at, at + 1].some((index) => isHoliday(days[index]?.day ?? ''))) at++;
    const judged = judgeDays(
      changed(days.slice(0, at + 2), at, factor, series),
      settingsOf(series, metricsWatched),
      at,
    );
    const direction = factor < 1 ? 'below' : 'above';
    return judged.some((each) => each.outcome === 'unusual' && each.direction === direction);
  });
  return found.filter(Boolean).length / rounds;
}

function changed(
  days: readonly DailyValue[],
  from: number,
  factor: number,
  { measure }: GeneratedSeries,
): DailyValue[] {
  return days.map(({ day, value }, index) => {
    const moved = index < from || value === null ? value : value * factor;
    return { day, value: measure === 'count' && moved !== null ? Math.round(moved) : moved };
  });
}
