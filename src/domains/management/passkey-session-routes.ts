import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { ServiceError } from '../../platform/errors.ts';
import { askOperation } from '../../platform/http/ask-operation.ts';
import { meta, success } from '../../platform/http/envelope.ts';
import { type ApiContext, route } from '../../platform/http/route.ts';
import { retryAfter } from '../../platform/limits/headers.ts';
import { EmptyBody } from '../projects/schema.ts';
import { signInOptions } from '../second-factors/ceremonies.ts';
import type { Challenges } from '../second-factors/challenges.ts';
import { PasskeyOptions, PasskeySignIn } from '../users/factor-schema.ts';
import { signInByPasskey } from '../users/sign-in-by-passkey.ts';
import { signedOut } from './manage-gate.ts';
import { partyFor } from './passkey-routes.ts';
import { takeSession } from './routes.ts';
import { Session } from './schema.ts';
import { readSession } from './session.ts';

const tag = 'Session';
const access = { role: null, isOpen: true } as const;

/** Signing in by a passkey, also again for what needs it within ten minutes. */
export function passkeySessionRoutes(app: FastifyInstance, context: ApiContext, challenges: Challenges): void {
  const { db } = context;

  askOperation(
    app,
    context,
    {
      path: '/session/passkey-options',
      operationId: 'preparePasskeySignIn',
      tag,
      summary: 'Prepare a sign-in by a passkey',
      description: 'What a browser needs to sign with a passkey of this service, whoever’s it is, within half an hour.',
      access,
      body: EmptyBody,
      bodyOptional: true,
      data: PasskeyOptions,
    },
    async ({ request }) => ({ options: signInOptions(challenges, partyFor(context, request)) }),
  );

  route(
    app,
    context,
    'POST',
    {
      path: '/session/passkey',
      operationId: 'signInByPasskey',
      tag,
      summary: 'Sign in by a passkey',
      description:
        'Begins a session and sets its cookie, as signing in by a password does; it needs no code. What a passkey has signed works once. Whatever is wrong, the answer is the same 401.',
      access,
      errors: ['payload_too_large', 'unsupported_media_type'],
    },
    {
      body: PasskeySignIn,
      requireBody: true,
      success: { 201: { description: 'The session.', schema: success(Session), headers: ['Set-Cookie', 'Location'] } },
      async handler(request, reply) {
        const { response } = request.body as Static<typeof PasskeySignIn>;
        const browser = { address: request.ip, agent: request.headers['user-agent'] ?? '' };
        const parts = { challenges, party: partyFor(context, request) };
        const entered = await signInByPasskey(db, parts, response, browser);
        if (entered.result === 'wrong') throw signedOut('The passkey was not accepted.');
        if (entered.result === 'refused') {
          throw new ServiceError('rate_limit_exceeded', { headers: { 'retry-after': retryAfter(entered.waitMs) } });
        }
        const caller = await takeSession(context, request, reply, entered);
        reply.code(201).header('location', `${context.publicUrl}${context.base}/session`);
        return { ok: true, data: await readSession(db, caller), meta: meta(request) };
      },
    },
  );
}
