import { hash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Queryable, SsoProvidersTable } from '../../platform/database/tables.ts';
import { fieldFault, missing } from '../../platform/faults.ts';
import { lockAccount } from '../accounts/accounts.ts';
import type { Vault } from '../connections/vault.ts';
import { domainOf, lockDomains } from '../users/required-sign-on.ts';
import { listDomains } from './domains.ts';
import { endOtherSessions, endSignOnSessions } from './enforcement.ts';
import type { SignOnReason } from './faults.ts';
import { checkIssuer } from './issuers.ts';
import { checkRoleClaim, type RoleClaim, type SignOnRole } from './role-by-claim.ts';
import { readProviderMetadata, type SamlProvider } from './saml/identity-metadata.ts';
import type { SamlReason } from './saml/refusal.ts';

export type ProviderRow = Selectable<SsoProvidersTable>;

/** What came of a test: claims and role, or why it came to nothing. */
export interface Tested {
  /** The user who tested. */
  readonly by: string;
  readonly at: string;
  /** Of the settings that were tested. */
  readonly settings: string;
  readonly reason: SignOnReason | null;
  /** What of an answer by SAML was refused. */
  readonly detail?: SamlReason | null;
  readonly role: SignOnRole | null;
  readonly claims: readonly { readonly name: string; readonly value: string }[];
}

/** What owners set, whatever the provider speaks. */
interface SharedSettings {
  readonly defaultRole: SignOnRole | null;
  readonly roleClaim: RoleClaim | null;
  readonly createsUsers: boolean;
  readonly mode: ProviderRow['mode'];
}

/** A provider of OpenID Connect. */
export interface ProviderSettings extends SharedSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined keeps the one there is, as long as the issuer stays. */
  readonly clientSecret: string | undefined;
}

/** A provider of SAML 2.0. */
export interface SamlSettings extends SharedSettings {
  /** Ours, by which the provider knows us. */
  readonly entityId: string;
  /** The provider's, as XML; undefined keeps what there is. */
  readonly metadata: string | undefined;
}

const oneText = /^[\x21-\x7e]{1,1000}$/;

export async function findProvider(db: Queryable, accountId: string): Promise<ProviderRow | undefined> {
  return db.selectFrom('sso_providers').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

/** Throws `not_found`. */
export async function getProvider(db: Queryable, accountId: string): Promise<ProviderRow> {
  const found = await findProvider(db, accountId);
  if (!found) throw missing('single sign-on of', accountId);
  return found;
}

/** The provider that people with addresses of this domain are led to; undefined for none. Says nothing of who exists. */
export async function findProviderFor(db: Queryable, email: string): Promise<ProviderRow | undefined> {
  return db
    .selectFrom('sso_domains')
    .innerJoin('sso_providers', 'sso_providers.account_id', 'sso_domains.account_id')
    .selectAll('sso_providers')
    .where('sso_domains.domain', '=', domainOf(email))
    .where('sso_providers.mode', '!=', 'off')
    .executeTakeFirst();
}

export function readRoleClaim({ role_claim }: Pick<ProviderRow, 'role_claim'>): RoleClaim | null {
  return role_claim === null ? null : JSON.parse(role_claim);
}

export function readTested({ tested }: Pick<ProviderRow, 'tested'>): Tested | null {
  return tested === null ? null : JSON.parse(tested);
}

/** The provider where it speaks SAML; undefined for one of OpenID Connect. */
export function readSaml({ issuer, saml }: Pick<ProviderRow, 'issuer' | 'saml'>): SamlProvider | undefined {
  return saml === null ? undefined : { entityId: issuer, ...JSON.parse(saml) };
}

/** Stands for the settings that a test tries; those who may come and when are not among them. */
export function settingsDigest(
  row: Pick<ProviderRow, 'issuer' | 'client_id' | 'secret' | 'saml' | 'default_role' | 'role_claim'>,
) {
  const { issuer, client_id, secret, saml, default_role, role_claim } = row;
  return hash('sha256', JSON.stringify([issuer, client_id, saml ?? secret, default_role, role_claim]));
}

/** Whether the last test was of the settings as they are, and came to a role. */
function isTested(row: ProviderRow): boolean {
  const tested = readTested(row);
  return tested !== null && tested.reason === null && tested.settings === settingsDigest(row);
}

/**
 * Sets the provider of an account. Required takes a test of the same settings by the same owner; it then ends the sessions
 * that members of the domains began otherwise. Throws a fault of the field at fault.
 */
export async function setProvider(
  transaction: Queryable,
  vault: Vault,
  accountId: string,
  settings: ProviderSettings | SamlSettings,
  by: string,
): Promise<ProviderRow> {
  if (settings.roleClaim) checkRoleClaim(settings.roleClaim);
  await lockAccount(transaction, accountId);
  const domains = await listDomains(transaction, accountId);
  await lockDomains(transaction, domains);
  const before = await findProvider(transaction, accountId);
  const now = new Date().toISOString();
  const next: ProviderRow = {
    account_id: accountId,
    ...('metadata' in settings
      ? samlColumns(vault, accountId, settings, before)
      : oidcColumns(vault, accountId, settings, before)),
    ...{ mode: settings.mode, default_role: settings.defaultRole },
    role_claim: settings.roleClaim && JSON.stringify(settings.roleClaim),
    creates_users: settings.createsUsers ? 1 : 0,
    tested: before?.tested ?? null,
    revision: (before?.revision ?? 0) + 1,
    ...{ created_at: before?.created_at ?? now, updated_at: now },
  };
  if (next.mode !== 'off' && domains.length === 0) throw withoutDomain();
  const isEnforced = before?.mode === 'required' && settingsDigest(before) === settingsDigest(next);
  if (next.mode === 'required' && !isEnforced) checkTested(next, by);
  await transaction
    .insertInto('sso_providers')
    .values(next)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(next))
    .execute();
  const isAnother = before?.issuer !== next.issuer || before.client_id !== next.client_id;
  if (isAnother || next.mode === 'off') await endSignOnSessions(transaction, accountId);
  await endOtherSessions(transaction, accountId);
  return next;
}

type ProviderColumns = Pick<ProviderRow, 'issuer' | 'client_id' | 'secret' | 'saml'>;

function oidcColumns(
  vault: Vault,
  accountId: string,
  settings: ProviderSettings,
  before: ProviderRow | undefined,
): ProviderColumns {
  checkClient(settings);
  const secret = secretOf(vault, accountId, settings, before?.saml === null ? before : undefined);
  return { issuer: checkIssuer(settings.issuer), client_id: settings.clientId, secret, saml: null };
}

function samlColumns(
  vault: Vault,
  accountId: string,
  { entityId, metadata }: SamlSettings,
  before: ProviderRow | undefined,
): ProviderColumns {
  const provider = metadata === undefined ? before && readSaml(before) : readProviderMetadata(metadata);
  if (!provider) throw fieldFault('metadata', 'required', "Give the provider's metadata, which is XML.");
  const { entityId: issuer, ...saml } = provider;
  return { issuer, client_id: entityId, secret: vault.seal(accountId, ''), saml: JSON.stringify(saml) };
}

function checkClient({ clientId, clientSecret }: ProviderSettings): void {
  for (const [field, text] of Object.entries({ client_id: clientId, client_secret: clientSecret })) {
    if (text === undefined || oneText.test(text)) continue;
    // Not repeated: it may be a secret.
    throw fieldFault(field, 'pattern', 'It has 1 to 1000 letters, digits and signs, without spaces.');
  }
}

/** A stored secret goes to its issuer alone: with another one it is given anew. */
function secretOf(
  vault: Vault,
  accountId: string,
  { issuer, clientSecret }: ProviderSettings,
  before: ProviderRow | undefined,
): string {
  if (clientSecret !== undefined) return vault.seal(accountId, clientSecret);
  if (before && before.issuer === issuer) return before.secret;
  throw fieldFault('client_secret', 'required', 'Give the secret that the provider shows for this client.');
}

function withoutDomain() {
  const message = 'The operator has given this account no domain yet, so nobody would be led to the provider.';
  return fieldFault('mode', 'domain', message);
}

function checkTested(row: ProviderRow, by: string): void {
  if (isTested(row) && readTested(row)?.by === by) return;
  const message = 'Test these settings first, yourself: save them, then sign in by the test.';
  throw fieldFault('mode', 'tested', message);
}

/** Keeps what came of a test, unless the settings have changed since it began. */
export async function recordTest(db: Queryable, accountId: string, revision: number, tested: Tested): Promise<void> {
  await db
    .updateTable('sso_providers')
    .set({ tested: JSON.stringify(tested) })
    .where('account_id', '=', accountId)
    .where('revision', '=', revision)
    .execute();
}

/** Switches single sign-on off; whoever came by it is signed out. The settings and links stay. Throws `not_found`. */
export async function switchOff(transaction: Queryable, accountId: string): Promise<ProviderRow> {
  await lockAccount(transaction, accountId);
  const { revision } = await getProvider(transaction, accountId);
  await transaction
    .updateTable('sso_providers')
    .set({ mode: 'off', revision: revision + 1, updated_at: new Date().toISOString() })
    .where('account_id', '=', accountId)
    .execute();
  await endSignOnSessions(transaction, accountId);
  return getProvider(transaction, accountId);
}

/** Removes the provider with its links; whoever came by it is signed out. Throws `not_found`. */
export async function removeProvider(transaction: Queryable, accountId: string): Promise<ProviderRow> {
  await lockAccount(transaction, accountId);
  const removed = await getProvider(transaction, accountId);
  await transaction.deleteFrom('sso_identities').where('account_id', '=', accountId).execute();
  await transaction.deleteFrom('sso_providers').where('account_id', '=', accountId).execute();
  return removed;
}
