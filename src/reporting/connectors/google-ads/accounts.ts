import { ConnectorError, type Resource } from '../contract.ts';
import { accountSettings } from '../hosted/account-settings.ts';
import { oncePerContext } from '../hosted/once.ts';
import { assertAlike } from '../hosted/several-accounts.ts';
import { mapBounded } from '../map-bounded.ts';
import { type AdsAccess, type AdsAccount, listAccessible, searchAds } from './api.ts';
import { type AdsRow, isTrueAt, textAt } from './rows.ts';

/** What an account fixes for all of its figures. */
export interface AdsAccountFacts {
  /** IANA name. */
  readonly timeZone: string;
  /** ISO 4217 code. */
  readonly currency: string;
  /** Whether it only manages others, and has no figures. */
  readonly isManager: boolean;
}

const once = oncePerContext<AdsAccountFacts>();

/** Asked once in a context. */
function readAccount(access: AdsAccess, account: AdsAccount): Promise<AdsAccountFacts> {
  return once(access.context, JSON.stringify(account), async () => {
    const fields = 'customer.time_zone, customer.currency_code, customer.manager';
    const [row] = await searchAds(access, account, `SELECT ${fields} FROM customer LIMIT 1`);
    const [timeZone, currency] = ['customer.time_zone', 'customer.currency_code'].map(
      (field) => row && textAt(row, field),
    );
    if (!row || !timeZone || !currency) {
      throw new ConnectorError('transient', 'Google Ads gave an answer that cannot be read.');
    }
    return { timeZone, currency, isManager: isTrueAt(row, 'customer.manager') };
  });
}

/**
 * What several accounts fix, which is one thing: days of two zones are not the same days, and amounts of two currencies have no
 * sum. Throws `invalid_config` where they differ.
 */
export async function readAccounts(access: AdsAccess, accounts: readonly AdsAccount[]): Promise<AdsAccountFacts> {
  const all = await mapBounded(accounts, requestsAtOnce, (account) => readAccount(access, account));
  const [first] = all as [AdsAccountFacts];
  assertAlike(all, 'customer');
  return { ...first, isManager: all.some(({ isManager }) => isManager) };
}

const mostAccessible = 500;
const mostClients = 10_000;
const requestsAtOnce = 4;

/**
 * The accounts with figures that can be read, those below managers too; `manager` alone if it is named. Accounts that
 * are cancelled or suspended are left out.
 */
export async function listAccounts(access: AdsAccess, manager: string | undefined): Promise<Resource[]> {
  const seeds = manager === undefined ? await listAccessible(access) : [manager];
  const found = await mapBounded(seeds.slice(0, mostAccessible), requestsAtOnce, async (seed) => {
    const rows = await clientsOf(access, seed, manager !== undefined);
    return rows.map((row) => resourceOf(row, seed));
  });
  // Whoever is allowed directly needs no manager.
  const [direct, managed] = [found.flat().filter((one) => !one.config.manager), found.flat()];
  return [...new Map([...managed, ...direct].map((one) => [one.config.customer, one])).values()];
}

const clientFields = ['id', 'descriptive_name', 'currency_code', 'time_zone'].map(
  (field) => `customer_client.${field}`,
);

/** An account and, below a manager, all that it manages; none if this one of several may not be read. */
async function clientsOf(access: AdsAccess, seed: string, isOnly: boolean): Promise<readonly AdsRow[]> {
  const query = `SELECT ${clientFields.join(', ')} FROM customer_client WHERE customer_client.status = 'ENABLED' AND customer_client.manager = FALSE LIMIT ${mostClients}`;
  try {
    return await searchAds(access, { customer: seed, manager: seed }, query);
  } catch (error) {
    const isHidden = error instanceof ConnectorError && error.kind === 'resource_missing';
    if (isHidden && !isOnly) return [];
    throw error;
  }
}

function resourceOf(row: AdsRow, seed: string): Resource {
  const customer = textAt(row, 'customer_client.id') ?? seed;
  const name = textAt(row, 'customer_client.descriptive_name');
  const id = customer.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');
  return {
    config: customer === seed ? { customer } : { customer, manager: seed },
    label: name === null ? id : `${name} (${id})`,
    ...(name !== null && { names: [name] }),
    ...accountSettings(textAt(row, 'customer_client.time_zone'), textAt(row, 'customer_client.currency_code')),
  };
}

const countriesOnce = oncePerContext<ReadonlyMap<string, string>>();

/** English names of countries by their criterion ids; asked once in a context. */
export function readCountries(access: AdsAccess, account: AdsAccount): Promise<ReadonlyMap<string, string>> {
  return countriesOnce(access.context, 'all', async () => {
    const query =
      "SELECT geo_target_constant.id, geo_target_constant.name FROM geo_target_constant WHERE geo_target_constant.target_type = 'Country'";
    const rows = await searchAds(access, account, query);
    const entries = rows.map((row) => [textAt(row, 'geo_target_constant.id'), textAt(row, 'geo_target_constant.name')]);
    return new Map(entries.filter((entry): entry is [string, string] => entry.every((text) => text !== null)));
  });
}
