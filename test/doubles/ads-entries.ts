import { hostileValue } from './web-visits.ts';

interface Campaign {
  readonly id: number;
  readonly name: string;
  readonly type: string;
}

/** Two share a name, as one of them was removed; `idle` was never shown. */
export const campaigns: readonly [Campaign, Campaign, Campaign, Campaign, Campaign] = [
  { id: 1, name: 'Spring', type: 'SEARCH' },
  { id: 2, name: 'Spring', type: 'SEARCH' },
  { id: 3, name: 'Everything', type: 'PERFORMANCE_MAX' },
  { id: 4, name: hostileValue, type: 'DISPLAY' },
  { id: 5, name: 'Idle', type: 'VIDEO' },
];

const [spring, oldSpring, everything, hostile] = campaigns;

/** What was shown on a day to people of one kind. */
export interface AdsEntry {
  readonly date: string;
  readonly campaign: Campaign;
  readonly adGroup: string;
  readonly device: string;
  readonly network: string;
  /** ISO 3166 numeric plus 2000. */
  readonly country: number;
  readonly isTargeted: boolean;
  /** Null where the term is withheld. */
  readonly term: string | null;
  readonly keyword: string | null;
  readonly page: string;
  readonly product: string | null;
  readonly micros: number;
  readonly impressions: number;
  readonly clicks: number;
  readonly conversions: number;
  readonly value: number;
}

const usual = {
  adGroup: 'Shoes',
  device: 'MOBILE',
  network: 'SEARCH',
  country: 2276,
  isTargeted: true,
  term: 'red shoes',
  keyword: 'shoes',
  page: 'https://shop.example/shoes',
  product: null,
} as const;

export const adsEntries: readonly AdsEntry[] = [
  // Cents that doubles do not add up to exactly.
  {
    ...usual,
    date: '2026-02-27',
    campaign: oldSpring,
    micros: 100_000,
    impressions: 10,
    clicks: 1,
    conversions: 0,
    value: 0,
  },
  {
    ...usual,
    date: '2026-03-01',
    campaign: spring,
    micros: 200_000,
    impressions: 20,
    clicks: 2,
    conversions: 0.5,
    value: 25,
  },
  {
    ...usual,
    ...{ date: '2026-03-01', campaign: spring, adGroup: 'Boots', device: 'DESKTOP', term: 'boots', keyword: 'boots' },
    ...{ micros: 1_234_567, impressions: 100, clicks: 10, conversions: 1, value: 49.99 },
  },
  {
    ...usual,
    ...{
      date: '2026-03-03',
      campaign: everything,
      network: 'MIXED',
      keyword: null,
      isTargeted: false,
      product: 'Shoe 1',
    },
    ...{ micros: 3_000_000, impressions: 300, clicks: 12, conversions: 2.25, value: 80 },
  },
  {
    ...usual,
    ...{
      date: '2026-03-04',
      campaign: hostile,
      device: 'CONNECTED_TV',
      network: 'CONTENT',
      country: 2616,
      term: null,
      keyword: null,
    },
    ...{ micros: 500_000, impressions: 1000, clicks: 0, conversions: 0, value: 0 },
  },
  // Clicked the day after it was shown.
  {
    ...usual,
    date: '2026-03-05',
    campaign: spring,
    term: hostileValue,
    micros: 400_000,
    impressions: 0,
    clicks: 1,
    conversions: 0,
    value: 0,
  },
];
