const dayMs = 24 * 60 * 60 * 1000;

/** Days on which shops and offices of most countries are closed, by month and day. */
const fixed = new Set(['01-01', '05-01', '12-24', '12-25', '12-26', '12-31']);
/** Good Friday to Easter Monday, in days from Easter Sunday. */
const easterDays = new Set([-2, -1, 0, 1]);

/**
 * Whether a day is left out of judging whatever the country: 1 January, 1 May, 24 to 26 and 31 December, and Easter from
 * Friday to Monday (Gregorian). What else recurs every year is told by the metric itself, with a year of data.
 */
export function isHoliday(day: string): boolean {
  return fixed.has(day.slice(5)) || easterDays.has(daysBetween(easterSunday(Number(day.slice(0, 4))), day));
}

/**
 * How many days ago the same day of last year was: the same date, or the same weekday of its week, as of days like the
 * fourth Thursday of November.
 */
export const daysOfLastYear = [364, 365, 366, 371] as const;

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs;
}

/** By the anonymous Gregorian algorithm (Meeus, Jones, Butcher). */
function easterSunday(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  const [month, day] = [Math.floor(f / 31), (f % 31) + 1];
  return `${String(year).padStart(4, '0')}-0${month}-${String(day).padStart(2, '0')}`;
}
