import { insertMember, type StoredRights } from '../../src/domains/members/members.ts';
import { createUser, type UserRow } from '../../src/domains/users/users.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { hashPassword } from '../../src/platform/passwords.ts';

export const password = 'seven green bicycles sing';
/** To hash it takes as long as all else that a test does with a user. */
const passwordHash = hashPassword(password);
let made = 0;

/** A user with `password`, unless they have none yet. */
export async function givenUser(
  db: Database,
  { email = `ann.${++made}@example.com`, name = 'Ann Example', hasPassword = true, isOperator = false } = {},
): Promise<UserRow> {
  const fields = { email, name, isOperator, passwordHash: hasPassword ? await passwordHash : null };
  return db.transaction().execute((transaction) => createUser(transaction, fields));
}

/** A user who is a member of the account. */
export async function givenMember(
  db: Database,
  accountId: string,
  rights: Partial<StoredRights> = {},
  fields: Parameters<typeof givenUser>[1] = {},
): Promise<UserRow> {
  const user = await givenUser(db, fields);
  await insertMember(db, accountId, user.id, { role: 'owner', projectIds: null, ...rights });
  return user;
}

/** A browser's form, which a page of the service sent unless `headers` say otherwise; an empty one is not sent. */
export function sendForm(
  address: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const all = Object.entries({ 'sec-fetch-site': 'same-origin', ...headers });
  const own = Object.fromEntries(all.filter(([, value]) => value !== ''));
  return fetch(address, { method: 'POST', body: new URLSearchParams(fields), headers: own, redirect: 'manual' });
}

/** The session that an answer gives, as the next request sends it; empty for none. */
export function sessionOf(answer: Response): string {
  const [cookie = ''] = answer.headers.getSetCookie();
  return /^(?:__Host-)?session=\w+/.exec(cookie)?.[0] ?? '';
}

/** Signs in and gives the cookie. */
export async function signInAt(
  url: string,
  email: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  return sessionOf(await sendForm(`${url}/console/sign-in`, { email, password }, headers));
}
