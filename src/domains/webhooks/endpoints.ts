import { type Selectable, sql } from 'kysely';
import { isPostgres } from '../../platform/database/engine.ts';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { ConnectionMaker, Queryable, WebhookEndpointsTable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { type EventType, eventTypes } from '../../platform/events/event-types.ts';
import { fieldFault, missing } from '../../platform/faults.ts';
import { revised } from '../../platform/http/revisions.ts';
import type { Vault } from '../connections/vault.ts';
import { makeKey, readSecret, rotated, type SigningKey } from './signing-keys.ts';

export type EndpointRow = Selectable<WebhookEndpointsTable>;

export const mostEndpoints = 20;
export const mostProjects = 100;
/** The dates at which shapes of messages have changed, the newest first. */
export const webhookVersions = ['2026-11-25'] as const;

export interface EndpointFields {
  readonly url: string;
  readonly description: string | null;
  readonly events: readonly EventType[];
  /** Null for all. */
  readonly projectIds: readonly string[] | null;
  readonly enabled: boolean;
}

export interface NewEndpoint extends EndpointFields {
  readonly accountId: string;
  readonly version?: (typeof webhookVersions)[number] | undefined;
  readonly signing: EndpointRow['signing'];
  /** A shared secret that somebody brings; undefined makes one. */
  readonly secret?: string | undefined;
  readonly madeBy: ConnectionMaker;
}

export interface EndpointAndSecret {
  readonly endpoint: EndpointRow;
  /** Shown once; null where others need none, and where they brought it. */
  readonly secret: string | null;
}

/** An account's endpoint; throws `not_found`. Within a transaction it is locked. */
export async function getEndpoint(db: Queryable, id: string, accountId?: string): Promise<EndpointRow> {
  const row = db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id);
  const endpoint = await (db.isTransaction && isPostgres(db) ? row.forUpdate() : row).executeTakeFirst();
  if (!endpoint || (accountId !== undefined && endpoint.account_id !== accountId)) throw missing('webhook', id);
  return endpoint;
}

/** All of an account, the oldest first; there are few. */
export async function listEndpoints(db: Queryable, accountId: string): Promise<EndpointRow[]> {
  const all = db.selectFrom('webhook_endpoints').selectAll().where('account_id', '=', accountId);
  return all.orderBy('created_at').orderBy('id').execute();
}

/** Stores an endpoint whose address was checked. Throws faults of `url`, `events`, `project_ids` and `secret`. */
export async function addEndpoint(
  transaction: Queryable,
  vault: Vault,
  { accountId, version = webhookVersions[0], signing, secret, madeBy, ...fields }: NewEndpoint,
): Promise<EndpointAndSecret> {
  await checkFields(transaction, accountId, fields);
  if (secret !== undefined && signing === 'v1a') {
    throw fieldFault('secret', 'signing', 'v1a has no shared secret; leave it out.');
  }
  // Two at once would else both find room for one more.
  if (isPostgres(transaction)) {
    await transaction.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute();
  }
  if ((await listEndpoints(transaction, accountId)).length >= mostEndpoints) {
    throw fieldFault('url', 'most', `An account has at most ${mostEndpoints} webhooks; remove one first.`);
  }
  const brought = secret === undefined ? undefined : readSecret(secret);
  const made = brought ? { key: brought, secret: null, publicKey: null } : makeKey(signing);
  const id = newIdentifier('whk');
  const now = new Date().toISOString();
  await transaction
    .insertInto('webhook_endpoints')
    .values({
      id,
      account_id: accountId,
      ...stored(fields),
      ...offSince(fields.enabled, now),
      version,
      signing,
      secret: vault.seal(id, { keys: [made.key] }),
      public_keys: JSON.stringify(made.publicKey === null ? [] : [made.publicKey]),
      made_by: madeBy,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return { endpoint: await getEndpoint(transaction, id), secret: made.secret };
}

/** Changes an endpoint whose new address, if any, was checked; `madeBy` is whose it is with another address. */
export async function changeEndpoint(
  transaction: Queryable,
  before: EndpointRow,
  changes: Partial<EndpointFields>,
  madeBy: ConnectionMaker,
): Promise<EndpointRow> {
  const fields = { ...toFields(before), ...changes };
  await checkFields(transaction, before.account_id, fields);
  const now = new Date().toISOString();
  const isSwitched = fields.enabled !== (before.enabled === 1);
  const isMoved = fields.url !== before.url;
  await transaction
    .updateTable('webhook_endpoints')
    .set({
      ...stored(fields),
      ...(isSwitched && offSince(fields.enabled, now)),
      // What was wrong with the former address, or before it was switched on, counts no more.
      ...((isMoved || isSwitched) && { failures: 0, failing_since: null, paused_until: null }),
      ...(isMoved && { made_by: madeBy }),
      updated_at: now,
      revision: before.revision + 1,
    })
    .where('id', '=', before.id)
    .execute();
  return getEndpoint(transaction, before.id);
}

/** Whether an endpoint was switched off that nobody was told of. */
export async function isAnyToTell(db: Queryable): Promise<boolean> {
  const off = db.selectFrom('webhook_endpoints').select('id').where('to_tell', '=', sql.lit(1)).limit(1);
  return (await off.executeTakeFirst()) !== undefined;
}

/** An endpoint that was switched off and that nobody was told of; from now on it is told of. Undefined when there is none. */
export async function takeEndpointToTell(transaction: Queryable): Promise<EndpointRow | undefined> {
  const off = transaction.selectFrom('webhook_endpoints').selectAll().where('to_tell', '=', sql.lit(1)).limit(1);
  const endpoint = await (isPostgres(transaction) ? off.forUpdate().skipLocked() : off).executeTakeFirst();
  if (!endpoint) return undefined;
  await transaction.updateTable('webhook_endpoints').set({ to_tell: 0 }).where('id', '=', endpoint.id).execute();
  return endpoint;
}

/** Its deliveries are swept later. */
export async function removeEndpoint(transaction: Queryable, id: string): Promise<void> {
  await transaction.deleteFrom('webhook_endpoints').where('id', '=', id).execute();
}

/** Gives an endpoint a new secret; for a day messages carry the signature of the former one, too. */
export async function rotateSecret(
  transaction: Queryable,
  vault: Vault,
  before: EndpointRow,
): Promise<EndpointAndSecret> {
  const made = makeKey(before.signing);
  const keys = rotated(openKeys(vault, before), made.key, Date.now());
  await transaction
    .updateTable('webhook_endpoints')
    .set({
      secret: vault.seal(before.id, { keys }),
      public_keys: JSON.stringify(made.publicKey === null ? [] : [made.publicKey]),
      updated_at: new Date().toISOString(),
      revision: before.revision + 1,
    })
    .where('id', '=', before.id)
    .execute();
  return { endpoint: await getEndpoint(transaction, before.id), secret: made.secret };
}

export function openKeys(vault: Vault, { id, secret }: Pick<EndpointRow, 'id' | 'secret'>): readonly SigningKey[] {
  return (vault.open(id, secret) as { readonly keys: readonly SigningKey[] }).keys;
}

/** Whether an endpoint is to be told of an event. */
export function takes(
  { events, project_ids }: Pick<EndpointRow, 'events' | 'project_ids'>,
  type: string,
  projectId: string | null,
): boolean {
  const projects = project_ids === null ? null : (JSON.parse(project_ids) as string[]);
  const isOfProject = projects === null || (projectId !== null && projects.includes(projectId));
  return isOfProject && (JSON.parse(events) as string[]).includes(type);
}

/** As it is shown, without its secret. */
export function toEndpoint(row: EndpointRow) {
  const shown = {
    id: row.id,
    url: row.url,
    description: row.description,
    events: JSON.parse(row.events) as EventType[],
    project_ids: row.project_ids === null ? null : (JSON.parse(row.project_ids) as string[]),
    version: row.version,
    signing: row.signing,
    public_key: (JSON.parse(row.public_keys) as string[])[0] ?? null,
    made_by: row.made_by,
    enabled: row.enabled === 1,
    off_reason: row.off_reason,
    off_since: toTimestamp(row.off_since),
    failures: row.failures,
    failing_since: toTimestamp(row.failing_since),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
  return revised(shown, row.revision);
}

function toFields(row: EndpointRow): EndpointFields {
  const { url, description, events, project_ids, enabled } = toEndpoint(row);
  return { url, description, events, projectIds: project_ids, enabled };
}

function stored({ url, description, events, projectIds, enabled }: EndpointFields) {
  return {
    url,
    description,
    events: JSON.stringify(eventTypes.filter((type) => events.includes(type))),
    project_ids: projectIds && JSON.stringify([...new Set(projectIds)]),
    enabled: enabled ? 1 : 0,
  };
}

function offSince(enabled: boolean, now: string) {
  const off = enabled ? { off_reason: null, off_since: null } : { off_reason: 'by_hand' as const, off_since: now };
  return { ...off, to_tell: 0 };
}

async function checkFields(
  db: Queryable,
  accountId: string,
  { events, projectIds }: Pick<EndpointFields, 'events' | 'projectIds'>,
): Promise<void> {
  if (events.length === 0) throw fieldFault('events', 'minItems', 'A webhook tells of at least one event.');
  if (projectIds === null) return;
  const fault = 'Name at least one project, or null for all.';
  if (projectIds.length === 0) throw fieldFault('project_ids', 'minItems', fault);
  const own = db.selectFrom('projects').select('id').where('account_id', '=', accountId);
  const found = new Set((await own.where('id', 'in', projectIds).execute()).map(({ id }) => id));
  const unknown = projectIds.find((id) => !found.has(id));
  if (unknown !== undefined) {
    throw fieldFault('project_ids', 'existing', `There is no project ${unknown} in this account.`);
  }
}
