import type { SeenRequest } from '../support/json-server.ts';
import { type Double, DoubleRefusal, startDouble } from './double.ts';

/** The key that the double accepts. */
export const stripeKey = 'rk_test_key_of_the_test';

const movement = (at: string, reporting_category: string, amount: number, fee = 0, currency = 'eur') => ({
  created: Date.parse(at) / 1000,
  reporting_category,
  amount,
  fee,
  net: amount - fee,
  currency,
});

/** The last payment of 28 March is on the 29th in Berlin, whose clock changes that day. */
const movements = [
  movement('2026-03-27T10:00:00Z', 'charge', 10_000, 325),
  movement('2026-03-28T22:59:59Z', 'charge', 5_000, 175),
  movement('2026-03-28T23:30:00Z', 'charge', 2_050, 85),
  movement('2026-03-29T12:00:00Z', 'refund', -1_000),
  movement('2026-03-29T21:59:59Z', 'charge', 1, 0),
  movement('2026-03-29T22:00:00Z', 'fee', -199),
  movement('2026-03-30T08:00:00Z', 'dispute', -5_000, 2_000),
  movement('2026-03-30T09:00:00Z', 'payout', -7_000),
  movement('2026-03-30T10:00:00Z', 'charge', 1_200, 40, 'jpy'),
].map((each, index) => ({ id: `txn_${String(index).padStart(3, '0')}`, object: 'balance_transaction', ...each }));

/** Answers as https://docs.stripe.com/api says, the newest movement first, at most `mostRows` a page. */
export function startStripe(mostRows = 2): Promise<Double> {
  return startDouble((request) => {
    const { pathname } = new URL(request.path, 'http://double');
    if (request.headers.authorization !== `Bearer ${stripeKey}`) throw refusal(401, 'Invalid API Key provided: rk_***');
    if (request.method !== 'GET') throw refusal(404, 'Unrecognized request URL');
    if (pathname === '/v1/balance') return { object: 'balance', available: [{ amount: 1, currency: 'eur' }] };
    if (pathname === '/v1/balance_transactions') return page(request, mostRows);
    throw refusal(404, 'Unrecognized request URL');
  });
}

function refusal(status: number, message: string): DoubleRefusal {
  return new DoubleRefusal(status, { error: { type: 'invalid_request_error', message } });
}

const names = ['currency', 'created[gte]', 'created[lt]', 'limit', 'starting_after'];

function page({ query }: SeenRequest, mostRows: number) {
  const unknown = [...query.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined) throw refusal(400, `Received unknown parameter: ${unknown}`);
  const limit = Number(query.get('limit') ?? 10);
  if (limit > 100) throw refusal(400, 'Invalid limit');
  const [from, to] = [Number(query.get('created[gte]') ?? 0), Number(query.get('created[lt]') ?? 1e12)];
  const found = movements
    .filter(({ created, currency }) => from <= created && created < to && currency === query.get('currency'))
    .toReversed();
  const after = query.get('starting_after');
  const start = after === null ? 0 : found.findIndex(({ id }) => id === after) + 1;
  if (after !== null && start === 0) throw refusal(400, `No such balance transaction: ${after}`);
  const end = start + Math.min(limit, mostRows);
  return { object: 'list', data: found.slice(start, end), has_more: end < found.length };
}
