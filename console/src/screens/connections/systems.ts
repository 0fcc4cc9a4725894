import type { Data } from '../../api/client.ts';
import type { Messages } from '../../messages/catalog.ts';

export type System = Data<'listSystems'>['systems'][number];
export type Group = keyof Messages['connections']['gallery']['groups'];

interface Known {
  /** A brand's name; the same in every language. */
  readonly name?: string;
  readonly group: Group;
  /** The fields of the configuration that a choice from the list of resources names. */
  readonly resource?: readonly string[];
}

/** Where systems stand in the gallery, the usual ones first. Others work as well, and come last. */
const known: Readonly<Record<string, Known>> = {
  'google-sheets': { name: 'Google Sheets', group: 'files', resource: ['range'] },
  file: { group: 'files' },
  'google-ads': { name: 'Google Ads', group: 'advertising', resource: ['customer', 'manager'] },
  'meta-ads': { name: 'Meta Ads', group: 'advertising', resource: ['account'] },
  'linkedin-ads': { name: 'LinkedIn Ads', group: 'advertising', resource: ['account'] },
  'tiktok-ads': { name: 'TikTok Ads', group: 'advertising', resource: ['account'] },
  'microsoft-ads': { name: 'Microsoft Advertising', group: 'advertising', resource: ['account'] },
  'pinterest-ads': { name: 'Pinterest Ads', group: 'advertising', resource: ['account'] },
  'amazon-ads': { name: 'Amazon Ads', group: 'advertising', resource: ['profile', 'region'] },
  'facebook-pages': { name: 'Facebook Pages', group: 'analytics', resource: ['page'] },
  instagram: { name: 'Instagram', group: 'analytics', resource: ['account'] },
  'google-analytics': { name: 'Google Analytics', group: 'analytics', resource: ['property'] },
  'search-console': { name: 'Google Search Console', group: 'analytics', resource: ['site'] },
  matomo: { name: 'Matomo', group: 'analytics', resource: ['site'] },
  'piwik-pro': { name: 'Piwik PRO', group: 'analytics', resource: ['account', 'site'] },
  plausible: { name: 'Plausible', group: 'analytics', resource: ['site'] },
  umami: { name: 'Umami', group: 'analytics', resource: ['website'] },
  shopify: { name: 'Shopify', group: 'shops' },
  woocommerce: { name: 'WooCommerce', group: 'shops' },
  stripe: { name: 'Stripe', group: 'shops', resource: ['currency'] },
  youtube: { name: 'YouTube', group: 'analytics', resource: ['channel'] },
  mailchimp: { name: 'Mailchimp', group: 'customers', resource: ['audience'] },
  hubspot: { name: 'HubSpot', group: 'customers', resource: ['pipeline'] },
  'google-business-profile': { name: 'Google Business Profile', group: 'analytics', resource: ['location'] },
  callrail: { name: 'CallRail', group: 'customers', resource: ['account', 'company'] },
  klaviyo: { name: 'Klaviyo', group: 'customers', resource: ['orders'] },
  postgres: { name: 'PostgreSQL', group: 'databases', resource: ['table'] },
  mysql: { name: 'MySQL', group: 'databases', resource: ['table'] },
  clickhouse: { name: 'ClickHouse', group: 'databases', resource: ['table'] },
  bigquery: { name: 'BigQuery', group: 'databases', resource: ['table'] },
  snowflake: { name: 'Snowflake', group: 'databases', resource: ['table'] },
  databricks: { name: 'Databricks', group: 'databases', resource: ['table'] },
  trino: { name: 'Trino', group: 'databases', resource: ['table'] },
  redshift: { name: 'Amazon Redshift', group: 'databases', resource: ['table'] },
  'sql-server': { name: 'SQL Server', group: 'databases', resource: ['table'] },
  'http-json': { group: 'interfaces' },
  prometheus: { name: 'Prometheus', group: 'interfaces' },
};

const order = Object.keys(known);

/** What people call a system. */
export function nameOf(system: string, { gallery, uploads }: Messages['connections']): string {
  if (system === 'file') return uploads.file;
  if (system === 'http-json') return gallery.jsonApi;
  return known[system]?.name ?? system.replaceAll(/[-_]/g, ' ').replace(/^./, (letter) => letter.toUpperCase());
}

export function groupOf(system: string): Group {
  return known[system]?.group ?? 'interfaces';
}

/** The fields of the configuration that one chooses from a list rather than types. */
export function resourceFieldsOf({ system, lists_resources }: System): readonly string[] {
  return lists_resources ? (known[system]?.resource ?? []) : [];
}

/** The systems in the order of the gallery. */
export function inOrder(systems: readonly System[]): System[] {
  const place = ({ system }: System) => (order.indexOf(system) < 0 ? order.length : order.indexOf(system));
  return systems.toSorted((a, b) => place(a) - place(b));
}

/** The vendors that people sign in at. */
export const vendors: Readonly<Record<string, string>> = {
  google: 'Google',
  meta: 'Meta',
  linkedin: 'LinkedIn',
  tiktok: 'TikTok',
  microsoft: 'Microsoft',
  pinterest: 'Pinterest',
  amazon: 'Amazon',
  hubspot: 'HubSpot',
  mailchimp: 'Mailchimp',
  snowflake: 'Snowflake',
};
