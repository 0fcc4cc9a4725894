import type { Selectable } from 'kysely';
import type { PortfolioAccountsTable, Queryable } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import { refusedField } from '../../platform/faults.ts';
import type { CheckRevision } from '../../platform/http/revisions.ts';
import type { AccountFigure } from './choose-figures.ts';

export type PortfolioAccountRow = Selectable<PortfolioAccountsTable>;

/** Where rates come from: a metric of a connection by a dimension whose values are ISO 4217 codes. */
export interface RatesSource {
  readonly connection_id: string;
  readonly dimension: string;
  readonly metric: string;
  /** Of a unit of the currency: what it costs in the reporting currency; or how many one of the reporting currency buys. */
  readonly means: 'price' | 'units';
}

/** Rates as their source last said them, or why it did not. */
export interface ReadRates {
  /** The day that they are of; null for none yet. */
  readonly date: string | null;
  readonly values: Readonly<Record<string, number>>;
  /** The source and currency that they are of, as text: other settings have no rates yet. */
  readonly of: string;
  /** When that was tried last. */
  readonly tried_at: string;
  readonly fault: string | null;
}

export interface PortfolioSettings {
  readonly enabled: boolean;
  readonly figures: readonly AccountFigure[] | null;
  readonly currency: string | null;
  readonly rates: RatesSource | null;
}

export async function findPortfolioAccount(db: Queryable, accountId: string): Promise<PortfolioAccountRow | undefined> {
  return db.selectFrom('portfolio_accounts').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

/** What an account has chosen; of one that has not used its portfolio yet it is off. */
export function readPortfolioSettings(row: PortfolioAccountRow | undefined): PortfolioSettings {
  if (!row) return { enabled: false, figures: null, currency: null, rates: null };
  return {
    enabled: row.enabled === 1,
    figures: row.figures === null ? null : (JSON.parse(row.figures) as AccountFigure[]),
    currency: row.currency,
    rates: row.rates === null ? null : (JSON.parse(row.rates) as RatesSource),
  };
}

/** The rates that hold for the settings; undefined for none, or not yet. */
export function readRates(row: PortfolioAccountRow | undefined): ReadRates | undefined {
  if (!row?.rates_read) return undefined;
  const read = JSON.parse(row.rates_read) as ReadRates;
  return read.of === ratesIdentity(row) ? read : undefined;
}

/** What rates belong to: with another source or currency they mean something else. */
export function ratesIdentity({ rates, currency }: Pick<PortfolioAccountRow, 'rates' | 'currency'>): string {
  return `${currency} ${rates}`;
}

/** Stores what an account has chosen. Throws a fault of its field, and `edit_conflict`. */
export async function savePortfolioSettings(
  transaction: Queryable,
  accountId: string,
  changes: Partial<PortfolioSettings>,
  checkRevision: CheckRevision = () => {},
): Promise<PortfolioAccountRow> {
  const before = await usePortfolio(transaction, accountId, { enabled: changes.enabled ?? false });
  checkRevision(before.revision);
  const settings = { ...readPortfolioSettings(before), ...changes };
  await checkSettings(transaction, accountId, settings);
  const changed = {
    enabled: settings.enabled ? 1 : 0,
    figures: settings.figures && JSON.stringify(settings.figures),
    currency: settings.currency,
    rates: settings.rates && JSON.stringify(settings.rates),
    revision: before.revision + 1,
    updated_at: new Date().toISOString(),
  };
  await transaction.updateTable('portfolio_accounts').set(changed).where('account_id', '=', accountId).execute();
  if (!settings.enabled) {
    const own = transaction.updateTable('portfolio_projects').where('account_id', '=', accountId);
    await own.set({ due_at: null }).execute();
  }
  return { ...before, ...changed };
}

/** The account's row, which is made when its portfolio is used first. */
export async function usePortfolio(
  transaction: Queryable,
  accountId: string,
  { enabled }: { readonly enabled: boolean },
): Promise<PortfolioAccountRow> {
  const now = new Date().toISOString();
  await transaction
    .insertInto('portfolio_accounts')
    .values({
      ...{ account_id: accountId, enabled: enabled ? 1 : 0, figures: null, currency: null, rates: null },
      ...{ rates_read: null, served_at: '', requested_at: null, revision: 0, created_at: now, updated_at: now },
    })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
  const row = await findPortfolioAccount(transaction, accountId);
  if (!row) throw new ServiceError('not_found');
  return row;
}

async function checkSettings(db: Queryable, accountId: string, { currency, rates }: PortfolioSettings): Promise<void> {
  if (!rates) return;
  if (currency === null) throw refusedField('currency', 'required', 'names the currency that the rates are for');
  const own = db.selectFrom('connections').select('id').where('id', '=', rates.connection_id);
  const found = await own.where('account_id', '=', accountId).executeTakeFirst();
  if (!found) throw refusedField('rates.connection_id', 'value', 'names no connection of the account');
}
