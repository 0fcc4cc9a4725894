import type { MetricDescription } from '../../reporting/documents/model.ts';
import type { UsualPictureOrder } from '../../reporting/renderers/mail/usual-picture.ts';
import { wordsOf } from './alert-words/alert-words.ts';
import { addDays } from './days.ts';
import type { Part, UsualDay } from './findings.ts';
import { type DailyValue, type UsualSettings, usualRanges } from './usual/judge.ts';

const shownDays = 60;

/** The last days with what was usual on each by the days before it alone; the last of them is the judged one. */
export function usualDaysOf(days: readonly DailyValue[], settings: UsualSettings): UsualDay[] {
  const first = Math.max(0, days.length - shownDays);
  const ranges = usualRanges(days, settings, first);
  return days.slice(first).map(({ value }, index): UsualDay => {
    const { low = null, high = null } = ranges[index] ?? {};
    return [value, low, high];
  });
}

/** The picture of the first part that is unusual still; undefined where there is none, as for other kinds of watches. */
export function usualPictureOf(parts: readonly Part[], locale: string): UsualPictureOrder | undefined {
  const part = parts.find(({ finding, is_over }) => finding === 'unusual' && !is_over);
  const { usual_days: days = [] } = part ?? {};
  if (!part || days.length === 0) return undefined;
  const { unit, decimals, currency, label, since } = part;
  const metric: MetricDescription = {
    ...{ key: part.metric ?? '', label: label ?? '', unit: unit ?? 'number', decimals, better: 'none', additive: true },
    ...(currency !== null && { currency }),
  };
  const { usualRange: usual, unusualDay: unusual } = wordsOf(locale);
  return {
    ...{ title: metric.label, metric, currency: currency ?? 'XXX', locale, accentColor: null },
    words: { usual, unusual },
    days: days.map(([value, low, high], index) => {
      const day = addDays(part.day, index + 1 - days.length);
      const range = low === null || high === null ? null : { low, high };
      const isBeyond = value !== null && range !== null && (value < range.low || value > range.high);
      return { day, value, usual: range, isMarked: day >= since && isBeyond };
    }),
  };
}
