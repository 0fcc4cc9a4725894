import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { ServiceError } from '../../platform/errors.ts';
import { fieldFault } from '../../platform/faults.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { meta, success } from '../../platform/http/envelope.ts';
import { type ApiContext, route } from '../../platform/http/route.ts';
import { retryAfter } from '../../platform/limits/headers.ts';
import { audited } from '../audit/audit.ts';
import { findMember } from '../members/members.ts';
import { changePassword } from '../users/change-password.ts';
import { switchAccount } from '../users/sessions.ts';
import { renameUser } from '../users/users.ts';
import { checkStepUp } from './access.ts';
import { PasswordChange, ProfileUpdate, Session } from './schema.ts';
import { readSession } from './session.ts';
import { callerOf, doorFor, personOf } from './session-cookies.ts';

const tag = 'Session';
const access = { role: null, peopleOnly: true } as const;
const errors = ['payload_too_large', 'unsupported_media_type'] as const;

/** What people change of themselves: their name and password. */
export function profileRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;
  route(
    app,
    context,
    'PATCH',
    {
      path: '/session/profile',
      operationId: 'updateProfile',
      tag,
      summary: 'Change your name',
      description: 'As others see it beside what you write and decide. It takes no idempotency key.',
      access,
      errors: [...errors],
    },
    {
      body: ProfileUpdate,
      requireBody: true,
      success: { 200: { description: 'The session.', schema: success(Session) } },
      async handler(request) {
        const { caller } = request;
        const { id } = personOf(request);
        const { name } = request.body as Static<typeof ProfileUpdate>;
        await audited(
          db,
          caller,
          (transaction) => renameUser(transaction, id, name),
          () => ({ action: 'user.rename', accountId: null, subject: id }),
        );
        const person = { ...personOf(request), name: name.trim().normalize('NFC') };
        return { ok: true, data: await readSession(db, { ...caller, person }), meta: meta(request) };
      },
    },
  );

  route(
    app,
    context,
    'POST',
    {
      path: '/session/password',
      operationId: 'changePassword',
      tag,
      summary: 'Change your password',
      description:
        'Ends all your other sessions at once, and gives this one a new cookie. A wrong `current` is a fault of that field; after ten wrong tries in a minute from one address it is 429. Whoever came by a link or by single sign-on and has no password yet sends null; after single sign-on that needs a sign-in within ten minutes. Where single sign-on is required it is 403 `sso_required`. It takes no idempotency key.',
      access,
      errors: ['sso_required', 'step_up_required', ...errors],
    },
    {
      body: PasswordChange,
      requireBody: true,
      success: { 200: { description: 'The session.', schema: success(Session), headers: ['Set-Cookie'] } },
      async handler(request, reply) {
        const caller = await change(context, request, reply);
        return { ok: true, data: await readSession(db, caller), meta: meta(request) };
      },
    },
  );
}

async function change(context: ApiContext, request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
  const { db } = context;
  doorFor(context, request);
  const { caller } = request;
  const person = personOf(request);
  const { current, password: next } = request.body as Static<typeof PasswordChange>;
  if (current === null && person.isBySignOn) checkStepUp(person);
  const browser = { address: request.ip, agent: request.headers['user-agent'] ?? '' };
  const changed = await changePassword(db, person, { current, next }, browser);
  if (changed.result === 'wrong') throw fieldFault('current', 'wrong', 'This is not the password so far.');
  if (changed.result === 'refused') {
    throw new ServiceError('rate_limit_exceeded', { headers: { 'retry-after': retryAfter(changed.waitMs) } });
  }
  // The new session goes on with the account of the old one; a look into somebody's account ends, since each is recorded.
  const isMember = caller.account.id !== '' && (await findMember(db, caller.account.id, person.id)) !== undefined;
  const token = isMember ? await switchAccount(db, changed.session.id, caller.account.id) : changed.token;
  return callerOf(context, request, reply, token);
}
