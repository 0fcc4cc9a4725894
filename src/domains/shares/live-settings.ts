import type { livePeriods, scheduleComparisons } from '../../platform/database/words.ts';
import { fieldFault } from '../../platform/faults.ts';

export type LivePeriod = (typeof livePeriods)[number];
export type LiveComparison = (typeof scheduleComparisons)[number];

/** What the owner of a page that is always current lets its readers choose, and where it may be embedded. */
export interface LiveSettings {
  /** The first one is shown unless a reader chooses another. */
  readonly periods: readonly LivePeriod[];
  /** Whether readers may name the days themselves. */
  readonly own_days: boolean;
  /** What periods may be compared with, the usual one first. */
  readonly compare: readonly LiveComparison[];
  /** How old the figures may be before they are asked for again. */
  readonly keep_minutes: number;
  /** The origins whose pages may show it in a frame. */
  readonly origins: readonly string[];
}

export const keepBounds = { least: 15, most: 24 * 60, usual: 60 } as const;
export const mostOrigins = 20;

/** With what is usual in place of what is absent. */
export function toLiveSettings(given: Pick<LiveSettings, 'periods'> & Partial<LiveSettings>): LiveSettings {
  const { periods, own_days = false, compare = ['previous'], keep_minutes = keepBounds.usual, origins = [] } = given;
  return { periods, own_days, compare, keep_minutes, origins };
}

/** Throws a fault of the field of an origin that is none, or that may be anybody's. */
export function checkOrigins(origins: readonly string[]): void {
  for (const [index, origin] of origins.entries()) {
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && url.hostname === 'localhost');
    if (url?.origin === origin && isSafe && !origin.includes('*')) continue;
    const message =
      'An origin is written such as https://www.example.com, without a path; only localhost may have http.';
    throw fieldFault(`origins.${index}`, 'origin', message);
  }
}

/** What readers may choose of a link; null for a link to a report. */
export function readLiveSettings({ live }: { readonly live: string | null }): LiveSettings | null {
  return live === null ? null : JSON.parse(live);
}
