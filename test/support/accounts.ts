import { type Account, type AccountFields, createAccount } from '../../src/accounts/accounts.ts';
import { getPlanOfAccount } from '../../src/accounts/plans.ts';
import { createToken, type Scope, scopes } from '../../src/accounts/tokens.ts';
import type { Database } from '../../src/database/tables.ts';
import { createProject, type ProjectRow } from '../../src/projects/projects.ts';
import type { ProjectCreate } from '../../src/projects/schema.ts';

export async function givenAccount(db: Database, fields: AccountFields = {}): Promise<Account> {
  return createAccount(db, { name: 'Test agency', plan: 'agency', ...fields });
}

export async function givenToken(
  db: Database,
  accountId: string,
  fields: { scopes?: readonly Scope[]; kind?: 'live' | 'try_it'; expiresInMs?: number | null } = {},
): Promise<string> {
  const all = { name: 'test', kind: 'live', scopes, expiresInMs: null, ...fields } as const;
  return (await createToken(db, accountId, all)).token;
}

export async function givenProject(
  db: Database,
  account: Account,
  fields: Partial<ProjectCreate> = {},
): Promise<ProjectRow> {
  const plan = await getPlanOfAccount(db, account.id);
  const caller = { account, plan } as unknown as Parameters<typeof createProject>[1];
  return createProject(db, caller, { name: 'Test project', ...fields });
}
