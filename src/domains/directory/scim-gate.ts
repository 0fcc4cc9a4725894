import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { AddressThrottle } from '../../platform/limits/address-throttle.ts';
import { limitHeaders } from '../../platform/limits/headers.ts';
import { type Decision, dayMs, type Limiter, minuteMs } from '../../platform/limits/limiter.ts';
import { readToken, refuse } from '../accounts/bearer-gate.ts';
import type { Doer } from '../audit/audit.ts';
import { findScimToken, noteScimUse } from './scim-tokens.ts';

/** The parts that the gate of a directory's door uses. */
export interface ScimGateParts {
  readonly db: Database;
  readonly limiter: Limiter;
  readonly failedAuthentication: AddressThrottle;
}

/** The directory that calls. */
export interface DirectoryCaller {
  readonly accountId: string;
  readonly by: Doer;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before a handler of the directory's door runs. */
    directory?: DirectoryCaller;
  }
}

/** Of a token. No day can be used up before its minutes are. */
const perMinute = 600;

/** Lets in whoever has a token of a directory, before the body is read: 401 without, 429 for too many requests. */
export function scimGate({ db, limiter, failedAuthentication }: ScimGateParts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const sent = readToken(request);
    const token = sent && (await findScimToken(db, sent));
    if (!token) throw refuse(failedAuthentication, request);
    const actor = `token:${token.public_id}`;
    request.accountId = token.account_id;
    request.directory = { accountId: token.account_id, by: { actor, door: 'scim', address: request.ip } };
    noteScimUse(db, token).catch((error) => request.log.warn({ err: error }, 'last use was not noted'));
    const decision = await admit(limiter, actor);
    request.decision = decision;
    reply.headers(limitHeaders(decision));
    if (!decision.admitted) throw new ServiceError('rate_limit_exceeded');
  };
}

async function admit(limiter: Limiter, who: string): Promise<Decision> {
  try {
    return await limiter.admit(who, { perMinute, perDay: (perMinute * dayMs) / minuteMs });
  } catch (cause) {
    throw new ServiceError('api_controls_unavailable', { cause });
  }
}
