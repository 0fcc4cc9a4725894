import { type Static, type TSchema, Type } from 'typebox';
import { apiVersions } from '../api-versions.ts';
import { type ConnectorContext, ConnectorError } from '../contract.ts';
import { askApi, bearer, readShape } from '../hosted/api-json.ts';
import { statusFault } from '../http/status-faults.ts';
import type { BalanceTransaction } from './catalog.ts';

const base = `https://api.stripe.com/${apiVersions.stripe.version}/`;

const amount = Type.Integer();
const transactions = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.String({ minLength: 1 }),
      created: Type.Integer(),
      currency: Type.String(),
      amount,
      fee: amount,
      net: amount,
      reporting_category: Type.String(),
    }),
  ),
  has_more: Type.Boolean(),
});
const balance = Type.Object({ available: Type.Array(Type.Object({ currency: Type.String() })) });

const pageSize = 100;
const mostPages = 1_000;

/** The movements of a currency between two instants (epoch milliseconds, the second one exclusive), at most 100,000. */
export async function listTransactions(
  key: string,
  currency: string,
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
  context: ConnectorContext,
): Promise<BalanceTransaction[]> {
  const all: BalanceTransaction[] = [];
  const asked = new URLSearchParams({
    currency,
    'created[gte]': String(Math.ceil(startMs / 1000)),
    'created[lt]': String(Math.ceil(endMs / 1000)),
    limit: String(pageSize),
  });
  for (let page = 0; page < mostPages; page++) {
    const { data, has_more } = await ask(key, `balance_transactions?${asked}`, transactions, context);
    if (data.some((each) => each.currency !== currency)) throw strange();
    all.push(...data);
    const last = data.at(-1);
    if (!has_more || !last) return all;
    if (asked.get('starting_after') === last.id) throw strange();
    asked.set('starting_after', last.id);
  }
  const message = 'The period has more than 100,000 movements of the balance. Choose a shorter one.';
  throw new ConnectorError('invalid_config', message);
}

/** The currencies of the account's balance. */
export async function listCurrencies(key: string, context: ConnectorContext): Promise<string[]> {
  const { available } = await ask(key, 'balance', balance, context);
  return [...new Set(available.map(({ currency }) => currency))];
}

async function ask<Shape extends TSchema>(
  key: string,
  path: string,
  shape: Shape,
  context: ConnectorContext,
): Promise<Static<Shape>> {
  const url = context.addressOf('stripe', `${base}${path}`);
  const { response, json } = await askApi({ url, headers: bearer(key) }, context);
  if (!response.ok) throw statusFault(response, 'Check currency, and that the key may read the balance.');
  return readShape(shape, json, strange());
}

function strange(): ConnectorError {
  return new ConnectorError('transient', 'Stripe gave an answer that cannot be read.');
}
