import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before } from 'node:test';
import type { SignIn } from '../../src/reporting/connectors/hosted/sign-in/sign-ins.ts';
import type { KpisSection, ReportDocument } from '../../src/reporting/documents/model.ts';
import { amazonProfiles, startAmazonAds } from '../doubles/amazon-ads.ts';
import { startAmazonSignIn } from '../doubles/amazon-sign-in.ts';
import { analyticsProperties, startGoogleAnalytics } from '../doubles/google-analytics.ts';
import { spreadsheetId, startGoogleSheets } from '../doubles/google-sheets.ts';
import { startGoogleSignIn } from '../doubles/google-sign-in.ts';
import { startHubSpot } from '../doubles/hubspot.ts';
import { startHubSpotSignIn } from '../doubles/hubspot-sign-in.ts';
import { startLinkedInAds } from '../doubles/linkedin-ads.ts';
import { startLinkedInSignIn } from '../doubles/linkedin-sign-in.ts';
import { startMailchimp } from '../doubles/mailchimp.ts';
import { startMailchimpSignIn } from '../doubles/mailchimp-sign-in.ts';
import { metaAccounts, startMetaAds } from '../doubles/meta-ads.ts';
import { startMetaSignIn } from '../doubles/meta-sign-in.ts';
import { microsoftAccounts, microsoftClient, startMicrosoftAds } from '../doubles/microsoft-ads.ts';
import { startMicrosoftSignIn } from '../doubles/microsoft-sign-in.ts';
import { pinterestAccounts, startPinterestAds } from '../doubles/pinterest-ads.ts';
import { startPinterestSignIn } from '../doubles/pinterest-sign-in.ts';
import { type OAuthDouble, oauthDoubleClient } from '../doubles/sign-in-double.ts';
import { startTikTokAds } from '../doubles/tiktok-ads.ts';
import { startTikTokSignIn } from '../doubles/tiktok-sign-in.ts';
import { finished } from '../e2e/flights.ts';
import { givenAccount, givenProject, givenToken } from '../support/accounts.ts';
import { authorizeWith } from '../support/authorize.ts';
import { runCommand } from '../support/command.ts';
import { type StartedService, startedService } from '../support/started-service.ts';
import { test } from '../support/suite.ts';
import { freePort } from './support/free-port.ts';

const period = {
  current: { from: '2026-02-27', to: '2026-03-05' },
  compare: { from: '2026-02-20', to: '2026-02-26' },
};

interface SignedIn {
  readonly system: string;
  readonly vendor: OAuthDouble;
  /** Where the system itself is. */
  readonly url: string;
  readonly config: Readonly<Record<string, string>>;
  /** Whether a token that has ended is renewed without the person. */
  readonly isRenewed: boolean;
  /** Values of the current period by the keys of their metrics. */
  readonly figures: Readonly<Record<string, number>>;
}

const [google, meta, linkedin, tiktok, microsoft, pinterest, amazon, hubspot, mailchimp] = await Promise.all([
  startGoogleSignIn(),
  startMetaSignIn(),
  startLinkedInSignIn(),
  startTikTokSignIn(),
  startMicrosoftSignIn(),
  startPinterestSignIn(),
  startAmazonSignIn(),
  startHubSpotSignIn(),
  startMailchimpSignIn(),
]);

/** Snowflake's statements need a warehouse: they are tried in test/reporting/connectors/snowflake.test.ts. */
const signedIn: Readonly<Record<Exclude<SignIn, 'snowflake'>, SignedIn>> = {
  google: {
    ...{ system: 'google-analytics', vendor: google, url: (await startGoogleAnalytics(google)).url },
    ...{ config: { property: analyticsProperties.shop }, isRenewed: true },
    figures: { sessions: 6, total_users: 4, screen_page_views: 10 },
  },
  meta: {
    ...{ system: 'meta-ads', vendor: meta, url: (await startMetaAds(500, meta.tokens)).url },
    ...{ config: { account: metaAccounts.shop }, isRenewed: false },
    figures: { spend: 25, impressions: 800, reach: 4 },
  },
  linkedin: {
    ...{ system: 'linkedin-ads', vendor: linkedin, url: (await startLinkedInAds(undefined, linkedin.tokens)).url },
    ...{ config: { account: '507404993' }, isRenewed: true },
    figures: { impressions: 2002, clicks: 20, cost_in_local_currency: 20.4 },
  },
  tiktok: {
    ...{ system: 'tiktok-ads', vendor: tiktok, url: (await startTikTokAds(tiktok.tokens)).url },
    ...{ config: { account: '7000000000000000001' }, isRenewed: false },
    figures: { impressions: 2002, clicks: 20, spend: 20.4 },
  },
  amazon: {
    ...{ system: 'amazon-ads', vendor: amazon, url: (await startAmazonAds(amazon.tokens)).url },
    ...{ config: { profile: amazonProfiles.shop, region: 'na' }, isRenewed: true },
    figures: { impressions: 2002, clicks: 20, cost: 20.4 },
  },
  hubspot: {
    ...{ system: 'hubspot', vendor: hubspot, url: (await startHubSpot(hubspot.tokens)).url },
    ...{ config: { pipeline: 'default' }, isRenewed: true },
    figures: { contacts_created: 2, deals_won: 3, deals_won_amount: 100.1 },
  },
  mailchimp: {
    ...{ system: 'mailchimp', vendor: mailchimp, url: (await startMailchimp(mailchimp.tokens)).url },
    ...{ config: { audience: 'aaa111' }, isRenewed: false },
    figures: { campaigns: 2, emails_sent: 1900, opens: 800 },
  },
  pinterest: {
    ...{ system: 'pinterest-ads', vendor: pinterest, url: (await startPinterestAds(pinterest.tokens)).url },
    ...{ config: { account: pinterestAccounts.shop }, isRenewed: true },
    figures: { impressions: 2002, pin_clicks: 20, spend: 20.4 },
  },
  microsoft: {
    ...{ system: 'microsoft-ads', vendor: microsoft, url: (await startMicrosoftAds(microsoft.tokens)).url },
    ...{ config: { account: microsoftAccounts.shop }, isRenewed: true },
    figures: { impressions: 2002, clicks: 20, spend: 20.4 },
  },
};
const rows = Object.entries(signedIn);
const sheets = await startGoogleSheets(
  {
    Orders: [
      ['Day', 'Amount', 'City'],
      [{ serial: 46080, shown: '27/02/2026' }, 10.5, 'Berlin'],
      [{ serial: 46086, shown: '05/03/2026' }, 0.25, 'Kraków'],
    ],
  },
  google,
);

let service: StartedService;
before(async () => {
  const port = await freePort();
  const PUBLIC_URL = `http://127.0.0.1:${port}`;
  const addresses = rows.flatMap(([signIn, { system, vendor, url }]) => [
    [`${signIn}-oauth`, vendor.url],
    [system, url],
  ]);
  addresses.push(['google-sheets', sheets.url]);
  service = await startedService('sqlite', {
    ...{ PORT: `${port}`, PUBLIC_URL, SYSTEM_ADDRESSES: JSON.stringify(Object.fromEntries(addresses)) },
  });
  for (const [, { vendor }] of rows) vendor.redirectUri = `${PUBLIC_URL}/oauth/callback`;
});
after(() => service?.[Symbol.asyncDispose]());

/** Runs a command with `--json`, and reads what it printed. */
async function command(argv: readonly string[], input = '') {
  const { code, stdout, stderr } = await runCommand([...argv, '--json'], service.environment, input);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

async function setClient(signIn: string): Promise<void> {
  const { client_id, client_secret } = oauthDoubleClient;
  const path = join(service.dataDir, 'developer-token');
  await writeFile(path, `${microsoftClient.developer_token}`);
  const more = signIn === 'microsoft' ? ['--developer-token', path] : [];
  await command(['oauth-clients', 'set', signIn, '--client-id', client_id, '--secret', '-', ...more], client_secret);
}

async function givenFile(name: string, content: unknown): Promise<string> {
  const path = join(service.dataDir, name);
  await writeFile(path, JSON.stringify(content));
  return path;
}

/** Signs in as a person does, and gives the connection. */
async function authorize(argv: readonly string[]) {
  const { code, stdout, stderr } = await authorizeWith([...argv, '--json'], service.environment);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout.trim().split('\n')[1] ?? '');
}

async function generate(project: string, token: string) {
  const path = `/api/v1/projects/${project}/generation-jobs`;
  const started = await service.call('POST', path, { token, body: { period } });
  const { pathname } = new URL(started.headers.get('location') ?? '', service.url());
  return finished(service, token, pathname);
}

async function figuresOf(project: string): Promise<Map<string, number | null>> {
  const reports = service.db.selectFrom('reports').select('document_key').where('project_id', '=', project);
  const { document_key } = await reports.orderBy('created_at', 'desc').limit(1).executeTakeFirstOrThrow();
  const document: ReportDocument = JSON.parse(await readFile(join(service.dataDir, 'objects', document_key), 'utf8'));
  const kpis = document.sections.filter((section): section is KpisSection => section.type === 'kpis');
  return new Map(kpis.flatMap(({ items }) => items).map(({ metric, current }) => [metric.key, current]));
}

for (const [signIn, { system, vendor, config, isRenewed, figures }] of rows) {
  test(`${signIn}: from a client and a sign-in to a report, past the end of its tokens, and back after a withdrawal`, async () => {
    const account = await givenAccount(service.db, { perMinute: 10_000, perDay: 100_000 });
    const token = await givenToken(service.db, account.id);
    const { id: project } = await givenProject(service.db, account, { time_zone: 'Europe/Berlin' });
    await setClient(signIn);

    const made = await authorize(['--project', project, '--system', system, '--name', 'Signed in']);
    assert.equal(made.status, 'resource_missing');
    for (const source of [[made.id], ['--system', system, '--grant', made.grant_id]]) {
      const found: { config: unknown }[] = await command(['connections', 'resources', ...source]);
      assert.ok(
        found.some((one) => JSON.stringify(one.config) === JSON.stringify(config)),
        JSON.stringify(found),
      );
    }
    const file = await givenFile(`${signIn}.json`, config);
    assert.equal((await command(['connections', 'update', made.id, '--config', file])).status, 'connected');

    const completes = async () => {
      const job = await generate(project, token);
      assert.equal(job.status, 'completed', JSON.stringify(job));
      const found = await figuresOf(project);
      for (const [key, value] of Object.entries(figures)) assert.equal(found.get(key), value, key);
    };
    const blocks = async () => {
      const { status, blocked } = await generate(project, token);
      assert.equal(status, 'blocked');
      assert.deepEqual(
        [blocked.reason, blocked.details.connection_id, blocked.details.system],
        ['reauth_required', made.id, system],
      );
      assert.match(blocked.message, /[Ss]ign in again/);
      const [listed] = await command(['connections', 'list', '--project', project]);
      assert.equal(listed.status, 'reauth_required');
    };
    const mend = async () => assert.equal((await authorize([made.id])).status, 'connected');

    await completes();
    const secrets = [...vendor.tokens.keys(), oauthDoubleClient.client_secret];
    vendor.tokens.clear();
    if (isRenewed) await completes();
    else await blocks();
    secrets.push(...vendor.tokens.keys());
    vendor.withdraw();
    await blocks();
    await mend();
    await completes();
    for (const secret of secrets) assert.ok(!service.output().includes(secret), 'a secret is in the log');
  });
}

test('a spreadsheet that somebody signed in for is proposed, and its figures are in a report', async () => {
  const account = await givenAccount(service.db);
  const token = await givenToken(service.db, account.id);
  const { id: project } = await givenProject(service.db, account, { time_zone: 'Europe/Berlin' });
  await setClient('google');
  const made = await authorize(['--project', project, '--system', 'google-sheets', '--name', 'Orders']);
  const address = `https://docs.google.com/spreadsheets/d/${spreadsheetId}/edit?gid=0#gid=0`;
  const named = await givenFile('sheet.json', { spreadsheet: address });
  const source = ['--system', 'google-sheets', '--config', named, '--grant', made.grant_id];
  const [sheet] = await command(['connections', 'resources', ...source]);
  assert.equal(sheet.label, 'Orders');
  const { config } = await command(['connections', 'propose', '--project', project, ...source]);
  const proposed = await givenFile('proposed.json', config);
  assert.equal((await command(['connections', 'update', made.id, '--config', proposed])).status, 'connected');
  const job = await generate(project, token);
  assert.equal(job.status, 'completed', JSON.stringify(job));
  assert.ok([...(await figuresOf(project)).values()].includes(10.75));
});
