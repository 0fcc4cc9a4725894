import { type Static, Type } from 'typebox';
import { periodOf, unitsOf } from './calendar-units.ts';
import type { ConfigWarning, Connector, ConnectorContext, Query, QueryResult } from './contract.ts';
import { answerOf } from './hosted/answer.ts';
import { choice, describeCatalog, describeChoice, findAsked } from './hosted/choice.ts';
import { oncePerContext } from './hosted/once.ts';
import { listCurrencies, listTransactions } from './stripe/api.ts';
import { type BalanceTransaction, isBusiness, stripeCatalog, unitsOfCurrency } from './stripe/catalog.ts';

const config = Type.Object(
  {
    /** The ISO 4217 code in small letters; amounts of other currencies are left out. */
    currency: Type.String({ pattern: '^[a-z]{3}$' }),
    ...choice,
  },
  { additionalProperties: false },
);
const secret = Type.Object({ key: Type.String({ minLength: 1, maxLength: 1000 }) }, { additionalProperties: false });

type Config = Static<typeof config>;
type Secret = Static<typeof secret> | null;

/** Stripe, by the movements of the account's balance in one currency. */
export const stripeConnector: Connector<typeof config, typeof secret> = {
  system: 'stripe',
  reach: 'network',
  config,
  secret,
  verify,
  describe: async (config) => ({ ...describeChoice(stripeCatalog, config), currency: config.currency.toUpperCase() }),
  catalog: async (config) => ({ ...describeCatalog(stripeCatalog), currency: config.currency.toUpperCase() }),
  query,
  resources: async (_config, secret, context) => {
    const currencies = await listCurrencies(secret?.key ?? '', context);
    return currencies.map((currency) => ({ config: { currency }, label: currency.toUpperCase() }));
  },
};

async function verify(config: Config, secret: Secret, context: ConnectorContext): Promise<readonly ConfigWarning[]> {
  describeChoice(stripeCatalog, config);
  const today = Temporal.Now.plainDateISO('UTC').toString();
  const query = { from: today, to: today, timeZone: 'UTC', metrics: [], by: 'none', limit: 1 } as const;
  await stripeConnector.query(config, secret, query, context);
  const currencies = await listCurrencies(secret?.key ?? '', context);
  if (currencies.includes(config.currency)) return [];
  const message = `The balance of the account has no ${config.currency.toUpperCase()}. Check that it is the right currency.`;
  return [{ code: 'no_data', path: 'currency', message }];
}

async function query(config: Config, secret: Secret, query: Query, context: ConnectorContext): Promise<QueryResult> {
  const { metrics } = findAsked(stripeCatalog, config, query);
  const transactions = await transactionsOnce(config, secret, query, context);
  const groups = Map.groupBy(transactions, keyBy(query));
  const divisor = unitsOfCurrency(config.currency);
  const rows = [...groups].map(([key, found]) => ({
    key,
    values: metrics.map(({ add, unit }) => {
      const sum = found.reduce((total, transaction) => total + add(transaction), 0);
      return unit === 'currency' ? sum / divisor : sum;
    }),
  }));
  return answerOf(query, { rows, hasData: rows.length > 0, rowsRead: transactions.length });
}

/** Movements are instants, so any zone is exact. */
function keyBy(query: Query): (transaction: BalanceTransaction) => string | null {
  const { by } = query;
  if (by === 'none') return () => null;
  if (typeof by === 'object') return ({ reporting_category }) => reporting_category;
  const units = unitsOf(query, by);
  return ({ created }) => units.findLast(({ startMs }) => startMs <= created * 1000)?.key ?? null;
}

const once = oncePerContext<BalanceTransaction[]>();

/** Queries of one report over a period read its movements once. */
function transactionsOnce(
  { currency }: Config,
  secret: Secret,
  query: Query,
  context: ConnectorContext,
): Promise<BalanceTransaction[]> {
  const period = periodOf(query);
  return once(context, `${currency} ${period.startMs} ${period.endMs}`, async () => {
    const all = await listTransactions(secret?.key ?? '', currency, period, context);
    return all.filter(isBusiness);
  });
}
