import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Query } from '../../../src/reporting/connectors/contract.ts';
import type { AdSource } from '../../../src/reporting/connectors/hosted/ad-report.ts';
import { combineSources } from '../../../src/reporting/connectors/hosted/several-accounts.ts';
import { getConnector, parseConfig } from '../../../src/reporting/connectors/registry.ts';
import { linkedInToken, linkedInTwins, startLinkedInAds } from '../../doubles/linkedin-ads.ts';
import { metaAccounts, metaToken, metaTwin, startMetaAds } from '../../doubles/meta-ads.ts';
import {
  microsoftAccounts,
  microsoftClient,
  microsoftToken,
  microsoftTwins,
  startMicrosoftAds,
} from '../../doubles/microsoft-ads.ts';
import { startTikTokAds, tikTokClient, tikTokToken, tikTokTwins } from '../../doubles/tiktok-ads.ts';
import { isError } from '../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import { grantOf } from '../../support/hosted-systems.ts';

const systems = {
  'meta-ads': {
    ...{ double: await startMetaAds(), secret: { token: metaToken } },
    ...{ account: metaAccounts.shop, same: metaTwin, other: metaAccounts.closed, currencies: ['USD', 'EUR'] },
    metrics: ['spend', 'impressions', 'ctr', 'cpc', 'cpm', 'purchase_roas', 'frequency', 'reach'],
  },
  'linkedin-ads': {
    ...{ double: await startLinkedInAds(), secret: grantOf(linkedInToken) },
    ...{ account: '507404993', ...linkedInTwins, currencies: ['USD', 'EUR'] },
    metrics: ['cost_in_local_currency', 'impressions', 'ctr', 'cpc', 'approximate_member_reach'],
  },
  'tiktok-ads': {
    ...{ double: await startTikTokAds(), secret: grantOf(tikTokToken, tikTokClient) },
    ...{ account: '7000000000000000001', ...tikTokTwins, currencies: ['EUR', 'USD'] },
    metrics: ['spend', 'impressions', 'ctr', 'cpc', 'reach'],
  },
  'microsoft-ads': {
    ...{ double: await startMicrosoftAds(), secret: grantOf(microsoftToken, microsoftClient) },
    ...{ account: microsoftAccounts.shop, ...microsoftTwins, currencies: ['EUR', 'USD'] },
    metrics: ['spend', 'impressions', 'ctr', 'average_cpc'],
  },
} as const;
const people: ReadonlySet<string> = new Set(['reach', 'frequency', 'approximate_member_reach']);

for (const [system, given] of Object.entries(systems)) {
  const { double, secret, account, same, other, currencies, metrics } = given;
  const connector = getConnector(system);
  const systemAddresses = { ...localNetwork.systemAddresses, [system]: double.url };
  const network = { ...localNetwork, systemAddresses };
  const open = () => openTestContext({ network, secret });
  const week = { from: '2026-02-27', to: '2026-03-05', timeZone: 'UTC', limit: 100, metrics };

  async function ask(more: object, by: Query['by'], keys: readonly string[] = metrics) {
    await using context = open();
    return await connector.query({ account, ...more }, secret, { ...week, metrics: keys, by }, context);
  }

  test(`${system}: what adds up is added up, rates are worked out anew, and people have no figure`, async () => {
    for (const by of ['none', 'day', { dimension: 'campaign' }] satisfies Query['by'][]) {
      const [one, two] = [await ask({}, by), await ask({ more_accounts: [same] }, by)];
      assert.ok(one.rows.length > 0 && two.groupCount === one.groupCount);
      for (const row of one.rows) {
        const both = two.rows.find(({ key }) => key === row.key);
        const expected = metrics.map((key, at) => {
          const figure = row.values[at] ?? null;
          if (people.has(key)) return null;
          return at < 2 && figure !== null ? figure * 2 : figure;
        });
        const close = (values: readonly (number | null)[] | undefined) => values?.map((each) => each?.toFixed(6));
        assert.deepEqual(close(both?.values), close(expected), `${JSON.stringify(by)} ${row.key}`);
      }
    }
  });

  test(`${system}: other amounts, an account that is named twice and one that is not there are refused`, async () => {
    await using context = open();
    const verify = (...more: string[]) => connector.verify({ account, more_accounts: more }, secret, context);
    const [theirs, ours] = currencies;
    const differ = new RegExp(`^more_accounts\\.0: Its amounts are in ${theirs}, those of account in ${ours}`);
    await assert.rejects(verify(other), isError('invalid_config', differ));
    await assert.rejects(ask({ more_accounts: [other] }, 'none'), isError('invalid_config', differ));
    await assert.rejects(verify(same, account), isError('invalid_config', /^more_accounts\.1: .*twice/));
    const missing = system === 'meta-ads' ? 'act_99' : '600000002';
    await assert.rejects(verify(same, missing), isError('resource_missing', /./));
    assert.deepEqual(await verify(same), await connector.verify({ account }, secret, context));
    const config = { account, more_accounts: [same] };
    assert.deepEqual(parseConfig(connector, config), config);
    assert.throws(() => parseConfig(connector, { account, more_accounts: ['a'] }), /more_accounts/);
  });
}

test('days that one account does not have are no days of all', async () => {
  const columns = { clicks: '1' };
  const source = (days: Awaited<ReturnType<AdSource['days']>>): AdSource => ({
    ofPeople: new Set(),
    total: async () => columns,
    days: async () => days,
    groups: async () => ({ groups: [] }),
  });
  const day = { key: '2026-02-27', columns };
  const span = { from: '2026-02-27', to: '2026-02-27' };
  const withheld = { groups: [], notices: [{ code: 'withheld_rows' }] } as const;
  assert.deepEqual(await combineSources([source({ groups: [day] }), source(withheld)]).days(span), withheld);
  const quiet = combineSources([source({ groups: [day] }), source({ groups: [] })]);
  assert.deepEqual((await quiet.days(span)).groups, [day]);
});
