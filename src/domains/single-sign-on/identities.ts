import type { Selectable } from 'kysely';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { Queryable, SsoIdentitiesTable } from '../../platform/database/tables.ts';
import type { ProviderClaims } from './claims.ts';
import { SignOnFault } from './faults.ts';

export type IdentityRow = Selectable<SsoIdentitiesTable>;

/** Who a subject of an issuer is here; undefined for nobody. An e-mail address names nobody. */
export async function findIdentity(
  db: Queryable,
  { issuer, subject }: Pick<ProviderClaims, 'issuer' | 'subject'>,
): Promise<IdentityRow | undefined> {
  return db
    .selectFrom('sso_identities')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

export async function findIdentityOf(db: Queryable, userId: string): Promise<IdentityRow | undefined> {
  return db.selectFrom('sso_identities').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Links a subject to a user, in the place of another one of theirs. Throws `taken` for one that is somebody else. */
export async function linkIdentity(
  transaction: Queryable,
  accountId: string,
  userId: string,
  { issuer, subject }: Pick<ProviderClaims, 'issuer' | 'subject'>,
  email: string,
): Promise<IdentityRow> {
  const known = await findIdentity(transaction, { issuer, subject });
  if (known && known.user_id !== userId) throw new SignOnFault('taken');
  if (known && known.account_id === accountId) return known;
  await transaction.deleteFrom('sso_identities').where('user_id', '=', userId).execute();
  const row: IdentityRow = {
    ...{ id: newIdentifier('idn'), account_id: accountId, user_id: userId, issuer, subject, email },
    ...{ created_at: new Date().toISOString(), last_used_at: null },
  };
  await transaction.insertInto('sso_identities').values(row).execute();
  return row;
}

export async function noteUse(transaction: Queryable, id: string): Promise<void> {
  const used = { last_used_at: new Date().toISOString() };
  await transaction.updateTable('sso_identities').set(used).where('id', '=', id).execute();
}

/** Takes a user's link away, with the sessions that began by it; undefined when there is none. */
export async function unlinkIdentity(transaction: Queryable, userId: string): Promise<IdentityRow | undefined> {
  return transaction.deleteFrom('sso_identities').where('user_id', '=', userId).returningAll().executeTakeFirst();
}
