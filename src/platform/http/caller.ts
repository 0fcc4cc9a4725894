import type { FastifyReply, FastifyRequest } from 'fastify';
import type { JobSource, Role, TokensTable } from '../database/tables.ts';
import type { sessionFactors } from '../database/words.ts';
import type { Decision } from '../limits/limiter.ts';
import type { Span } from '../tracing/spans.ts';

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
  /** A watch of a template counts once for each connection that it watches. */
  readonly maxWatches: number | null;
  /** Of the account's uploads together. */
  readonly maxUploadBytes: number | null;
  /** The least months that an account keeps its reports; null for none. */
  readonly minKeepMonths: number | null;
}

/** A bearer token as its owner may see it; never its secret. */
export interface AccessToken {
  readonly publicId: string;
  readonly name: string;
  readonly kind: TokensTable['kind'];
  readonly scopes: readonly Scope[];
  /** Of a token of the management API. */
  readonly role: Role | null;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
}

export interface CallerAccount {
  /** Empty for whoever is signed in without being a member of any account; no row has this id. */
  readonly id: string;
  readonly name: string;
  readonly addOns: readonly string[];
  readonly perMinute: number | null;
  readonly perDay: number | null;
}

/** The person behind a session of the console. */
export interface CallerPerson {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly isOperator: boolean;
  /** False for whoever came by a link and has not chosen one yet. */
  readonly hasPassword: boolean;
  readonly sessionId: string;
  /** When they last proved who they are, by their password or to their provider. */
  readonly signedInAt: string;
  /** When this session began, and when it ends however much it is used. */
  readonly sessionBegunAt: string;
  /** What they proved besides a password, or in its place; null for a password or a link alone. */
  readonly factor: (typeof sessionFactors)[number] | null;
  /** Whether the account requires a factor that they have not proved. */
  readonly lacksFactor: boolean;
  readonly expiresAt: string;
  /** Whether it began by single sign-on. */
  readonly isBySignOn: boolean;
  /** Whether they are an operator who looks into an account without being a member. */
  readonly isLookingIn: boolean;
  /** False where the account lets its people in only from networks that they do not come from. */
  readonly isNetworkAllowed: boolean;
}

/** Who calls, for which account, and what they may do there, as of now. */
export interface Caller {
  readonly account: CallerAccount;
  readonly plan: Plan;
  readonly scopes: readonly Scope[];
  /** The `source` of what the caller starts. */
  readonly source: JobSource;
  /** For the audit log: `token:rs_live_…` or `user:usr_…`. */
  readonly actor: string;
  /** The door they came in by. */
  readonly door: 'api' | 'console' | 'manage';
  /** Where they call from. */
  readonly address: string;
  readonly token: AccessToken | null;
  readonly person: CallerPerson | null;
  /** Null for a token of the public API, and for whoever is no member. */
  readonly role: Role | null;
  /** The projects that all they see belongs to, as of now; null for all. Never empty: who sees none has one that is not there. */
  readonly projectIds: readonly string[] | null;
}

/** Who may use an operation of the management API. */
export interface Access {
  /** The least role in the account; null for everybody who is signed in or has a token of the management API. */
  readonly role: Role | 'operator' | null;
  /** Only within ten minutes of giving one's password; a token is never asked for one. */
  readonly stepUp?: boolean;
  /** For people alone: what a token must never do. */
  readonly peopleOnly?: boolean;
  /** Before anybody is signed in: it has no caller. */
  readonly isOpen?: boolean;
  /** Not there for members limited to projects. Roles that cannot be limited imply it. */
  readonly wholeAccount?: boolean;
}

/** What an operation asks of its caller: the scope of a token of the public API, and who may use it for management. */
export interface Terms {
  /** Null: any caller may. Undefined: the public API does not have the operation. */
  readonly scope: Scope | null | undefined;
  readonly access: Access;
}

/**
 * Creates the check that runs before a request's body is read: who calls, whether the limits admit it, and whether the
 * caller may use the operation. It sets the request's `caller` and `decision`, or throws a ServiceError.
 */
export type Gate = (terms: Terms) => (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; set before any handler of an operation runs. */
    caller: Caller;
    /** For whom it is, at a door without callers. */
    accountId?: string;
    /** How the current request was counted. */
    decision: Decision;
    /** Of the request as a whole; undefined while nothing is traced. */
    span: Span | undefined;
  }
}
