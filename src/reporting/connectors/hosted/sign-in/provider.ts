import { type ConnectorContext, ConnectorError } from '../../contract.ts';
import type { GrantSecret } from '../grant.ts';

export type Client = GrantSecret['client'];
type Tokens = GrantSecret['grant'];

/** What a person is asked for at a vendor's page. */
interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string;
  /** The S256 challenge of the PKCE verifier; null where the vendor has no PKCE. */
  readonly challenge: string | null;
}

/** A code that the vendor gave back, with what it was asked for with. */
interface CodeExchange {
  readonly code: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  /** Null where the vendor has no PKCE. */
  readonly verifier: string | null;
}

/** What a person granted. */
export interface Granted {
  readonly tokens: Tokens;
  /** Which of the scopes that were asked for; people can untick some. */
  readonly scopes: readonly string[];
  /** When the person has to sign in again, in epoch milliseconds; null where the vendor does not say. */
  readonly endsAt: number | null;
}

/** How people sign in at one vendor. Every call throws a ConnectorError; none repeats what the vendor says. */
export interface SignInProvider {
  /** The vendor's name for people. */
  readonly title: string;
  /** Whether the vendor binds the code to whoever asked for it (RFC 7636). */
  readonly hasPkce: boolean;
  /** The parameter of the redirect that has the code. */
  readonly codeParameter: string;
  /** Where people see and withdraw what they have granted. */
  readonly permissionsPage: string;
  /** Whether revoking one grant ends every other of the same person and client. */
  readonly revokesPerson: boolean;
  /** The page that a person is sent to. */
  authorizationPage(request: AuthorizationRequest, context: ConnectorContext): URL;
  exchange(exchange: CodeExchange, client: Client, context: ConnectorContext): Promise<Granted>;
  /** New tokens for those that have ended. Throws `reauth_required` when they cannot be renewed. */
  refresh(secret: GrantSecret, context: ConnectorContext): Promise<Tokens>;
  /** Null where the vendor has no way: a person withdraws it at `permissionsPage`. */
  readonly revoke: ((secret: GrantSecret, context: ConnectorContext) => Promise<void>) | null;
}

/** The person must sign in again. */
export function lostGrant(): ConnectorError {
  return new ConnectorError('reauth_required', 'The sign-in has ended or was revoked. Sign in again.');
}

/** The operator's client is not accepted. `word` is that of the command. */
export function refusedClient(title: string, word: string): ConnectorError {
  const repair = `The operator sets its id and secret with "oauth-clients set ${word}".`;
  return new ConnectorError('invalid_config', `${title} does not accept the client of this service. ${repair}`);
}

export function outOfOrder(title: string, cause?: unknown): ConnectorError {
  return new ConnectorError('transient', `The sign-in of ${title} does not work right now.`, { cause });
}

/** When something ends that lives for so many seconds from now; null for none. */
export function endOf(seconds: unknown): number | null {
  return typeof seconds === 'number' && seconds > 0 ? Date.now() + Math.floor(seconds) * 1000 : null;
}
