import { hostileValue } from './web-visits.ts';

/** What was shown to some people on a day, as the double of Meta's Insights holds it. */
export interface AdDelivery {
  /** A calendar day (YYYY-MM-DD) in the ad account's zone. */
  readonly day: string;
  readonly campaign: { readonly id: string; readonly name: string };
  readonly people: readonly string[];
  readonly impressions: number;
  readonly clicks: number;
  readonly linkClicks: number;
  readonly spend: number;
  readonly purchases: number;
  readonly purchaseValue: number;
  readonly leads: number;
  readonly publisher_platform: string;
  readonly country: string;
  readonly device_platform: string;
  readonly age: string;
  readonly gender: string;
}

const spring = { id: '120200000000000001', name: 'Spring sale' };
const hostile = { id: '120200000000000002', name: hostileValue };
const copied = { id: '120200000000000003', name: 'Spring sale' };

const nothing = { clicks: 0, linkClicks: 0, purchases: 0, purchaseValue: 0, leads: 0 };
const young = { age: '25-34', gender: 'female' };

/**
 * From Friday to Wednesday, over the end of a month: 800 impressions to four people, 25 clicks for 25.00. Nothing was
 * shown on 28 February and 2 March. Two campaigns have one name.
 */
export const adDeliveries: readonly AdDelivery[] = [
  {
    ...nothing,
    ...young,
    day: '2025-01-10',
    campaign: spring,
    people: ['a', 'b', 'c'],
    impressions: 90,
    clicks: 3,
    spend: 3,
    publisher_platform: 'facebook',
    country: 'DE',
    device_platform: 'desktop',
  },
  {
    ...young,
    day: '2026-02-27',
    campaign: spring,
    people: ['a', 'b'],
    impressions: 300,
    clicks: 12,
    linkClicks: 6,
    spend: 10.5,
    purchases: 2,
    purchaseValue: 80.4,
    leads: 1,
    publisher_platform: 'facebook',
    country: 'DE',
    device_platform: 'mobile_app',
  },
  {
    ...nothing,
    day: '2026-02-27',
    campaign: hostile,
    people: ['c'],
    impressions: 100,
    spend: 2,
    publisher_platform: 'instagram',
    country: 'PL',
    device_platform: 'mobile_web',
    age: '35-44',
    gender: 'male',
  },
  {
    ...nothing,
    ...young,
    day: '2026-03-01',
    campaign: spring,
    people: ['a', 'c'],
    impressions: 200,
    clicks: 8,
    linkClicks: 4,
    spend: 7.25,
    purchases: 1,
    purchaseValue: 30,
    publisher_platform: 'instagram',
    country: 'DE',
    device_platform: 'mobile_app',
  },
  {
    ...nothing,
    day: '2026-03-03',
    campaign: copied,
    people: ['d'],
    impressions: 150,
    clicks: 5,
    spend: 4.25,
    leads: 2,
    publisher_platform: 'audience_network',
    country: 'unknown',
    device_platform: 'desktop',
    age: 'unknown',
    gender: 'unknown',
  },
  {
    ...nothing,
    ...young,
    day: '2026-03-04',
    campaign: spring,
    people: ['b'],
    impressions: 50,
    spend: 1,
    publisher_platform: 'facebook',
    country: 'DE',
    device_platform: 'desktop',
  },
];
