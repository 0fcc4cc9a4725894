import { createToken } from '../../src/domains/accounts/tokens.ts';
import type { StoredRights } from '../../src/domains/members/members.ts';
import { beginSession } from '../../src/domains/users/sessions.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { givenMember } from './people.ts';
import type { Answer, CallOptions, TestService } from './service.ts';

const browser = { address: '127.0.0.1', agent: 'test' };

/** Somebody signed in, with what their browser sends. */
export interface SignedInMember {
  readonly userId: string;
  readonly email: string;
  readonly sessionId: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A session of a user, begun at `now` (epoch milliseconds); of an operator with a second factor, unless it says otherwise. */
export async function givenSession(
  db: Database,
  { id, email, operator = 0 }: { readonly id: string; readonly email: string; readonly operator?: number },
  now = Date.now(),
  factor: 'code' | null = operator === 1 ? 'code' : null,
): Promise<SignedInMember> {
  const { token, session } = await beginSession(db, id, browser, now, { factor });
  const headers = { cookie: `session=${token}`, 'sec-fetch-site': 'same-origin' };
  return { userId: id, email, sessionId: session.id, headers };
}

/** A new member of the account, an owner unless the rights say otherwise, who is signed in. */
export async function givenSignedIn(
  db: Database,
  accountId: string,
  rights: Partial<StoredRights> = {},
): Promise<SignedInMember> {
  return givenSession(db, await givenMember(db, accountId, rights));
}

/** The text of a token of the management API. */
export async function givenManageToken(db: Database, accountId: string, role: string): Promise<string> {
  const { token } = await createToken(db, accountId, { name: 'test', kind: 'manage', role, expiresInMs: null });
  return token;
}

/** One request to the management API by somebody who is signed in; `path` lies below its base. */
export function manage(
  service: Pick<TestService, 'call'>,
  who: Pick<SignedInMember, 'headers'>,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  return service.call(method, `/manage/v1${path}`, { ...options, headers: { ...who.headers, ...options.headers } });
}
