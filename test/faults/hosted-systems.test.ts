import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { germanLabels } from '../../src/reporting/connectors/labels/de.ts';
import type { KpisSection, ReportDocument } from '../../src/reporting/documents/model.ts';
import { amazonProfiles, amazonToken, startAmazonAds } from '../doubles/amazon-ads.ts';
import { callRailIds, callRailKey, startCallRail } from '../doubles/callrail.ts';
import type { Double } from '../doubles/double.ts';
import { facebookPage, startFacebookPages } from '../doubles/facebook-pages.ts';
import { adsAccounts, adsSecret, startGoogleAds } from '../doubles/google-ads.ts';
import { analyticsProperties, startGoogleAnalytics } from '../doubles/google-analytics.ts';
import { businessLocations, startBusinessProfile } from '../doubles/google-business-profile.ts';
import { startGoogleOAuth } from '../doubles/google-oauth.ts';
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
import { startWooCommerce, wooSecret } from '../doubles/woocommerce.ts';
import { startYouTube, youTubeChannels } from '../doubles/youtube.ts';
import { finished } from '../e2e/flights.ts';
import { givenAccount, givenProject, givenToken } from '../support/accounts.ts';
import { hostedSystems } from '../support/catalogs.ts';
import { runCommand } from '../support/command.ts';
import { grantOf } from '../support/hosted-systems.ts';
import { startedService } from '../support/started-service.ts';
import { test } from '../support/suite.ts';

const url = 'https://stats.example.com';
const usual = { current: { from: '2026-02-27', to: '2026-03-05' }, compare: { from: '2026-02-20', to: '2026-02-26' } };

interface Hosted {
  readonly system: string;
  readonly start: () => Promise<Double>;
  readonly config: unknown;
  readonly secret: unknown;
  /** The addresses of others that the system needs, such as those of its sign-in. */
  readonly addresses?: Readonly<Record<string, string>>;
  readonly period?: typeof usual;
  readonly warnings?: readonly string[];
  /** Values of the current period by the keys of their metrics. */
  readonly figures: Readonly<Record<string, number>>;
}

const oauth = await startGoogleOAuth();
const addresses = { 'google-oauth': oauth.url };

const hosted: readonly Hosted[] = [
  {
    system: 'google-analytics',
    start: () => startGoogleAnalytics(oauth),
    config: { property: analyticsProperties.shop },
    secret: { service_account: oauth.serviceAccount },
    addresses,
    figures: { sessions: 6, total_users: 4, screen_page_views: 10, key_events: 3, total_revenue: 37.5 },
  },
  {
    system: 'search-console',
    start: () => startSearchConsole(oauth),
    config: { site: searchSites.shop },
    secret: oauth.grantSecret,
    addresses,
    figures: { clicks: 12, impressions: 100, ctr: 0.12, position: 3.1 },
  },
  {
    system: 'google-ads',
    start: startGoogleAds,
    config: { customer: adsAccounts.shop, manager: adsAccounts.manager },
    secret: adsSecret,
    figures: { cost: 5.434567, impressions: 1430, clicks: 26, conversions: 3.75, conversions_value: 154.99 },
  },
  {
    system: 'google-sheets',
    start: () =>
      startGoogleSheets({
        Orders: [
          ['Day', 'Amount', 'City'],
          [{ serial: 46080, shown: '27/02/2026' }, 10.5, 'Berlin'],
          [{ serial: 46086, shown: '05/03/2026' }, 0.25, 'Kraków'],
          [{ serial: 46087, shown: '06/03/2026' }, 100, 'Berlin'],
        ],
      }),
    config: {
      spreadsheet: `https://docs.google.com/spreadsheets/d/${spreadsheetId}/edit`,
      range: 'Orders!A:C',
      date: 'Day',
      metrics: [
        { key: 'amount', label: 'Amount', sql: 'sum(Amount)', unit: 'currency', better: 'up', additive: true },
        { key: 'orders', label: 'Orders', sql: 'count(*)', unit: 'count', better: 'up', additive: true },
      ],
      dimensions: [{ key: 'city', label: 'City', sql: 'City' }],
    },
    secret: sheetsSecret,
    warnings: [],
    figures: { amount: 10.75, orders: 2 },
  },
  {
    system: 'meta-ads',
    start: startMetaAds,
    config: { account: metaAccounts.shop },
    secret: { token: metaToken },
    figures: { spend: 25, impressions: 800, reach: 4, purchases: 3, purchase_value: 110.4, purchase_roas: 4.416 },
  },
  {
    system: 'linkedin-ads',
    start: startLinkedInAds,
    config: { account: '507404993' },
    secret: grantOf(linkedInToken),
    figures: { impressions: 2002, clicks: 20, cost_in_local_currency: 20.4, approximate_member_reach: 5 },
  },
  {
    system: 'tiktok-ads',
    start: startTikTokAds,
    config: { account: '7000000000000000001' },
    secret: grantOf(tikTokToken, tikTokClient),
    figures: { impressions: 2002, clicks: 20, spend: 20.4, reach: 5 },
  },
  {
    system: 'microsoft-ads',
    start: startMicrosoftAds,
    config: { account: microsoftAccounts.shop },
    secret: grantOf(microsoftToken, microsoftClient),
    figures: { impressions: 2002, clicks: 20, spend: 20.4, conversions: 3 },
  },
  {
    system: 'facebook-pages',
    start: startFacebookPages,
    config: { page: facebookPage },
    secret: { token: metaToken },
    figures: { views: 770, engagements: 28, followers: 106, follows: 7 },
  },
  {
    system: 'instagram',
    start: startInstagram,
    config: { account: instagramAccount },
    secret: { token: metaToken },
    figures: { reach: 5, views: 40, likes: 6 },
  },
  {
    system: 'pinterest-ads',
    start: startPinterestAds,
    config: { account: pinterestAccounts.shop },
    secret: grantOf(pinterestToken),
    figures: { impressions: 2002, pin_clicks: 20, spend: 20.4, reach: 5 },
  },
  {
    system: 'amazon-ads',
    start: startAmazonAds,
    config: { profile: amazonProfiles.shop, region: 'na' },
    secret: grantOf(amazonToken, oauthDoubleClient),
    figures: { impressions: 2002, clicks: 20, cost: 20.4, sales: 30 },
  },
  {
    system: 'shopify',
    start: startShopify,
    config: { shop: 'my-shop' },
    secret: { token: shopifyToken },
    figures: { total_sales: 57.21, net_sales: 46.6, orders: 4, average_order_value: 13.9, discounts: 2 },
  },
  {
    system: 'woocommerce',
    start: startWooCommerce,
    config: { url },
    secret: wooSecret,
    figures: { net_revenue: 46.6, orders_count: 4, total_sales: 57.21, avg_order_value: 11.65, refunds: 9 },
  },
  {
    system: 'plausible',
    start: startPlausible,
    config: { url, site: 'shop.example' },
    secret: { key: plausibleKey },
    figures: { visitors: 4, visits: 6, pageviews: 10 },
  },
  {
    system: 'matomo',
    start: startMatomo,
    config: { url, site: 1 },
    secret: { token: matomoToken },
    figures: { nb_visits: 6, nb_pageviews: 10 },
  },
  {
    system: 'umami',
    start: startUmami,
    config: { url, website: umamiWebsites.shop },
    secret: { token: umamiToken },
    figures: { visitors: 4, visits: 6, pageviews: 10 },
  },
  {
    system: 'stripe',
    start: startStripe,
    config: { currency: 'eur' },
    secret: { key: stripeKey },
    period: {
      current: { from: '2026-03-24', to: '2026-03-30' },
      compare: { from: '2026-03-17', to: '2026-03-23' },
    },
    warnings: ['currency_differs'],
    figures: { gross_volume: 170.51, net_volume: 82.67, payments: 4, refunds: 10, fees: 27.84 },
  },
  {
    system: 'youtube',
    start: () => startYouTube(oauth),
    config: { channel: youTubeChannels.shop },
    secret: oauth.grantSecret,
    addresses,
    figures: { views: 20, watch_time: 3000, average_view_duration: 150, subscribers_gained: 5, likes: 4 },
  },
  {
    system: 'mailchimp',
    start: startMailchimp,
    config: {},
    secret: { key: mailchimpKey },
    figures: { campaigns: 3, emails_sent: 2000, opens: 860, unsubscribed: 6, bounces: 40 },
  },
  {
    system: 'hubspot',
    start: startHubSpot,
    config: {},
    secret: { token: hubSpotToken },
    figures: { contacts_created: 2, deals_created: 6, deals_won: 4, deals_won_amount: 300.3, deals_lost: 1 },
  },
  {
    system: 'google-business-profile',
    start: () => startBusinessProfile(oauth),
    config: { location: businessLocations.shop },
    secret: oauth.grantSecret,
    addresses,
    figures: { impressions: 25, website_clicks: 4, call_clicks: 2, direction_requests: 1 },
  },
  {
    system: 'callrail',
    start: startCallRail,
    config: { account: callRailIds.account },
    secret: { key: callRailKey },
    figures: { calls: 4, first_time_callers: 2, answered: 3, missed: 1, average_duration: 42.5 },
  },
  {
    system: 'klaviyo',
    start: startKlaviyo,
    config: {},
    secret: { key: klaviyoKey },
    figures: { emails_received: 6, opens: 5, clicks: 1, attributed_revenue: 30.3, new_subscribers: 2 },
  },
  {
    system: 'piwik-pro',
    start: startPiwikPro,
    config: { account: 'shop', site: piwikSites.shop },
    secret: piwikClient,
    figures: { visitors: 4, sessions: 6, page_views: 10, goal_conversions: 2, revenue: 25.3 },
  },
];

for (const { system, start, config, secret, addresses, figures, period = usual, warnings = ['no_data'] } of hosted) {
  test(`${system}: connected by commands, a report without a layout has its figures`, async (t) => {
    const double = await start();
    await using service = await startedService('sqlite', {
      SYSTEM_ADDRESSES: JSON.stringify({ ...addresses, [system]: double.url }),
    });
    const account = await givenAccount(service.db, { perMinute: 10_000, perDay: 100_000 });
    const token = await givenToken(service.db, account.id);
    const project = await givenProject(service.db, account, { time_zone: 'Europe/Berlin', locale: 'de' });
    const [configFile, secretFile] = ['config.json', 'secret.json'].map((name) => join(service.dataDir, name));
    await writeFile(configFile ?? '', JSON.stringify(config));
    await writeFile(secretFile ?? '', JSON.stringify(secret));
    const argv = `connections add --project ${project.id} --system ${system} --name Site --config ${configFile}`;
    const added = await runCommand([...argv.split(' '), '--secret', secretFile ?? '', '--json'], service.environment);
    assert.equal(added.code, 0, added.stderr);
    assert.deepEqual(
      JSON.parse(added.stdout).warnings.map(({ code }: { code: string }) => code),
      warnings,
    );

    const before = double.seen.length;
    const path = `/api/v1/projects/${project.id}/generation-jobs`;
    const started = await service.call('POST', path, { token, body: { period } });
    const job = await finished(service, token, started.headers.get('location') ?? '');
    assert.equal(job.status, 'completed', JSON.stringify(job));
    const row = await service.db.selectFrom('reports').select('document_key').executeTakeFirstOrThrow();
    const stored = await readFile(join(service.dataDir, 'objects', row.document_key), 'utf8');
    const document: ReportDocument = JSON.parse(stored);
    const kpis = document.sections.filter((section): section is KpisSection => section.type === 'kpis');
    const shown = JSON.stringify(kpis);
    for (const [key, value] of Object.entries(figures)) {
      const item = kpis.flatMap(({ items }) => items).find(({ metric }) => metric.key === key);
      assert.equal(item?.current, value, shown);
    }
    const german = new Set(Object.values(germanLabels));
    const isGerman = kpis.flatMap(({ items }) => items).every(({ metric }) => german.has(metric.label));
    // The labels of a sheet are the customer's.
    assert.equal(isGerman, hostedSystems.includes(system), shown);
    const text = JSON.stringify(firstTextOf(secret)).slice(1, -1);
    assert.ok(!service.output().includes(text) && !stored.includes(text), 'the secret is shown');
    t.diagnostic(`${system}: ${double.seen.length - before} requests for a report with a comparison`);
  });
}

/** The key, the token or the access token of a secret. */
function firstTextOf(secret: unknown): string {
  return typeof secret === 'string' ? secret : firstTextOf(Object.values(secret as object)[0]);
}
