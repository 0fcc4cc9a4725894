import { median } from './arithmetic.ts';
import { sentimentOf } from './comparison.ts';
import { type FormatContext, formatValue } from './format.ts';
import { type Candidate, completeDays, type Day, type Subject } from './highlight-subjects.ts';
import { outlierSentence, recordSentence } from './sentences.ts';

const leastOutlierDays = 8;
const leastRecordDays = 5;
const outlierScore = 3.5;
/** Makes the median absolute deviation comparable to the standard deviation of a normal distribution. */
const normalConsistency = 1.4826;

/**
 * The day of each metric farthest from the median: `|x - median| / (1.4826 MAD) > 3.5` (Iglewicz and Hoaglin), of at
 * least 8 days with figures. No outliers where most days are equal (MAD zero), nor where more than one day in ten would
 * be one (one day of fewer than twenty): such days are a pattern, as weekends are. Weight: the score.
 */
export function findOutliers(subjects: readonly Subject[], today: string, context: FormatContext): Candidate[] {
  return subjects.flatMap((subject): Candidate[] => {
    const { metric, name } = subject;
    const found = outlierOf(completeDays(subject, today));
    if (!found) return [];
    const { day, score, centre } = found;
    return [
      {
        rule: 'outlier',
        sentiment: sentimentOf(day.value > centre ? 'up' : 'down', metric.better),
        text: outlierSentence(name, metric, day, centre, context),
        weight: score,
      },
    ];
  });
}

function outlierOf(days: readonly Day[]): { day: Day; score: number; centre: number } | null {
  if (days.length < leastOutlierDays) return null;
  const centre = median(days.map(({ value }) => value));
  const deviation = normalConsistency * median(days.map(({ value }) => Math.abs(value - centre)));
  if (!(deviation > 0)) return null;
  const scored = days.map((day) => ({ day, score: Math.abs(day.value - centre) / deviation, centre }));
  const outliers = scored.filter(({ score }) => score > outlierScore && Number.isFinite(score));
  if (outliers.length > Math.max(1, Math.floor(days.length / 10))) return null;
  return outliers.sort((one, other) => other.score - one.score)[0] ?? null;
}

/**
 * The highest and the lowest day of each metric without an outlier, of at least 5 days with figures. An extreme that
 * several days share, also in the formatted figures, is none. Weight: all equal.
 */
export function findRecords(subjects: readonly Subject[], today: string, context: FormatContext): Candidate[] {
  return subjects.flatMap((subject): Candidate[] => {
    const { metric, name } = subject;
    const days = completeDays(subject, today);
    if (days.length < leastRecordDays || outlierOf(days)) return [];
    const rising = days.toSorted((one, other) => one.value - other.value);
    const unique = (day: Day | undefined, next: Day | undefined): Day | null => {
      if (!day || !next || day.value === next.value) return null;
      return formatValue(day.value, metric, context) === formatValue(next.value, metric, context) ? null : day;
    };
    const high = unique(rising.at(-1), rising.at(-2));
    const low = unique(rising[0], rising[1]);
    if (!high && !low) return [];
    return [
      { rule: 'record', sentiment: 'neutral', text: recordSentence(name, metric, high, low, context), weight: 0 },
    ];
  });
}
