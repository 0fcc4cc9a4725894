/** Days from the first to the last, both counted. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

export const periodNames = ['last30', 'thisMonth', 'lastMonth', 'thisYear', 'lastYear', 'own'] as const;
export type PeriodName = (typeof periodNames)[number];

const textOf = (date: Date) => date.toISOString().slice(0, 10);
const dayOf = (year: number, month: number, day: number) => textOf(new Date(Date.UTC(year, month, day)));

/** The last days up to yesterday, of the reader's calendar. */
export function daysBefore(count: number, now = new Date()): Days {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  return { from: dayOf(year, month, day - count), to: dayOf(year, month, day - 1) };
}

/** The days of a period that has a name. */
export function daysOf(name: Exclude<PeriodName, 'own'>, now = new Date()): Days {
  const [year, month] = [now.getFullYear(), now.getMonth()];
  switch (name) {
    case 'thisMonth':
      return { from: dayOf(year, month, 1), to: dayOf(year, month + 1, 0) };
    case 'lastMonth':
      return { from: dayOf(year, month - 1, 1), to: dayOf(year, month, 0) };
    case 'thisYear':
      return { from: dayOf(year, 0, 1), to: dayOf(year, 11, 31) };
    case 'lastYear':
      return { from: dayOf(year - 1, 0, 1), to: dayOf(year - 1, 11, 31) };
    default:
      return daysBefore(30, now);
  }
}
