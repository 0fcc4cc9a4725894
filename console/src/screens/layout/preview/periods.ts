export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The periods that a preview offers, in the order of the choice. */
export const presets = ['lastMonth', 'thisMonth', 'last7', 'last30', 'last90', 'lastQuarter', 'thisYear'] as const;
export type Preset = (typeof presets)[number];

const dayMs = 86_400_000;

/** The calendar day in a time zone at an instant, such as `2026-10-01`. */
export function dayIn(timeZone: string, now: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now);
}

/** The days of a preset, as seen on the day `today`. */
export function periodOf(preset: Preset, today: string): Period {
  const [year = 0, month = 1] = today.split('-').map(Number);
  switch (preset) {
    case 'lastMonth':
      return months(year, month - 1, 1);
    case 'thisMonth':
      return { ...months(year, month, 1), to: today };
    case 'lastQuarter':
      return months(year, Math.floor((month - 1) / 3) * 3 - 2, 3);
    case 'thisYear':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
    case 'last7':
      return daysUntil(today, 7);
    case 'last30':
      return daysUntil(today, 30);
    case 'last90':
      return daysUntil(today, 90);
  }
}

/** As many days, directly before; whole months before whole months. */
export function periodBefore({ from, to }: Period): Period {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  const [year = 0, month = 1] = from.split('-').map(Number);
  const [lastYear = 0, lastMonth = 1] = to.split('-').map(Number);
  const count = (lastYear - year) * 12 + lastMonth - month + 1;
  const whole = months(year, month, count);
  if (whole.from === from && whole.to === to) return months(year, month - count, count);
  return { from: shifted(from, -days), to: shifted(from, -1) };
}

/** The last days that are over. */
function daysUntil(today: string, days: number): Period {
  return { from: shifted(today, -days), to: shifted(today, -1) };
}

function months(year: number, month: number, count: number): Period {
  return { from: dayOf(Date.UTC(year, month - 1, 1)), to: dayOf(Date.UTC(year, month - 1 + count, 0)) };
}

function shifted(day: string, days: number): string {
  return dayOf(Date.parse(day) + days * dayMs);
}

function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}
