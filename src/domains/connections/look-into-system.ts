import type { Queryable } from '../../platform/database/tables.ts';
import { fieldFault, refusedField } from '../../platform/faults.ts';
import { isLocale } from '../../platform/locales.ts';
import type { Description, Resource } from '../../reporting/connectors/contract.ts';
import { describeSystem } from '../../reporting/connectors/known-catalogs.ts';
import { parsePartialConfig } from '../../reporting/connectors/registry.ts';
import { askingGiven, askingStored, givenConnector, givenSecret } from './connection-faults.ts';
import { type ConnectionSecret, type GivenSecret, openConnectionSecret, openGivenSecret } from './connection-secret.ts';
import { getConnection, getProjectUsage, operatorReach, type Reach, reachOf } from './connections.ts';
import { type ConnectionEnvironment, openConnection, openContext } from './open-connection.ts';

const answerMs = 30_000;
const quiet = { info() {}, warn() {} };

const soon = (withinMs = answerMs) => ({
  signal: AbortSignal.timeout(withinMs),
  deadline: Date.now() + withinMs,
  log: quiet,
});

/** A system with what reaches it; `config` is null before there is one. */
export interface ReachedSystem extends GivenSecret {
  readonly config: unknown;
}

/**
 * What a credential, or a sign-in, can see in a system; for an operator a sign-in of any account. Throws a fault of what
 * was given, and `connection_unavailable`.
 */
export async function listResources(
  db: Queryable,
  environment: ConnectionEnvironment,
  { config, ...given }: ReachedSystem,
  customer?: { readonly accountId: string; readonly withinMs: number },
): Promise<readonly Resource[]> {
  const open = () => openGivenSecret(db, environment.vault, given, customer?.accountId);
  const reach = customer
    ? await reachOf(db, { account_id: customer.accountId, made_by: 'customer' })
    : operatorReach(null);
  const reached = { system: given.system, config, open, reach, withinMs: customer?.withinMs };
  return askingGiven(() => listWith(environment, reached));
}

interface Reached {
  readonly system: string;
  readonly config: unknown;
  readonly open: () => Promise<ConnectionSecret>;
  readonly reach: Reach;
  readonly withinMs?: number | undefined;
}

async function listWith(
  environment: ConnectionEnvironment,
  { system, config, open, reach, withinMs }: Reached,
): Promise<readonly Resource[]> {
  const connector = givenConnector(system);
  if (!connector.resources) {
    const message = `Connections of the system "${system}" name what they read themselves; nothing is listed.`;
    throw fieldFault('system', 'lists', message);
  }
  const { secret, store } = await open();
  const credentials = givenSecret(connector, secret);
  const parsed = config === null ? null : parsePartialConfig(connector, config);
  await using context = openContext(environment, soon(withinMs), credentials, store, reach);
  return await connector.resources(parsed, credentials, context);
}

/** What the credential of a stored connection can see. Throws `connection_unavailable`. */
export async function listResourcesOf(
  db: Queryable,
  environment: ConnectionEnvironment,
  id: string,
  withinMs?: number,
): Promise<readonly Resource[]> {
  const row = await getConnection(db, id);
  const open = () => openConnectionSecret(db, environment.vault, row);
  const reach = await reachOf(db, row);
  const reached = { system: row.system, config: JSON.parse(row.config), open, reach, withinMs };
  return askingStored(() => listWith(environment, reached));
}

/**
 * All metrics and dimensions that a stored connection can ask for, with labels in the language of a BCP 47 locale, the
 * project's by default. Throws a fault of `locale`, and `connection_unavailable`.
 */
export async function readCatalog(
  db: Queryable,
  environment: ConnectionEnvironment,
  id: string,
  locale?: string,
  withinMs?: number,
): Promise<Description> {
  checkLocale(locale);
  const row = await getConnection(db, id);
  const usual = await getProjectUsage(db, row.project_id);
  return askingStored(async () => {
    await using connection = await openConnection(row, environment, {
      ...soon(withinMs),
      locale: locale ?? usual.locale,
    });
    return await connection.catalog();
  });
}

/** What any connection of a system can ask for, with labels in a language. Throws faults of `system` and `locale`. */
export function readSystemCatalog(system: string, locale = 'en') {
  checkLocale(locale);
  return describeSystem(givenConnector(system).system, locale);
}

function checkLocale(locale: string | undefined): void {
  if (locale === undefined || isLocale(locale)) return;
  throw refusedField('locale', 'value', `takes a language or locale such as de or pt-BR, not "${locale}"`);
}
