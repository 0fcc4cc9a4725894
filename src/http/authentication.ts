import type { FastifyReply, FastifyRequest } from 'fastify';
import { apiAccess } from '../accounts/accounts.ts';
import { type Caller, findCaller, noteUse, type Scope } from '../accounts/tokens.ts';
import type { Database } from '../database/tables.ts';
import { ServiceError } from '../errors.ts';
import type { AddressThrottle } from '../limits/address-throttle.ts';
import { limitHeaders, retryAfter } from '../limits/headers.ts';
import type { Decision, Limiter } from '../limits/limiter.ts';
import { headerValues } from './header-values.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; set before any handler of an operation runs. */
    caller: Caller;
    /** How the present request was counted. */
    decision: Decision;
  }
}

export interface Gate {
  readonly db: Database;
  readonly limiter: Limiter;
  readonly failedAuthentication: AddressThrottle;
  /** The limits of an account that has none of its own. */
  readonly defaultLimits: { readonly perMinute: number; readonly perDay: number };
}

const realm = 'Bearer realm="report-service"';

/**
 * Steps 2 to 6 of the order of checks (contract section 2), before the body is read: token, limiter, limits,
 * entitlement, scope. `scope` is null for what any valid token may do.
 */
export function passGate(gate: Gate, scope: Scope | null) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const caller = await authenticate(gate, request);
    request.caller = caller;
    request.decision = await admit(gate, caller, reply);
    if (!apiAccess(caller.account.addOns, caller.plan)) throw new ServiceError('api_access_required');
    if (scope !== null && !caller.token.scopes.includes(scope)) {
      throw new ServiceError('insufficient_scope', {
        message: `The token lacks the scope ${scope}. Use a token that has it.`,
        headers: { 'www-authenticate': `${realm}, error="insufficient_scope", scope="${scope}"` },
      });
    }
  };
}

async function authenticate({ db, failedAuthentication }: Gate, request: FastifyRequest): Promise<Caller> {
  const now = Date.now();
  const values = headerValues(request.raw, 'authorization');
  const token = values.length === 1 ? /^bearer +([\x21-\x7e]+)$/i.exec(values[0] ?? '')?.[1] : undefined;
  const caller = token ? await findCaller(db, token, now) : undefined;
  if (caller) {
    noteUse(db, caller.token, now)?.catch((error) => request.log.warn({ err: error }, 'last use was not noted'));
    return caller;
  }
  const waitMs = failedAuthentication.retryAfterMs(request.ip);
  if (waitMs > 0) {
    const headers = { 'retry-after': retryAfter(waitMs) };
    throw new ServiceError('rate_limit_exceeded', { message: 'Too many failed attempts from this address.', headers });
  }
  failedAuthentication.record(request.ip);
  const challenge = values.some((value) => /^bearer +\S/i.test(value)) ? `${realm}, error="invalid_token"` : realm;
  throw new ServiceError('unauthorized', { headers: { 'www-authenticate': challenge } });
}

async function admit({ limiter, defaultLimits }: Gate, { account }: Caller, reply: FastifyReply): Promise<Decision> {
  const limits = {
    perMinute: account.perMinute ?? defaultLimits.perMinute,
    perDay: account.perDay ?? defaultLimits.perDay,
  };
  let decision: Decision;
  try {
    decision = await limiter.admit(account.id, limits);
  } catch (cause) {
    throw new ServiceError('api_controls_unavailable', { cause });
  }
  reply.headers(limitHeaders(decision));
  if (decision.admitted) return decision;
  throw new ServiceError(decision.refusedBy === 'day' ? 'quota_exceeded' : 'rate_limit_exceeded');
}
