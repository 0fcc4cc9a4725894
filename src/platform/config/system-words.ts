/**
 * The hosted systems and sign-in services whose addresses the operator may replace (`SYSTEM_ADDRESSES`).
 * `google-analytics` stands for the Data and the Admin API.
 */
export const systemWords = [
  ...['google-analytics', 'search-console', 'google-ads', 'google-sheets', 'meta-ads', 'linkedin-ads', 'tiktok-ads'],
  ...['microsoft-ads', 'facebook-pages', 'instagram', 'pinterest-ads', 'amazon-ads'],
  ...['shopify', 'woocommerce', 'stripe', 'matomo', 'plausible', 'umami'],
  ...['youtube', 'mailchimp', 'hubspot', 'google-business-profile', 'callrail', 'klaviyo', 'piwik-pro'],
  ...['bigquery', 'snowflake', 'databricks', 'trino'],
  ...['google-oauth', 'meta-oauth', 'linkedin-oauth', 'tiktok-oauth', 'microsoft-oauth', 'pinterest-oauth'],
  ...['amazon-oauth', 'shopify-oauth', 'hubspot-oauth', 'mailchimp-oauth', 'snowflake-oauth'],
] as const;
