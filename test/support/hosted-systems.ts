import { amazonProfiles, amazonToken, startAmazonAds } from '../doubles/amazon-ads.ts';
import { callRailIds, callRailKey, startCallRail } from '../doubles/callrail.ts';
import type { Double } from '../doubles/double.ts';
import { facebookPage, startFacebookPages } from '../doubles/facebook-pages.ts';
import { adsAccounts, adsSecret, startGoogleAds } from '../doubles/google-ads.ts';
import { analyticsProperties, startGoogleAnalytics } from '../doubles/google-analytics.ts';
import { businessLocations, startBusinessProfile } from '../doubles/google-business-profile.ts';
import { type GoogleOAuth, startGoogleOAuth } from '../doubles/google-oauth.ts';
import { sheetsSecret, spreadsheetId, startGoogleSheets } from '../doubles/google-sheets.ts';
import { hubSpotToken, startHubSpot } from '../doubles/hubspot.ts';
import { instagramAccount, startInstagram } from '../doubles/instagram.ts';
import { klaviyoKey, startKlaviyo } from '../doubles/klaviyo.ts';
import { linkedInToken, startLinkedInAds } from '../doubles/linkedin-ads.ts';
import { mailchimpKey, startMailchimp } from '../doubles/mailchimp.ts';
import { matomoToken, startMatomo } from '../doubles/matomo.ts';
import { metaAccounts, metaToken, startMetaAds } from '../doubles/meta-ads.ts';
import { microsoftAccounts, microsoftClient, microsoftToken, startMicrosoftAds } from '../doubles/microsoft-ads.ts';
import { pinterestAccounts, pinterestToken, startPinterestAds } from '../doubles/pinterest-ads.ts';
import { piwikClient, piwikSites, startPiwikPro } from '../doubles/piwik-pro.ts';
import { plausibleKey, startPlausible } from '../doubles/plausible.ts';
import { searchSites, startSearchConsole } from '../doubles/search-console.ts';
import { shopifyToken, startShopify } from '../doubles/shopify.ts';
import { oauthDoubleClient } from '../doubles/sign-in-double.ts';
import { startStripe, stripeKey } from '../doubles/stripe.ts';
import { startTikTokAds, tikTokClient, tikTokToken } from '../doubles/tiktok-ads.ts';
import { startUmami, umamiToken, umamiWebsites } from '../doubles/umami.ts';
import { hostileValue } from '../doubles/web-visits.ts';
import { startWooCommerce, wooSecret } from '../doubles/woocommerce.ts';
import { startYouTube, youTubeChannels } from '../doubles/youtube.ts';

/** A hosted system as a project connects it, with the double that stands in for it. */
export interface HostedSystem {
  readonly system: string;
  readonly start: () => Promise<Double>;
  readonly config: unknown;
  readonly secret: unknown;
}

const orders = [
  ['Day', 'Sum', 'City'],
  [{ serial: 46080, shown: '27/02/2026' }, 10.5, hostileValue],
  [{ serial: 46086, shown: '05/03/2026' }, 0.25, 'Kraków'],
  [{ serial: 46110, shown: '29/03/2026' }, 4, 'Berlin'],
];

/** Every hosted system, in the order of the registry, and the sign-in of Google that some ask for their tokens. */
export async function hostedSystems(): Promise<{
  readonly systems: readonly HostedSystem[];
  readonly oauth: GoogleOAuth;
}> {
  const oauth = await startGoogleOAuth();
  const google = { service_account: oauth.serviceAccount };
  const url = 'https://stats.example.com';
  const sheet = {
    ...{ spreadsheet: spreadsheetId, range: 'Orders!A:C', date: 'Day' },
    metrics: [{ key: 'sum', label: 'Sum', sql: 'sum("Sum")', unit: 'number', better: 'up', additive: true }],
    dimensions: [{ key: 'city', label: 'City', sql: 'City' }],
  };
  const list: readonly [system: string, start: () => Promise<Double>, config: unknown, secret: unknown][] = [
    ['google-analytics', () => startGoogleAnalytics(oauth), { property: analyticsProperties.shop }, google],
    ['search-console', () => startSearchConsole(oauth), { site: searchSites.shop }, google],
    ['google-ads', startGoogleAds, { customer: adsAccounts.shop, manager: adsAccounts.manager }, adsSecret],
    ['google-sheets', () => startGoogleSheets({ Orders: orders }), sheet, sheetsSecret],
    ['meta-ads', () => startMetaAds(500), { account: metaAccounts.shop }, { token: metaToken }],
    ['linkedin-ads', startLinkedInAds, { account: '507404993' }, grantOf(linkedInToken)],
    ['tiktok-ads', startTikTokAds, { account: '7000000000000000001' }, grantOf(tikTokToken, tikTokClient)],
    ['microsoft-ads', startMicrosoftAds, { account: microsoftAccounts.shop }, grantOf(microsoftToken, microsoftClient)],
    ['facebook-pages', startFacebookPages, { page: facebookPage }, { token: metaToken }],
    ['instagram', startInstagram, { account: instagramAccount }, { token: metaToken }],
    ['pinterest-ads', startPinterestAds, { account: pinterestAccounts.shop }, grantOf(pinterestToken)],
    [
      ...(['amazon-ads', startAmazonAds, { profile: amazonProfiles.shop, region: 'na' }] as const),
      grantOf(amazonToken, oauthDoubleClient),
    ],
    ['shopify', startShopify, { shop: 'my-shop' }, { token: shopifyToken }],
    ['woocommerce', startWooCommerce, { url }, wooSecret],
    ['stripe', () => startStripe(100), { currency: 'eur' }, { key: stripeKey }],
    ['matomo', startMatomo, { url, site: 1 }, { token: matomoToken }],
    ['plausible', startPlausible, { url, site: 'shop.example' }, { key: plausibleKey }],
    ['umami', startUmami, { url, website: umamiWebsites.shop }, { token: umamiToken }],
    ['youtube', () => startYouTube(oauth), { channel: youTubeChannels.shop }, oauth.grantSecret],
    ['mailchimp', startMailchimp, {}, { key: mailchimpKey }],
    ['hubspot', startHubSpot, {}, { token: hubSpotToken }],
    [
      'google-business-profile',
      () => startBusinessProfile(oauth),
      { location: businessLocations.shop },
      oauth.grantSecret,
    ],
    ['callrail', startCallRail, { account: callRailIds.account }, { key: callRailKey }],
    ['klaviyo', startKlaviyo, {}, { key: klaviyoKey }],
    ['piwik-pro', startPiwikPro, { account: 'shop', site: piwikSites.shop }, piwikClient],
  ];
  return { oauth, systems: list.map(([system, start, config, secret]) => ({ system, start, config, secret })) };
}

interface Client {
  readonly client_id: string;
  readonly client_secret: string;
  readonly developer_token?: string | null;
}

/** A grant whose token does not end. */
export function grantOf(
  access_token: string,
  client: Client = { client_id: 'client', client_secret: 'client-secret' },
) {
  return {
    grant: { access_token, expires_at: null, refresh_token: null },
    client: { developer_token: null, ...client },
  };
}
