import type { Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import type { signOnProtocols } from '../../platform/database/words.ts';
import { listDomains } from './domains.ts';
import { countUnlinked } from './enforcement.ts';
import { findIdentityOf } from './identities.ts';
import {
  findProvider,
  findProviderFor,
  type ProviderRow,
  readRoleClaim,
  readSaml,
  readTested,
  settingsDigest,
} from './providers.ts';
import { logoutUriOf, redirectUriOf, samlServiceOf } from './sign-on.ts';

/** Single sign-on of an account as its owners and operators see it: without the secret. */
export async function readSingleSignOn(
  { db, baseUrl }: { readonly db: Queryable; readonly baseUrl: string },
  accountId: string,
) {
  const row = await findProvider(db, accountId);
  return {
    id: accountId,
    mode: row?.mode ?? 'off',
    protocol: row ? protocolOf(row) : null,
    issuer: row?.issuer ?? null,
    client_id: row?.saml === null ? row.client_id : null,
    has_secret: row?.saml === null,
    saml: samlOf({ baseUrl }, accountId, row),
    redirect_url: redirectUriOf({ baseUrl }),
    logout_url: logoutUriOf({ baseUrl }),
    domains: await listDomains(db, accountId),
    default_role: row ? row.default_role : 'viewer',
    mapping: row ? readRoleClaim(row) : null,
    creates_users: row ? row.creates_users === 1 : true,
    unlinked_members: await countUnlinked(db, accountId),
    test: row ? testOf(row) : null,
    updated_at: row ? toTimestamp(row.updated_at) : null,
  };
}

function testOf(row: ProviderRow) {
  const tested = readTested(row);
  if (!tested) return null;
  const { by, at, reason, detail = null, role, claims } = tested;
  const isCurrent = tested.settings === settingsDigest(row);
  return { by, at: toTimestamp(at), is_current: isCurrent, reason, detail, role, claims };
}

function protocolOf({ saml }: ProviderRow): (typeof signOnProtocols)[number] {
  return saml === null ? 'oidc' : 'saml';
}

/** What the provider has to be told, and what its metadata say. */
function samlOf(service: { readonly baseUrl: string }, accountId: string, row: ProviderRow | undefined) {
  const { entityId, recipient } = samlServiceOf(service, accountId);
  const provider = row && readSaml(row);
  return {
    ...{ entity_id: entityId, metadata_url: entityId, answer_url: recipient },
    sign_in_url: provider?.signInUrl ?? null,
    certificates: (provider?.certificates ?? []).map(({ subject, fingerprint, validFrom, validTo }) => ({
      ...{ subject, fingerprint, valid_from: toTimestamp(validFrom), valid_to: toTimestamp(validTo) },
    })),
  };
}

/** A person's own sign-in by a provider: of the account that has the domain of their address. */
export async function readOwnSignOn(db: Queryable, { id, email, isOperator }: Person) {
  const [row, identity] = await Promise.all([findProviderFor(db, email), findIdentityOf(db, id)]);
  return {
    id,
    is_offered: row !== undefined && !isOperator,
    mode: row?.mode ?? 'off',
    identity: identity
      ? {
          ...{ issuer: identity.issuer, email: identity.email, linked_at: toTimestamp(identity.created_at) },
          last_used_at: toTimestamp(identity.last_used_at),
        }
      : null,
  };
}

interface Person {
  readonly id: string;
  readonly email: string;
  readonly isOperator: boolean;
}
