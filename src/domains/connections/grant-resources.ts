import type { Queryable } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import { fieldFault } from '../../platform/faults.ts';
import type { Resource } from '../../reporting/connectors/contract.ts';
import { mapBounded } from '../../reporting/connectors/map-bounded.ts';
import { listConnectors } from '../../reporting/connectors/registry.ts';
import { listResources } from './look-into-system.ts';
import type { GrantRow } from './oauth-grants.ts';
import type { ConnectionEnvironment } from './open-connection.ts';
import { domainIn, idFields, resourceId } from './resource-ids.ts';

/** What a sign-in sees in a system: a property, an advertising account or a site. */
export interface SeenResource {
  readonly system: string;
  readonly grant_id: string;
  /** As the system calls it, such as `123456` or `sc-domain:example.com`. */
  readonly id: string;
  readonly label: string;
  /** What it and what it belongs to are called. */
  readonly names: readonly string[];
  /** The host that it is about; null where nothing says it. */
  readonly domain: string | null;
  /** ISO 4217; null where the list does not tell it. */
  readonly currency: string | null;
  /** Null where the list does not tell it. */
  readonly time_zone: string | null;
  /** The part of a connection's configuration that names it. */
  readonly config: Readonly<Record<string, unknown>>;
}

/** What a sign-in sees in one system, or why that cannot be told. */
export interface SeenSystem {
  readonly system: string;
  readonly resources: readonly SeenResource[];
  readonly fault: { readonly rule: string; readonly message: string } | null;
}

/** The systems that a sign-in lets the service read, of those whose resources are listed without further words. */
export function systemsOfGrant({ sign_in, scopes }: Pick<GrantRow, 'sign_in' | 'scopes'>): string[] {
  const granted = JSON.parse(scopes) as string[];
  return listConnectors()
    .filter(({ system, signIn }) => {
      return system in idFields && signIn?.with === sign_in && signIn.scopes.every((scope) => granted.includes(scope));
    })
    .map(({ system }) => system);
}

const systemsAtOnce = 4;

/**
 * What a sign-in sees, in one system or in all that it lets the service read, side by side within `withinMs`. One that fails
 * says so beside the others. Throws a fault of `system`.
 */
export async function listGrantResources(
  db: Queryable,
  environment: ConnectionEnvironment,
  grant: GrantRow,
  { system, withinMs }: { readonly system?: string | undefined; readonly withinMs: number },
): Promise<SeenSystem[]> {
  const served = systemsOfGrant(grant);
  if (system !== undefined && !served.includes(system)) {
    const known = served.length > 0 ? `it lists ${served.join(', ')}` : 'it lists nothing';
    throw fieldFault('system', 'value', `The sign-in does not list what it sees of "${system}"; ${known}.`);
  }
  return mapBounded(system === undefined ? served : [system], systemsAtOnce, (each) =>
    look(db, environment, grant, each, withinMs),
  );
}

async function look(
  db: Queryable,
  environment: ConnectionEnvironment,
  { id: grantId, account_id: accountId }: GrantRow,
  system: string,
  withinMs: number,
): Promise<SeenSystem> {
  const source = { system, config: null, secret: null, grantId };
  try {
    const found = await listResources(db, environment, source, { accountId, withinMs });
    return { system, resources: found.map((resource) => toSeen(system, grantId, resource)), fault: null };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    const [detail] = error.details ?? [];
    return { system, resources: [], fault: { rule: detail?.rule ?? error.code, message: error.message } };
  }
}

function toSeen(
  system: string,
  grantId: string,
  { config, label, names = [label], currency, timeZone }: Resource,
): SeenResource {
  const id = resourceId(system, config);
  return {
    ...{ system, grant_id: grantId, id, label, names, config },
    // What it belongs to may be the agency's, which all have.
    domain: domainIn(id) ?? domainIn(names[0] ?? ''),
    currency: currency ?? null,
    time_zone: timeZone ?? null,
  };
}
