import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Queryable } from '../../platform/database/tables.ts';
import { fieldFault, missing } from '../../platform/faults.ts';
import type { Caller, CallerPerson } from '../../platform/http/caller.ts';
import { readOperation, removeOperation } from '../../platform/http/operations.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import { comesBySingleSignOn } from '../users/required-sign-on.ts';
import { unlinkIdentity } from './identities.ts';
import { findProviderFor } from './providers.ts';
import { ticketAddress } from './routes.ts';
import { OwnSignOn, SignOnBegun } from './schema.ts';
import { readOwnSignOn } from './shown.ts';
import type { SignOnEnvironment } from './sign-on.ts';

const tag = 'Single sign-on';
const access = { role: null, peopleOnly: true } as const;
const Nothing = Type.Object({}, { additionalProperties: false });
const path = '/session/sso';

/** What people do about their own sign-in by a provider. */
export function ownSignOnRoutes(app: FastifyInstance, context: ApiContext, environment: SignOnEnvironment): void {
  readOperation(
    app,
    context,
    {
      path,
      operationId: 'getOwnSignOn',
      tag,
      summary: 'Read your own single sign-on',
      access,
      data: OwnSignOn,
    },
    ({ caller }) => readOwnSignOn(environment.db, personOf(caller)),
  );

  const begun = { tag, body: Nothing, bodyOptional: true, data: SignOnBegun, secret: 'url', status: 201 } as const;
  const offered = ['not_found'] as const;
  writeOperation(
    app,
    context,
    {
      ...begun,
      method: 'POST',
      path,
      operationId: 'linkSignOn',
      summary: 'Link your sign-in at the provider',
      description:
        'Answers with the address where you sign in at the provider of your account, in the same browser; from then on you may come so. The address that it vouches for has to be of a domain of the account.',
      access: { ...access, stepUp: true },
      kind: 'sso.begin_link',
      errors: [...offered],
    },
    (transaction, { caller }) => begin(transaction, caller, 'link'),
  );

  writeOperation(
    app,
    context,
    {
      ...begun,
      method: 'POST',
      path: '/session/sso/confirmation',
      operationId: 'confirmSignOn',
      summary: 'Sign in again by the provider',
      description:
        'For what needs a sign-in within the last ten minutes: answers with the address where you prove to the provider anew who you are. The provider has to say when you did (`auth_time`).',
      access,
      kind: 'sso.begin_confirmation',
      errors: [...offered],
    },
    (transaction, { caller }) => begin(transaction, caller, 'confirm'),
  );

  removeOperation(
    app,
    context,
    {
      path,
      operationId: 'unlinkSignOn',
      tag,
      summary: 'Unlink your sign-in at the provider',
      description:
        'Sessions that began by it end at once. Refused without a password, and where single sign-on is required: nothing would be left to sign in by.',
      access: { ...access, stepUp: true },
      kind: 'sso.unlink',
      data: OwnSignOn,
      errors: ['invalid_request', 'not_found'],
    },
    async (transaction, { caller }) => {
      const person = personOf(caller);
      await requireOtherWay(transaction, person);
      const gone = await unlinkIdentity(transaction, person.id);
      if (!gone) throw missing('link of', person.id);
      return {
        data: await readOwnSignOn(transaction, person),
        ...{ subject: person.id, details: { identity: gone.id, issuer: gone.issuer, subject: gone.subject } },
      };
    },
  );

  async function begin(transaction: Queryable, caller: Caller, kind: 'link' | 'confirm') {
    const { id, email, sessionId, isOperator } = personOf(caller);
    const row = isOperator ? undefined : await findProviderFor(transaction, email);
    if (!row) throw missing('single sign-on of', email);
    const ticket = { purpose: { kind, userId: id, sessionId }, accountId: row.account_id };
    return { data: { id: row.account_id, url: ticketAddress(environment, ticket) }, location: path };
  }
}

async function requireOtherWay(
  transaction: Queryable,
  { id, email, hasPassword, isOperator }: CallerPerson,
): Promise<void> {
  const user = { id, email, operator: isOperator ? 1 : 0 };
  if (hasPassword && !(await comesBySingleSignOn(transaction, user))) return;
  throw fieldFault(
    '',
    'last_way',
    'Nothing would be left to sign in by. Set a password first, where you may have one.',
  );
}

function personOf({ person }: Caller): CallerPerson {
  if (!person) throw new TypeError('Only people have sessions');
  return person;
}
