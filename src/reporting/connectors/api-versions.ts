/** A version of a vendor's API, as it stands in addresses or headers. */
export interface ApiVersion {
  readonly version: string;
  /** The last day (YYYY-MM-DD) on which it surely answers; null where nothing ends it. */
  readonly endsOn: string | null;
  /** Whether the vendor named the day (`announced`), or only how long versions live (`policy`). */
  readonly basis: 'announced' | 'policy' | 'none';
  /** Where the vendor tells it, or why there is no end. */
  readonly told: string;
}

/** An API whose version the vendor has announced no end of. */
const lasting = (version: string, told: string): ApiVersion => ({ version, endsOn: null, basis: 'none', told });

/** The Graph API, with the Marketing API, Pages and Instagram. */
const graph: ApiVersion = {
  version: 'v26.0',
  endsOn: '2027-07-29',
  basis: 'policy',
  told: 'Released on 29 July 2026; one of the Marketing API ends about a year later: https://developers.facebook.com/docs/marketing-api/versions',
};

/**
 * The versions that connectors ask for, by the words of their systems, as told in November 2026. A test fails 60 days
 * before one ends: move it then, and read what the vendor changed.
 */
export const apiVersions = {
  'amazon-ads': lasting('v3', 'Reports of version 3; what is new comes in another API, without an end of this one.'),
  bigquery: lasting('v2', 'https://cloud.google.com/bigquery/docs/reference/rest'),
  callrail: lasting('v3', 'https://apidocs.callrail.com/'),
  databricks: lasting('2.0', 'https://docs.databricks.com/api/workspace/statementexecution'),
  'facebook-pages': graph,
  'google-ads': {
    version: 'v26',
    endsOn: '2027-08-31',
    basis: 'policy',
    told: 'Lives about 12 months, in use since September 2026: https://developers.google.com/google-ads/api/docs/sunset-dates',
  },
  'google-analytics': lasting(
    'v1beta',
    'https://developers.google.com/analytics/devguides/reporting/data/v1/changelog',
  ),
  'google-business-profile': lasting('v1', 'https://developers.google.com/my-business/content/sunset-dates'),
  'google-sheets': lasting('v4', 'https://developers.google.com/workspace/sheets/release-notes'),
  hubspot: {
    version: '2026-03',
    endsOn: '2027-09-30',
    basis: 'policy',
    told: 'Of objects; versions by date are served for 18 months: https://developers.hubspot.com/docs/developer-tooling/platform/versioning',
  },
  instagram: graph,
  klaviyo: {
    version: '2026-10-15',
    endsOn: '2028-10-14',
    basis: 'policy',
    told: 'Revisions are stable for a year and deprecated for another: https://developers.klaviyo.com/en/docs/api_versioning_and_deprecation_policy',
  },
  'linkedin-ads': {
    version: '202609',
    endsOn: '2027-09-15',
    basis: 'policy',
    told: 'Served for a year at least, until the middle of its month: https://learn.microsoft.com/en-us/linkedin/marketing/integrations/migrations',
  },
  mailchimp: lasting('3.0', 'https://mailchimp.com/developer/marketing/api/'),
  'meta-ads': graph,
  'microsoft-ads': lasting(
    'v13',
    'SOAP ends on 31 January 2027, the JSON that is asked for does not: https://learn.microsoft.com/en-us/advertising/guides/migrate-to-rest',
  ),
  'pinterest-ads': lasting('v5', 'https://developers.pinterest.com/docs/api/v5/'),
  'piwik-pro': lasting('v1', 'https://developers.piwik.pro/reference/query-api'),
  plausible: lasting('v2', 'https://plausible.io/docs/stats-api'),
  'search-console': lasting('v3', 'https://developers.google.com/webmaster-tools/v1/api_reference_index'),
  shopify: {
    version: '2026-10',
    endsOn: '2027-09-30',
    basis: 'policy',
    told: 'Served for 12 months at least: https://shopify.dev/docs/api/usage/versioning',
  },
  snowflake: lasting('v2', 'https://docs.snowflake.com/en/developer-guide/sql-api/index'),
  stripe: lasting('v1', "The account's own default, which does not end: https://docs.stripe.com/api/versioning"),
  'tiktok-ads': lasting('v1.3', 'https://business-api.tiktok.com/portal/docs'),
  trino: lasting('v1', 'Part of the server: https://trino.io/docs/current/develop/client-protocol.html'),
  woocommerce: lasting(
    'v3',
    'Part of the shop, with its own version: https://developer.woocommerce.com/docs/apis/rest-api/',
  ),
  youtube: lasting('v2', 'https://developers.google.com/youtube/analytics/revision_history'),
} as const satisfies Readonly<Record<string, ApiVersion>>;
