import type { Queryable } from '../../platform/database/tables.ts';
import { dayIn } from '../../reporting/documents/calendar.ts';
import { type ConnectionRow, getConnection } from '../connections/connections.ts';
import { openConnection } from '../connections/open-connection.ts';
import type { Asking } from '../generation-jobs/ask-connections.ts';
import {
  type PortfolioAccountRow,
  type RatesSource,
  ratesIdentity,
  readPortfolioSettings,
  readRates,
} from './portfolio-settings.ts';
import type { RefreshContext } from './refresh-context.ts';

/** Rates of a day hold for the next; those that failed are asked for with the next project, but not with each. */
const freshMs = 12 * 60 * 60_000;
const againMs = 30 * 60_000;
/** Banks say none at weekends and on holidays. */
const mostDaysBack = 10;
const mostCurrencies = 1_000;
const answerMs = 30_000;

/** Reads the account's rates, where it has a source of them and those that it has are old. A fault leaves those of before. */
export async function refreshRates(
  context: RefreshContext,
  account: PortfolioAccountRow,
  asking: Asking,
  now: number = Date.now(),
): Promise<void> {
  const { rates: source } = readPortfolioSettings(account);
  const before = readRates(account);
  const age = before ? now - Date.parse(before.tried_at) : Number.POSITIVE_INFINITY;
  if (!source || age < (before?.fault ? againMs : freshMs)) return;
  const kept = { date: before?.date ?? null, values: before?.values ?? {} };
  const tried = { of: ratesIdentity(account), tried_at: new Date(now).toISOString() };
  try {
    const row = await getConnection(context.db, source.connection_id, account.account_id);
    await save(context.db, account, { ...tried, ...(await ask(context, row, source, asking)), fault: null });
  } catch (error) {
    asking.signal.throwIfAborted();
    asking.log.warn({ err: error }, 'the rates of a portfolio were not read');
    const fault = error instanceof Error ? error.message : String(error);
    await save(context.db, account, { ...tried, ...kept, fault });
  }
}

async function ask(context: RefreshContext, row: ConnectionRow, source: RatesSource, asking: Asking) {
  const signal = AbortSignal.any([asking.signal, AbortSignal.timeout(answerMs)]);
  const use = { signal, deadline: Date.now() + answerMs, log: asking.log };
  await using opened = await openConnection(row, { ...context, uploadVersions: new Map() }, use);
  const today = Temporal.PlainDate.from(dayIn('UTC', new Date().toISOString()));
  for (let back = 0; back < mostDaysBack; back++) {
    const date = today.subtract({ days: back }).toString();
    const { rows } = await opened.query({
      ...{ from: date, to: date, timeZone: 'UTC', metrics: [source.metric], limit: mostCurrencies },
      by: { dimension: source.dimension },
    });
    const values = rows.flatMap(({ key, values: [rate] }) =>
      key !== null && /^[A-Z]{3}$/.test(key) && typeof rate === 'number' && rate > 0 ? [[key, rate] as const] : [],
    );
    if (values.length > 0) return { date, values: Object.fromEntries(values) };
  }
  throw new Error(`The connection "${row.name}" has no rates of the last ${mostDaysBack} days.`);
}

async function save(db: Queryable, { account_id }: PortfolioAccountRow, read: object): Promise<void> {
  const own = db.updateTable('portfolio_accounts').where('account_id', '=', account_id);
  await own.set({ rates_read: JSON.stringify(read) }).execute();
}
