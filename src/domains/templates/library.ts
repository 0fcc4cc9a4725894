import { refusedField } from '../../platform/faults.ts';
import type { SectionSettings, SectionsSettings } from '../../reporting/documents/section-settings.ts';
import type { Slot, TemplateContent } from './content.ts';

/** A template that comes with the service. Its headings are the standard ones, in the language of each report, or names of systems. */
export interface LibraryTemplate extends TemplateContent {
  readonly id: string;
  /** In English; the console has its own words. */
  readonly name: string;
  readonly description: string;
}

const web: Slot = {
  slot: 'web',
  systems: ['google-analytics', 'matomo', 'plausible', 'umami', 'piwik-pro'],
  names: {
    visits: { 'google-analytics': 'sessions', matomo: 'nb_visits', 'piwik-pro': 'sessions' },
    visitors: { 'google-analytics': 'total_users', matomo: 'nb_uniq_visitors' },
    pageviews: { 'google-analytics': 'screen_page_views', matomo: 'nb_pageviews', 'piwik-pro': 'page_views' },
    visit_duration: {
      'google-analytics': 'average_session_duration',
      matomo: 'avg_time_on_site',
      'piwik-pro': 'average_session_time',
    },
  },
};
const search: Slot = { slot: 'search', systems: ['search-console'] };
const searchAds: Slot = { slot: 'search-ads', systems: ['google-ads'] };
const meta: Slot = { slot: 'meta', systems: ['meta-ads'] };
const linkedIn: Slot = { slot: 'linkedin', systems: ['linkedin-ads'] };
const tikTok: Slot = { slot: 'tiktok', systems: ['tiktok-ads'] };
const microsoftAds: Slot = { slot: 'microsoft-ads', systems: ['microsoft-ads'] };
const pinterest: Slot = { slot: 'pinterest', systems: ['pinterest-ads'] };
const facebook: Slot = { slot: 'facebook', systems: ['facebook-pages'] };
const instagram: Slot = { slot: 'instagram', systems: ['instagram'] };
const youtube: Slot = { slot: 'youtube', systems: ['youtube'] };
const newsletter: Slot = {
  slot: 'newsletter',
  systems: ['mailchimp', 'klaviyo'],
  names: { emails_sent: { klaviyo: 'emails_received' } },
};
const deals: Slot = { slot: 'deals', systems: ['hubspot'] };
const shop: Slot = {
  slot: 'shop',
  systems: ['shopify', 'woocommerce'],
  names: {
    orders: { woocommerce: 'orders_count' },
    average_order_value: { woocommerce: 'avg_order_value' },
  },
};
const payments: Slot = { slot: 'payments', systems: ['stripe'] };
const database: Slot = {
  slot: 'database',
  systems: [
    'postgres',
    'mysql',
    'clickhouse',
    'sql-server',
    'bigquery',
    'snowflake',
    'databricks',
    'trino',
    'redshift',
  ],
};
const monitoring: Slot = { slot: 'monitoring', systems: ['prometheus'] };

const needed = (slot: Slot): Slot => ({ ...slot, required: true });
const highlights: SectionSettings = { type: 'highlights', title: null };
const of = ({ slot }: Slot) => ({ title: null, connection_id: `slot:${slot}` });
/** What the one system of a slot is called, the same in every language; headings of several key figures are told apart by it. */
const names: Readonly<Record<string, string>> = {
  search: 'Google Search Console',
  'search-ads': 'Google Ads',
  'microsoft-ads': 'Microsoft Advertising',
  meta: 'Meta Ads',
  linkedin: 'LinkedIn Ads',
  tiktok: 'TikTok Ads',
  pinterest: 'Pinterest Ads',
  facebook: 'Facebook',
  instagram: 'Instagram',
  youtube: 'YouTube',
  deals: 'HubSpot',
  payments: 'Stripe',
};
const kpis = (slot: Slot, metrics?: string[]): SectionSettings => ({
  type: 'kpis',
  ...{ ...of(slot), title: names[slot.slot] ?? null },
  ...(metrics && { metrics }),
});
const series = (slot: Slot, metric: string): SectionSettings => ({
  type: 'timeseries',
  ...of(slot),
  metric,
  by: 'auto',
});
const year = (slot: Slot, metric: string): SectionSettings => ({
  ...{ type: 'timeseries', ...of(slot), metric, display: 'columns', span: '13_months' },
});
/** Of days: not all systems of the slots know hours. */
const weekdays = (slot: Slot, metric: string): SectionSettings => ({
  ...{ type: 'heatmap', ...of(slot), metric, by: 'week' },
});
const table = (slot: Slot, dimension: string, metrics: string[]): SectionSettings => ({
  ...{ type: 'breakdown', ...of(slot), dimension, metrics, limit: 10 },
});

const visits = ['visits', 'visitors', 'pageviews', 'visit_duration'];
const webSections = [
  kpis(web, visits),
  series(web, 'visits'),
  table(web, 'channel', ['visits', 'visitors']),
  table(web, 'page', ['pageviews']),
];
const searchSections = [
  kpis(search, ['clicks', 'impressions', 'ctr', 'position']),
  series(search, 'clicks'),
  table(search, 'query', ['clicks', 'impressions', 'position']),
];
const searchAdsSections = [
  kpis(searchAds, ['cost', 'conversions', 'cost_per_conversion', 'clicks']),
  series(searchAds, 'cost'),
  table(searchAds, 'campaign', ['cost', 'conversions', 'clicks']),
];
const metaSections = [
  kpis(meta, ['spend', 'reach', 'inline_link_clicks', 'purchases']),
  series(meta, 'spend'),
  table(meta, 'campaign', ['spend', 'inline_link_clicks', 'purchases']),
];
const shopSections = [
  kpis(shop, ['total_sales', 'orders', 'average_order_value']),
  series(shop, 'total_sales'),
  table(shop, 'product', ['total_sales']),
];

function template(
  id: string,
  name: string,
  description: string,
  slots: Slot[],
  sections: SectionsSettings,
): LibraryTemplate {
  return { id, name, description, slots, settings: { sections } };
}

/** The templates that come with the service, for copies that accounts make their own. */
export const library: readonly LibraryTemplate[] = [
  template(
    'web-analytics',
    'Web analytics',
    'Visits, where they come from, and what they see.',
    [needed(web)],
    [
      ...[highlights, ...webSections],
      weekdays(web, 'visits'),
      table(web, 'device', ['visits']),
      table(web, 'country', ['visits']),
    ],
  ),
  template(
    'search-marketing',
    'Search engine marketing',
    'Search advertisements beside what is found without them.',
    [needed(searchAds), microsoftAds, search],
    [
      ...[highlights, ...searchAdsSections],
      kpis(microsoftAds, ['spend', 'conversions', 'cost_per_conversion', 'clicks']),
      table(microsoftAds, 'campaign', ['spend', 'conversions', 'clicks']),
      ...searchSections,
    ],
  ),
  template(
    'social-ads',
    'Social advertisements',
    'Meta, LinkedIn, TikTok and Pinterest, those that there are.',
    [meta, linkedIn, tikTok, pinterest],
    [
      ...[highlights, ...metaSections],
      kpis(linkedIn, ['cost_in_local_currency', 'impressions', 'clicks', 'external_website_conversions']),
      table(linkedIn, 'campaign', ['cost_in_local_currency', 'clicks']),
      kpis(tikTok, ['spend', 'impressions', 'clicks', 'conversion']),
      table(tikTok, 'campaign', ['spend', 'clicks', 'conversion']),
      kpis(pinterest, ['spend', 'impressions', 'pin_clicks', 'conversions']),
      table(pinterest, 'campaign', ['spend', 'pin_clicks', 'conversions']),
    ],
  ),
  template(
    'social-media',
    'Social media',
    'Who sees, follows and answers on Facebook, Instagram and YouTube, those that there are.',
    [facebook, instagram, youtube],
    [
      ...[highlights, kpis(facebook, ['viewers', 'engagements', 'followers', 'follows']), series(facebook, 'views')],
      ...[kpis(instagram, ['reach', 'total_interactions', 'likes', 'saves']), series(instagram, 'reach')],
      table(instagram, 'content_type', ['total_interactions', 'views']),
      kpis(youtube, ['views', 'watch_time', 'subscribers_gained', 'average_view_duration']),
      ...[series(youtube, 'views'), table(youtube, 'video', ['views', 'watch_time', 'likes'])],
    ],
  ),
  template(
    'email-and-leads',
    'E-mail and leads',
    'What newsletters bring about, and the contacts and deals that come of it.',
    [newsletter, deals, web],
    [
      ...[highlights, kpis(newsletter, ['emails_sent', 'opens', 'clicks', 'unsubscribed'])],
      table(newsletter, 'campaign', ['emails_sent', 'opens', 'clicks']),
      kpis(deals, ['contacts_created', 'deals_created', 'deals_won', 'deals_won_amount']),
      ...[series(deals, 'contacts_created'), table(deals, 'source', ['contacts_created', 'deals_won'])],
      kpis(web, visits),
    ],
  ),
  template(
    'shop',
    'Shop',
    'Sales and orders, the best products, and the visits that lead to them.',
    [needed(shop), web],
    [...[highlights, ...shopSections], year(shop, 'total_sales'), ...webSections],
  ),
  template(
    'seo',
    'Search engine optimization',
    'What is searched, found and clicked, and what visits come of it.',
    [needed(search), web],
    [
      ...[highlights, ...searchSections],
      table(search, 'page', ['clicks', 'impressions', 'position']),
      table(search, 'country', ['clicks', 'impressions']),
      table(web, 'page', ['pageviews']),
    ],
  ),
  template(
    'marketing-month',
    'Whole marketing month',
    'Web, search, advertisements and shop in one report: what the project has of them.',
    [web, search, searchAds, meta, shop],
    [...[highlights, ...shopSections, ...searchAdsSections, ...metaSections, ...searchSections, ...webSections]],
  ),
  template(
    'software-product',
    'Software product',
    'Payments by Stripe, the figures of a database, and visits.',
    [needed(payments), database, web],
    [
      ...[highlights, kpis(payments, ['gross_volume', 'net_volume', 'payments', 'refunds'])],
      ...[series(payments, 'net_volume'), year(payments, 'net_volume'), table(payments, 'category', ['net_volume'])],
      ...[kpis(database), kpis(web, visits), series(web, 'visits')],
    ],
  ),
  template(
    'operations',
    'Operations',
    'All figures of a monitoring by Prometheus.',
    [needed(monitoring)],
    [...[highlights, kpis(monitoring)]],
  ),
];

/** A copy of what comes with the service; throws a fault of `library`. */
export function contentOfLibrary(id: string): TemplateContent {
  const found = library.find((template) => template.id === id);
  if (!found) throw refusedField('library', 'value', `is one of ${library.map((template) => template.id).join(', ')}`);
  return { slots: found.slots, settings: found.settings };
}
