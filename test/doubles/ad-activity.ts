import { hostileValue } from './web-visits.ts';

/** What an advertising account did on a day, for one campaign, country and device. */
export interface AdActivity {
  /** YYYY-MM-DD in the account's zone. */
  readonly day: string;
  readonly campaign: number;
  /** ISO 3166-1. */
  readonly country: string;
  readonly device: 'app' | 'desktop';
  readonly people: readonly string[];
  readonly impressions: number;
  readonly clicks: number;
  /** In thousandths of the currency. */
  readonly cost: number;
  readonly conversions: number;
  readonly leads: number;
}

/** Two campaigns have one name; the last one was deleted. */
export const adCampaigns: Readonly<Record<number, string | undefined>> = {
  101: 'Spring',
  102: hostileValue,
  103: 'Spring',
  104: undefined,
};

const spring = { campaign: 101, country: 'DE' } as const;

/** 2,002 impressions of five people, 20 clicks, 20.40 spent, from Friday to Wednesday over the end of a month. */
export const adActivity: readonly AdActivity[] = [
  {
    ...spring,
    day: '2026-02-27',
    device: 'app',
    people: ['a', 'b'],
    impressions: 1000,
    clicks: 10,
    cost: 10_100,
    conversions: 1,
    leads: 1,
  },
  {
    day: '2026-02-27',
    campaign: 102,
    country: 'PL',
    device: 'desktop',
    people: ['c'],
    impressions: 500,
    clicks: 0,
    cost: 205,
    conversions: 0,
    leads: 0,
  },
  {
    ...spring,
    day: '2026-03-01',
    device: 'desktop',
    people: ['a'],
    impressions: 300,
    clicks: 5,
    cost: 3_300,
    conversions: 2,
    leads: 0,
  },
  {
    day: '2026-03-03',
    campaign: 103,
    country: 'PL',
    device: 'app',
    people: ['d'],
    impressions: 200,
    clicks: 5,
    cost: 6_695,
    conversions: 0,
    leads: 1,
  },
  {
    day: '2026-03-04',
    campaign: 104,
    country: 'FR',
    device: 'app',
    people: ['e'],
    impressions: 2,
    clicks: 0,
    cost: 100,
    conversions: 0,
    leads: 0,
  },
];

/** The activity of a period, both ends inclusive. */
export function activityIn(from: string, to: string): AdActivity[] {
  return adActivity.filter(({ day }) => from <= day && day <= to);
}

/** The figures of activities by plain names; `cost` in thousandths, `reach` as people. */
export function countActivity(activities: readonly AdActivity[]) {
  const sum = (figure: (activity: AdActivity) => number) =>
    activities.reduce((total, activity) => total + figure(activity), 0);
  return {
    impressions: sum(({ impressions }) => impressions),
    clicks: sum(({ clicks }) => clicks),
    cost: sum(({ cost }) => cost),
    conversions: sum(({ conversions }) => conversions),
    leads: sum(({ leads }) => leads),
    reach: new Set(activities.flatMap(({ people }) => people)).size,
  };
}
