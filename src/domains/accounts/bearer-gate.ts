import type { FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Gate } from '../../platform/http/caller.ts';
import { headerValues } from '../../platform/http/header-values.ts';
import type { AddressThrottle } from '../../platform/limits/address-throttle.ts';
import { limitHeaders, retryAfter } from '../../platform/limits/headers.ts';
import type { Decision, Limiter } from '../../platform/limits/limiter.ts';
import { getApiAccess } from './accounts.ts';
import { readAuthVersion } from './auth-version.ts';
import { KnownCallers } from './known-callers.ts';
import { type ParsedToken, parseToken } from './secrets.ts';
import { findCaller, noteUse, type TokenCaller } from './tokens.ts';

/** The parts that the bearer token gate uses. */
interface GateParts {
  readonly db: Database;
  readonly limiter: Limiter;
  readonly failedAuthentication: AddressThrottle;
  /** The limits of accounts without their own. */
  readonly defaultLimits: { readonly perMinute: number; readonly perDay: number };
}

export const realm = 'Bearer realm="report-service"';

/**
 * The bearer token gate: steps 2 to 6 of the order of checks (C-ORDER-2 to C-ORDER-6), before the body is read: token,
 * limiter, limits, entitlement, scope.
 */
export function bearerGate(parts: GateParts): Gate {
  const callers = new KnownCallers();
  return ({ scope }) => {
    if (scope === undefined) throw new TypeError('An operation of the public API needs a scope, or null');
    return async (request, reply) => {
      const token = readToken(request);
      const { caller, decision } =
        (await admitKnown(parts, callers, token)) ?? (await admitUnknown(parts, callers, token, request));
      request.caller = { ...caller, address: request.ip };
      request.decision = decision;
      reply.headers(limitHeaders(decision));
      if (!decision.admitted) {
        throw new ServiceError(decision.refusedBy === 'day' ? 'quota_exceeded' : 'rate_limit_exceeded');
      }
      getApiAccess(caller.account.addOns, caller.plan);
      if (scope !== null && !caller.scopes.includes(scope)) {
        throw new ServiceError('insufficient_scope', {
          message: `The token lacks the scope ${scope}. Use a token that has it.`,
          headers: { 'www-authenticate': `${realm}, error="insufficient_scope", scope="${scope}"` },
        });
      }
    };
  };
}

interface Admission {
  readonly caller: TokenCaller;
  readonly decision: Decision;
}
/** Undefined, with nothing counted, unless the caller is remembered and nothing has changed since. */
async function admitKnown(
  parts: GateParts,
  callers: KnownCallers,
  token: ParsedToken | undefined,
): Promise<Admission | undefined> {
  const known = token && callers.find(token, Date.now());
  if (!known) return undefined;
  const { caller, version } = known;
  if (!parts.limiter.admitKnown && (await readAuthVersion(parts.db)) !== version) return undefined;
  const decision = await admit(parts, caller, version);
  return decision && { caller, decision };
}

async function admitUnknown(
  parts: GateParts,
  callers: KnownCallers,
  token: ParsedToken | undefined,
  request: FastifyRequest,
): Promise<Admission> {
  const now = Date.now();
  const found = token && (await findCaller(parts.db, token, now));
  // A token of the management API is none here.
  if (!found || found.caller.role !== null) throw refuse(parts.failedAuthentication, request);
  const { caller } = found;
  callers.remember(token, found);
  noteUse(parts.db, caller.token, now)?.catch((error) => request.log.warn({ err: error }, 'last use was not noted'));
  return { caller, decision: (await admit(parts, caller)) as Decision };
}

/** The token that a request sends; undefined when there is none, or not exactly one, or what is sent cannot be one. */
export function readToken(request: FastifyRequest): ParsedToken | undefined {
  const values = headerValues(request.raw, 'authorization');
  const token = values.length === 1 ? /^bearer +([\x21-\x7e]+)$/i.exec(values[0] ?? '')?.[1] : undefined;
  return token ? parseToken(token) : undefined;
}

export function refuse(failedAuthentication: AddressThrottle, request: FastifyRequest): ServiceError {
  const waitMs = failedAuthentication.retryAfterMs(request.ip);
  if (waitMs > 0) {
    const headers = { 'retry-after': retryAfter(waitMs) };
    return new ServiceError('rate_limit_exceeded', { message: 'Too many failed attempts from this address.', headers });
  }
  failedAuthentication.record(request.ip);
  const sent = headerValues(request.raw, 'authorization').some((value) => /^bearer +\S/i.test(value));
  const headers = { 'www-authenticate': sent ? `${realm}, error="invalid_token"` : realm };
  return new ServiceError('unauthorized', { headers });
}

/** With `version`: undefined, and nothing counted, if it is no longer the current one. */
async function admit(
  { limiter, defaultLimits }: GateParts,
  { account }: TokenCaller,
  version?: string,
): Promise<Decision | undefined> {
  const limits = {
    perMinute: account.perMinute ?? defaultLimits.perMinute,
    perDay: account.perDay ?? defaultLimits.perDay,
  };
  try {
    if (version !== undefined && limiter.admitKnown) return await limiter.admitKnown(version, account.id, limits);
    return await limiter.admit(account.id, limits);
  } catch (cause) {
    throw new ServiceError('api_controls_unavailable', { cause });
  }
}
