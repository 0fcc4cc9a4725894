import { type Static, Type } from 'typebox';
import type { ConfigWarning, Connector, ConnectorContext, Description, Query } from './contract.ts';
import { accountSettings } from './hosted/account-settings.ts';
import { choice, describeCatalog, describeChoice } from './hosted/choice.ts';
import { noData, recentQuery } from './hosted/recent-days.ts';
import { type KlaviyoAccess, listKinds, readCurrency } from './klaviyo/api.ts';
import { klaviyoCatalog } from './klaviyo/catalog.ts';
import { ordersName, queryKlaviyo } from './klaviyo/figures.ts';

const config = Type.Object(
  {
    /** The id of the metric whose events are orders; the only one called "Placed Order" without it. */
    orders: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9]{1,32}$' })),
    ...choice,
  },
  { additionalProperties: false },
);
const secret = Type.Object({ key: Type.String({ minLength: 1, maxLength: 1000 }) }, { additionalProperties: false });

type Config = Static<typeof config>;
type Secret = Static<typeof secret> | null;

/** Klaviyo, by the aggregates of its events. */
export const klaviyoConnector: Connector<typeof config, typeof secret> = {
  system: 'klaviyo',
  reach: 'network',
  config,
  secret,
  verify,
  describe: async (config, secret, context) => ({
    ...describeChoice(klaviyoCatalog, config),
    ...(await settingsOf(secret, context)),
  }),
  catalog: async (_config, secret, context) => ({
    ...describeCatalog(klaviyoCatalog),
    ...(await settingsOf(secret, context)),
  }),
  query: (config, secret, query, context) => queryKlaviyo(accessOf(secret, context), config, query),
  resources: async (_config, secret, context) => {
    const kinds = (await listKinds(accessOf(secret, context))).filter(({ name }) => name === ordersName);
    return kinds.map(({ id, name, integration }) => ({ config: { orders: id }, label: `${name} (${integration})` }));
  },
};

function accessOf(secret: Secret, context: ConnectorContext): KlaviyoAccess {
  return { key: secret?.key ?? '', context };
}

/** Klaviyo makes days of any zone; amounts are in the account's currency. */
async function settingsOf(secret: Secret, context: ConnectorContext): Promise<Pick<Description, 'currency'>> {
  return accountSettings(undefined, await readCurrency(accessOf(secret, context)));
}

async function verify(config: Config, secret: Secret, context: ConnectorContext): Promise<readonly ConfigWarning[]> {
  const { metrics } = describeChoice(klaviyoCatalog, config);
  await settingsOf(secret, context);
  const recent: Query = { ...recentQuery(), metrics: metrics.map(({ key }) => key) };
  const { hasData } = await klaviyoConnector.query(config, secret, recent, context);
  return hasData ? [] : [noData('orders', 'The account sent no mail and had no order')];
}
