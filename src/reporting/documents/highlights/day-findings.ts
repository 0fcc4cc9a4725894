import { median } from '../arithmetic.ts';
import { type FormatContext, formatValue } from '../format.ts';
import type { Day, Direction, Extreme, ExtremesFinding, OutlierFinding } from './findings.ts';
import { aboutOf, completeDays, type Subject } from './subjects.ts';
import { ordinaryScatter, usualLevels } from './usual-level.ts';

const leastOutlierDays = 14;
const daysOfThreeWeeks = 21;
const mostDaysInARow = 7;
const mostOfMetric = 2;
const outlierScore = 3.5;
const leastDistance = 0.1;

/**
 * Days far from the usual level around them: `|x - usual| / scatter > 3.5` (Iglewicz and Hoaglin's bound) and at least
 * 10 % away, given at least 14 days with figures. Consecutive days on the same side are one finding. There are none if
 * more than one in ten days (one below three weeks) or eight in a row would stand out: that is a pattern or a new
 * level. The two farthest of each metric are kept; the first metric of a connection also names the others that stood
 * out on all of the same days.
 */
export function findOutliers(subjects: readonly Subject[], context: FormatContext): OutlierFinding[] {
  const groups: OutlierFinding[][] = [];
  for (const finding of subjects.flatMap((subject) => outliersOf(subject, context))) {
    const group = groups.find(([leader]) => leader && covers(finding, leader));
    if (group) group.push(finding);
    else groups.push([finding]);
  }
  return groups.flatMap(([first, ...others]) => {
    return first ? [{ ...first, also: others.map(({ about }) => about.name) }] : [];
  });
}

/** Whether the finding also holds for all days of the other one. */
function covers({ about, direction, days }: OutlierFinding, other: OutlierFinding): boolean {
  const isAlike = about.connectionId === other.about.connectionId && direction === other.direction;
  return isAlike && days.from <= other.days.from && days.to >= other.days.to;
}

interface Unusual {
  readonly day: Day;
  readonly usual: number;
  readonly direction: Direction;
  readonly score: number;
}

function outliersOf(subject: Subject, context: FormatContext): OutlierFinding[] {
  const days = completeDays(subject);
  if (days.length < leastOutlierDays) return [];
  const { metric } = subject;
  const levels = usualLevels(days);
  const unusual = levels.days.flatMap((level): Unusual[] => {
    const { day, usual } = level;
    const scatter = ordinaryScatter(levels.spread, level, metric);
    const distance = Math.abs(day.value - usual);
    const score = scatter > 0 ? distance / scatter : 0;
    const told = formatValue(day.value, metric, context) !== formatValue(usual, metric, context);
    if (!(score > outlierScore && Number.isFinite(score) && isFar(day.value, usual) && told)) return [];
    return [{ day, usual, direction: day.value > usual ? 'up' : 'down', score }];
  });
  const runs = runsOf(unusual);
  const most = days.length < daysOfThreeWeeks ? 1 : Math.floor(days.length / 10);
  if (runs.length > most || runs.some((run) => run.length > mostDaysInARow)) return [];
  const found = runs.flatMap((run): OutlierFinding[] => {
    const [first, last, farthest] = [run[0], run.at(-1), run.toSorted((one, other) => other.score - one.score)[0]];
    if (!first || !last || !farthest) return [];
    const { direction, day, usual, score } = farthest;
    const span = { from: first.day.date, to: last.day.date };
    const about = aboutOf(subject);
    const { byWeekday } = levels;
    return [
      { kind: 'outlier', about, direction, days: span, count: run.length, day, usual, byWeekday, score, also: [] },
    ];
  });
  return found.sort((one, other) => other.score - one.score).slice(0, mostOfMetric);
}

function runsOf(unusual: readonly Unusual[]): Unusual[][] {
  const runs: Unusual[][] = [];
  for (const each of unusual) {
    const last = runs.at(-1)?.at(-1);
    const next = last && Temporal.PlainDate.from(last.day.date).add({ days: 1 }).toString();
    if (last && next === each.day.date && last.direction === each.direction) runs.at(-1)?.push(each);
    else runs.push([each]);
  }
  return runs;
}

const leastExtremesDays = 5;

/**
 * The greatest and the least day, of at least 5 days with figures, each at least 10 % from their median; in a weekly
 * rhythm also beyond the ordinary scatter around its weekday's usual level, since quiet Sundays are no news. An extreme
 * shared by several days, even if only after formatting, does not count. It is a record when it also beats every day of
 * a compared period of the same length.
 */
export function findExtremes(subject: Subject, context: FormatContext): ExtremesFinding | null {
  const days = completeDays(subject);
  if (days.length < leastExtremesDays) return null;
  const compared = completeDays(subject, 'compare').map(({ value }) => value);
  const rising = days.toSorted((one, other) => one.value - other.value);
  const middle = median(days.map(({ value }) => value));
  const levels = usualLevels(days);
  const isNews = (day: Day): boolean => {
    const level = levels.byWeekday && levels.days.find((each) => each.day === day);
    if (!level) return true;
    const distance = Math.abs(day.value - level.usual);
    return isFar(day.value, level.usual) && distance > ordinaryScatter(levels.spread, level, subject.metric);
  };
  const text = ({ value }: Day) => formatValue(value, subject.metric, context);
  const extreme = (day: Day | undefined, next: Day | undefined, side: 1 | -1): Extreme | null => {
    if (!day || !next || text(day) === text(next)) return null;
    if (!isFar(day.value, middle) || !isNews(day)) return null;
    const record = compared.length >= days.length && compared.every((value) => (day.value - value) * side > 0);
    return { ...day, record };
  };
  const high = extreme(rising.at(-1), rising.at(-2), 1);
  const low = extreme(rising[0], rising[1], -1);
  if (!high && !low) return null;
  return { kind: 'extremes', about: aboutOf(subject), high, low, median: middle };
}

function isFar(value: number, level: number): boolean {
  return Math.abs(value - level) >= leastDistance * Math.abs(level);
}
