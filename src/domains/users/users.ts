import type { Selectable } from 'kysely';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import { lockName } from '../../platform/database/name-lock.ts';
import type { Queryable, UsersTable } from '../../platform/database/tables.ts';
import { OperatorError } from '../../platform/errors.ts';
import { fieldFault } from '../../platform/faults.ts';
import { checkEmail, emailKey } from './emails.ts';
import { requireOtherOwners } from './owners.ts';
import { endPendingSignIns } from './pending-sign-ins.ts';
import { endSessionsOf } from './sessions.ts';

export type UserRow = Selectable<UsersTable>;

export interface NewUser {
  readonly email: string;
  readonly name: string;
  /** Null until they choose a password by a link. */
  readonly passwordHash: string | null;
  readonly isOperator: boolean;
}

const longestName = 200;

/** The name without white space around it. Throws a fault of the field `name`. */
export function checkUserName(text: string): string {
  const name = text.trim().normalize('NFC');
  if (name !== '' && [...name].length <= longestName && !/[\p{Cc}\p{Cs}]/u.test(name)) return name;
  throw fieldFault('name', 'length', `A name has 1 to ${longestName} characters.`);
}

/** Adds a user. Throws a fault of the field at fault, also when somebody has the address. */
export async function createUser(transaction: Queryable, fields: NewUser): Promise<UserRow> {
  const email = checkEmail(fields.email);
  const key = emailKey(email);
  await lockName(transaction, `user ${key}`);
  if (await findUserByEmail(transaction, email)) {
    throw fieldFault('email', 'unique', 'Somebody signs in with this e-mail address already.');
  }
  const now = new Date().toISOString();
  const user: UserRow = {
    id: newIdentifier('usr'),
    email,
    email_key: key,
    name: checkUserName(fields.name),
    password_hash: fields.passwordHash,
    operator: fields.isOperator ? 1 : 0,
    disabled_at: null,
    language: null,
    created_at: now,
    updated_at: now,
  };
  await transaction.insertInto('users').values(user).execute();
  return user;
}

export async function findUserByEmail(db: Queryable, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst();
}

/** The user with this id or e-mail address; throws an OperatorError. */
export async function getUser(db: Queryable, named: string): Promise<UserRow> {
  const column = named.includes('@') ? 'email_key' : 'id';
  const value = column === 'id' ? named : emailKey(named);
  const user = await db.selectFrom('users').selectAll().where(column, '=', value).executeTakeFirst();
  if (!user) throw new OperatorError(`There is no user ${named}; "users list" shows them.`);
  return user;
}

export async function listUsers(db: Queryable): Promise<UserRow[]> {
  return db.selectFrom('users').selectAll().orderBy('id').execute();
}

/** Makes changes of one user and the begin of a session wait for each other. */
export async function lockUser(transaction: Queryable, id: string): Promise<UserRow | undefined> {
  await lockName(transaction, id);
  return transaction.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Lets a user sign in no more, and ends their sessions. Throws a fault when an account would be left without an owner,
 * unless forced.
 */
export async function disableUser(transaction: Queryable, id: string, isForced: boolean): Promise<UserRow> {
  if (!isForced) await requireOtherOwners(transaction, id);
  await lockUser(transaction, id);
  const now = new Date().toISOString();
  await transaction
    .updateTable('users')
    .set({ disabled_at: now, updated_at: now })
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .execute();
  await endSessionsOf(transaction, id);
  return getUser(transaction, id);
}

/** Lets a user sign in again, with the password they had. */
export async function enableUser(transaction: Queryable, id: string): Promise<UserRow> {
  const changed = { disabled_at: null, updated_at: new Date().toISOString() };
  await transaction.updateTable('users').set(changed).where('id', '=', id).execute();
  return getUser(transaction, id);
}

/** Changes what a user is called. Throws a fault of the field `name`. */
export async function renameUser(transaction: Queryable, id: string, name: string): Promise<void> {
  const changed = { name: checkUserName(name), updated_at: new Date().toISOString() };
  await transaction.updateTable('users').set(changed).where('id', '=', id).execute();
}

/** Sets a password, by its hash; every session, every sign-in under way and every link to set another one ends. Factors stay. */
export async function setPasswordHash(transaction: Queryable, id: string, hash: string): Promise<void> {
  await lockUser(transaction, id);
  const now = new Date().toISOString();
  await transaction.updateTable('users').set({ password_hash: hash, updated_at: now }).where('id', '=', id).execute();
  await transaction
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('user_id', '=', id)
    .where('used_at', 'is', null)
    .execute();
  await endPendingSignIns(transaction, id);
  await endSessionsOf(transaction, id);
}
