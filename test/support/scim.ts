import type { Account } from '../../src/domains/accounts/accounts.ts';
import { changeDirectory } from '../../src/domains/directory/directories.ts';
import { changeGroup } from '../../src/domains/directory/managed-groups.ts';
import { createScimGroup } from '../../src/domains/directory/scim-groups.ts';
import { createScimToken } from '../../src/domains/directory/scim-tokens.ts';
import { createScimUser } from '../../src/domains/directory/scim-users.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { givenAccount } from './accounts.ts';
import type { TestService } from './service.ts';

export const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

export interface ScimAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into resources whose shapes other tests prove.
  readonly body: any;
}

/** The directory of an account, as it calls. */
export interface GivenDirectory {
  readonly account: Account;
  readonly token: string;
  readonly publicId: string;
  /** One request below the base of the door. */
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<ScimAnswer>;
  /** Operations of a PATCH. */
  patch(path: string, ...operations: readonly object[]): Promise<ScimAnswer>;
  /** The resource of somebody new, with an address of their own unless the fields say another. */
  addUser(fields?: Readonly<Record<string, unknown>>): Promise<ScimAnswer['body']>;
  addGroup(displayName: string, members?: readonly string[]): Promise<ScimAnswer['body']>;
}

let made = 0;

/** A directory that has a token of an account, a new one unless one is given. */
export async function givenDirectory(
  service: Pick<TestService, 'url' | 'db'>,
  given?: Account,
): Promise<GivenDirectory> {
  const { db } = service;
  const account = given ?? (await givenAccount(db));
  const { token, record } = await givenScimToken(db, account.id);
  const send: GivenDirectory['call'] = (method, path, body, headers) =>
    callScim(service.url, method, path, { token, body, headers });
  const added = async (path: string, body: object) => {
    const answer = await send('POST', path, body);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  };
  return {
    account,
    token,
    publicId: record.public_id,
    call: send,
    patch: (path, ...Operations) => send('PATCH', path, { schemas: [patchSchema], Operations }),
    addUser: (fields = {}) =>
      added('/Users', { schemas: [userSchema], userName: `person.${++made}@corp.test`, ...fields }),
    addGroup: (displayName, members = []) =>
      added('/Groups', { schemas: [groupSchema], displayName, members: members.map((value) => ({ value })) }),
  };
}

export function givenScimToken(db: Database, accountId: string) {
  return db
    .transaction()
    .execute((transaction) => createScimToken(transaction, accountId, { name: 'Entra', madeBy: 'user:usr_test' }));
}

export async function callScim(
  url: string,
  method: string,
  path: string,
  {
    token,
    body,
    headers = {},
  }: {
    readonly token?: string | undefined;
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>> | undefined;
  },
): Promise<ScimAnswer> {
  const answer = await fetch(`${url}/scim/v2${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/scim+json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
}

/** Somebody in a group with a role, by a directory about which an account has decided, without a request. */
export async function givenScimTeam(db: Database, accountId: string): Promise<void> {
  await givenScimToken(db, accountId);
  await db.transaction().execute(async (transaction) => {
    const { row } = await createScimUser(transaction, accountId, {
      userName: `team.${++made}@corp.test`,
      nickName: 'Ü 🙂',
    });
    const group = await createScimGroup(transaction, accountId, { displayName: 'Ü 🙂', members: [{ value: row.id }] });
    await changeGroup(transaction, accountId, group.row.id, { role: 'editor' }, () => {});
    await changeDirectory(transaction, accountId, { sendsMail: false }, () => {});
  });
}
