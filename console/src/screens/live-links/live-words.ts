import type { Data } from '../../api/client.ts';
import type { Preset } from '../reports/periods.ts';

export type LiveShare = Data<'getShare'>;
/** What readers may choose, how old figures may be, and who may embed the page. */
export type LiveChoices = NonNullable<LiveShare['live']>;
export type LivePeriod = LiveChoices['periods'][number];
export type LiveComparison = LiveChoices['compare'][number];

/** The periods that readers can choose from, with the words that reports have for them. */
export const presetOf: Readonly<Record<LivePeriod, Preset>> = {
  'last-7-days': 'last7Days',
  'last-28-days': 'last28Days',
  'last-30-days': 'last30Days',
  'last-90-days': 'last90Days',
  'previous-week': 'lastWeek',
  'previous-month': 'lastMonth',
  'previous-quarter': 'lastQuarter',
  'previous-year': 'lastYear',
  'this-week': 'thisWeek',
  'this-month': 'thisMonth',
  'this-quarter': 'thisQuarter',
  'this-year': 'thisYear',
};
export const livePeriods = Object.keys(presetOf) as LivePeriod[];
