import { portion, sum } from './arithmetic.ts';
import { commonDays, lengthInDays } from './calendar.ts';
import { firstDay, type GoalSettings, lastDay } from './goal-settings.ts';
import type { Period } from './model.ts';

const months = { month: 1, quarter: 3, year: 12 } as const;

/** The calendar month, quarter or year of a goal that a day is in. */
export function unitAround(per: GoalSettings['per'], day: string): Period {
  const date = Temporal.PlainDate.from(day);
  const length = months[per];
  const from = date.with({ day: 1, month: Math.floor((date.month - 1) / length) * length + 1 });
  // The next unit may lie beyond the last year there is, so the end is found within this one.
  const last = from.with({ month: from.month + length - 1 });
  return { from: from.toString(), to: last.with({ day: last.daysInMonth }).toString() };
}

/** The days of a period on which the goal holds; null for none. */
export function daysHeld(goal: GoalSettings, period: Period): Period | null {
  return commonDays(period, { from: firstDay(goal), to: lastDay(goal) });
}

/** What the days of a period are of a goal, in whole numbers, and whether a unit is covered in part. */
interface Part {
  readonly part: number;
  readonly whole: number;
  readonly isProrated: boolean;
}

/**
 * The amount for a period: for each of the goal's units that it touches, the amount × the days covered ÷ the days of the
 * unit, as one exact fraction. The period lies within the days on which the goal holds.
 */
export function amountFor(goal: GoalSettings, period: Period): number | null {
  const { part, whole } = partOf(goal, period);
  return portion(goal.amount, part, whole);
}

/** Whether the period covers one of the goal's units only in part. */
export function isProrated(goal: GoalSettings, period: Period): boolean {
  return partOf(goal, period).isProrated;
}

function partOf({ per }: GoalSettings, period: Period): Part {
  let [part, whole, isProrated] = [0, 1, false];
  for (const unit of unitsWithin(per, period)) {
    const days = lengthInDays(unit);
    const covered = lengthInDays(commonDays(unit, period) ?? unit);
    isProrated ||= covered < days;
    [part, whole] = reduced(part * days + covered * whole, whole * days);
  }
  return { part, whole, isProrated };
}

function unitsWithin(per: GoalSettings['per'], period: Period): Period[] {
  const units = [unitAround(per, period.from)];
  for (let last = units[0]; last && last.to < period.to; last = units.at(-1)) {
    units.push(unitAround(per, Temporal.PlainDate.from(last.to).add({ days: 1 }).toString()));
  }
  return units;
}

function reduced(part: number, whole: number): [number, number] {
  let [one, other] = [part, whole];
  while (other > 0) [one, other] = [other, one % other];
  return [part / one, whole / one];
}

/**
 * The goals of one metric for a period, added up where one follows the other; null where a day has none. With whether
 * any is prorated.
 */
export function amountOver(
  goals: readonly GoalSettings[],
  period: Period,
): { readonly amount: number; readonly isProrated: boolean } | null {
  const parts = goals.flatMap((goal) => {
    const held = daysHeld(goal, period);
    return held ? [{ held, amount: amountFor(goal, held), isProrated: isProrated(goal, held) }] : [];
  });
  const days = parts.reduce((total, { held }) => total + lengthInDays(held), 0);
  const amounts = parts.flatMap(({ amount }) => amount ?? []);
  const amount = sum(amounts);
  if (amount === null || amounts.length < parts.length || days < lengthInDays(period)) return null;
  return { amount, isProrated: parts.some(({ isProrated }) => isProrated) };
}
