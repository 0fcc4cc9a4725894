import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TokensTable } from '../database/tables.ts';
import type { Decision } from '../limits/limiter.ts';

export const scopes = ['projects:read', 'projects:write', 'reports:read', 'reports:write'] as const;
/** What a caller may do; writing does not imply reading. */
export type Scope = (typeof scopes)[number];

/** What an account may do. Null is unlimited. */
export interface Plan {
  readonly name: string;
  readonly apiAccess: boolean;
  readonly maxProjects: number | null;
  readonly maxConnectionsPerProject: number | null;
  /** Within a calendar month in UTC. */
  readonly maxGenerationsPerMonth: number | null;
  readonly maxMembers: number | null;
  /** Of the account's uploads together. */
  readonly maxUploadBytes: number | null;
}

/** A bearer token as its owner may see it; never its secret. */
export interface AccessToken {
  readonly publicId: string;
  readonly name: string;
  readonly kind: TokensTable['kind'];
  readonly scopes: readonly Scope[];
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
}

/** Who calls: the token, its account and the account's plan, as of now. */
export interface Caller {
  readonly token: AccessToken;
  readonly account: {
    readonly id: string;
    readonly name: string;
    readonly addOns: readonly string[];
    readonly perMinute: number | null;
    readonly perDay: number | null;
  };
  readonly plan: Plan;
}

/**
 * Creates the check that runs before a request's body is read: who calls, whether the limits admit it, and whether the
 * caller has `scope` (null: any caller may). It sets the request's `caller` and `decision`, or throws a ServiceError.
 */
export type Gate = (scope: Scope | null) => (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; set before any handler of an operation runs. */
    caller: Caller;
    /** How the current request was counted. */
    decision: Decision;
  }
}
