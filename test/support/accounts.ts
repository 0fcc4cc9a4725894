import { type Account, type AccountFields, createAccount } from '../../src/domains/accounts/accounts.ts';
import { getPlanOfAccount } from '../../src/domains/accounts/plans.ts';
import { createToken } from '../../src/domains/accounts/tokens.ts';
import { createProject, type ProjectRow } from '../../src/domains/projects/projects.ts';
import type { ManagedProjectCreate } from '../../src/domains/projects/schema.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { type Caller, type Scope, scopes } from '../../src/platform/http/caller.ts';

export async function givenAccount(db: Database, { name, plan, ...fields }: AccountFields = {}): Promise<Account> {
  return createAccount(db, { name: name ?? 'Test agency', plan: plan ?? 'agency', ...fields });
}

/** The text of a token with all scopes, unless fewer are named. */
export async function givenToken(
  db: Database,
  accountId: string,
  fields: { scopes?: readonly Scope[]; kind?: 'live' | 'try_it'; expiresInMs?: number } = {},
): Promise<string> {
  const { token } = await createToken(db, accountId, {
    name: 'test',
    kind: fields.kind ?? 'live',
    scopes: fields.scopes ?? scopes,
    expiresInMs: fields.expiresInMs ?? null,
  });
  return token;
}

/** An account and the text of a token of it, with limits that no test reaches. */
export async function givenCaller(db: Database): Promise<{ account: Account; token: string }> {
  const account = await givenAccount(db, { perMinute: 10_000, perDay: 100_000 });
  return { account, token: await givenToken(db, account.id) };
}

export async function givenProject(
  db: Database,
  account: Account,
  fields: Partial<ManagedProjectCreate> = {},
): Promise<ProjectRow> {
  const plan = await getPlanOfAccount(db, account.id);
  return createProject(db, { account, plan } as unknown as Caller, { name: 'Test project', ...fields });
}
