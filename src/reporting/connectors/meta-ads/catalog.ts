import type { DimensionDescription, MetricDescription } from '../../documents/model.ts';
import { advertising, type Catalog, pairsBetween } from '../hosted/choice.ts';

interface MetaMetric extends MetricDescription {
  /** Its field in Insights, if it has another name than the metric. */
  readonly field?: string;
  /** Of a field that lists figures by the type of action, the type that is meant. */
  readonly action?: string;
  /** Whether it is of what happens on Meta itself: of the rest, and of people, there are no hours. */
  readonly hourly?: true;
  /** Of a ratio: keys of the metrics that it is worked out from where accounts are added up, and what it is multiplied by. */
  readonly ratio?: { readonly of: string; readonly to: string; readonly factor?: number };
  /** What the system's figure is divided by. */
  readonly divisor?: number;
}

interface MetaDimension extends DimensionDescription {
  /** What rows are of: parts of the account, by their names; or all of it, broken down by a field of their values. */
  readonly level?: 'campaign' | 'adset' | 'ad';
  readonly breakdown?: string;
  /** Names to show for the values that have one. */
  readonly names?: Readonly<Record<string, string>>;
}

const count = { unit: 'count', decimals: null, better: 'up', additive: true } as const;
const money = { unit: 'currency', decimals: null } as const;
const cost = { ...money, better: 'down', additive: false } as const;
const rate = { unit: 'percent', decimals: null, better: 'up', additive: false, divisor: 100 } as const;
const people = { unit: 'count', decimals: null, better: 'up', additive: false } as const;

/** `omni_…` counts an event wherever it happened, in the web, in apps and in shops, each once. */
const actions = { ...count, field: 'actions' } as const;

/** Of what people did, one type. */
export function countedAction(key: string, label: string, action: string): MetaMetric {
  return { key, label, ...actions, action };
}

/** What Meta's Insights offer, by their own names. */
export const metaCatalog: Catalog<MetaMetric, MetaDimension> = {
  leading: ['spend', 'inline_link_clicks', 'purchases'],
  advertising: advertising('spend', 'purchases'),
  metrics: [
    { key: 'spend', label: 'Amount spent', ...money, better: 'none', additive: true, hourly: true },
    { key: 'impressions', label: 'Impressions', ...count, hourly: true },
    { key: 'reach', label: 'Reach', ...people },
    { key: 'inline_link_clicks', label: 'Link clicks', ...count, hourly: true },
    { key: 'ctr', label: 'CTR', ...rate, ratio: { of: 'clicks', to: 'impressions' } },
    { key: 'cpc', label: 'CPC', ...cost, ratio: { of: 'spend', to: 'clicks' } },
    { key: 'purchases', label: 'Purchases', ...actions, action: 'omni_purchase' },
    {
      key: 'purchase_roas',
      label: 'ROAS',
      unit: 'number',
      decimals: 2,
      better: 'up',
      additive: false,
      action: 'omni_purchase',
      ratio: { of: 'purchase_value', to: 'spend' },
    },
    {
      key: 'purchase_value',
      label: 'Purchase value',
      ...money,
      better: 'up',
      additive: true,
      field: 'action_values',
      action: 'omni_purchase',
    },
    { key: 'leads', label: 'Leads', ...actions, action: 'lead' },
    { key: 'clicks', label: 'Clicks', ...count, hourly: true },
    { key: 'cpm', label: 'CPM', ...cost, ratio: { of: 'spend', to: 'impressions', factor: 1000 } },
    { key: 'frequency', label: 'Frequency', unit: 'number', decimals: 2, better: 'none', additive: false },
    { key: 'unique_clicks', label: 'Unique clicks', ...people, extra: true },
    {
      key: 'inline_link_click_ctr',
      label: 'Link click-through rate',
      ...rate,
      ratio: { of: 'inline_link_clicks', to: 'impressions' },
      extra: true,
    },
    {
      key: 'cost_per_inline_link_click',
      label: 'Cost per link click',
      ...cost,
      ratio: { of: 'spend', to: 'inline_link_clicks' },
      extra: true,
    },
    {
      key: 'outbound_clicks',
      label: 'Outbound clicks',
      ...count,
      action: 'outbound_click',
      extra: true,
    },
    { key: 'landing_page_views', label: 'Landing page views', ...actions, action: 'landing_page_view', extra: true },
    { key: 'video_views', label: 'Video views', ...actions, action: 'video_view', extra: true },
    { key: 'add_to_cart', label: 'Adds to cart', ...actions, action: 'omni_add_to_cart', extra: true },
    {
      key: 'checkouts_initiated',
      label: 'Checkouts initiated',
      ...actions,
      action: 'omni_initiated_checkout',
      extra: true,
    },
    {
      key: 'registrations',
      label: 'Registrations completed',
      ...actions,
      action: 'omni_complete_registration',
      extra: true,
    },
    { key: 'app_installs', label: 'App installs', ...actions, action: 'omni_app_install', extra: true },
  ],
  dimensions: [
    { key: 'campaign', label: 'Campaign', level: 'campaign' },
    {
      key: 'channel',
      label: 'Channel',
      breakdown: 'publisher_platform',
      names: {
        facebook: 'Facebook',
        instagram: 'Instagram',
        audience_network: 'Audience Network',
        messenger: 'Messenger',
        threads: 'Threads',
        whatsapp: 'WhatsApp',
      },
    },
    { key: 'country', label: 'Country', breakdown: 'country' },
    {
      key: 'device',
      label: 'Device',
      breakdown: 'device_platform',
      names: { mobile_app: 'Mobile app', mobile_web: 'Mobile web', desktop: 'Desktop' },
    },
    { key: 'ad_set', label: 'Ad set', level: 'adset', extra: true },
    { key: 'ad', label: 'Ad', level: 'ad', pictures: true, extra: true },
    { key: 'age', label: 'Age', breakdown: 'age', extra: true },
    {
      key: 'gender',
      label: 'Gender',
      breakdown: 'gender',
      names: { female: 'Female', male: 'Male' },
      extra: true,
    },
  ],
  // Rows of a level can be broken down; of two breakdowns Meta takes few together.
  pairs: [
    ...pairsBetween(['campaign', 'ad_set', 'ad'], ['channel', 'country', 'device', 'age', 'gender']),
    ['age', 'gender'],
  ],
};

export type { MetaDimension, MetaMetric };
