import type { Database } from '../../platform/database/tables.ts';
import type { ConnectionNetwork } from '../connections/open-connection.ts';
import type { Vault } from '../connections/vault.ts';
import type { SamlService } from './saml/request.ts';

/** What it takes to sign people in by providers. */
export interface SignOnEnvironment {
  readonly db: Database;
  readonly vault: Vault;
  readonly network: ConnectionNetwork;
  /** Where people reach the service, without a slash at its end. */
  readonly baseUrl: string;
}

/** Where providers lead back to; owners register it there. */
export function redirectUriOf({ baseUrl }: Pick<SignOnEnvironment, 'baseUrl'>): string {
  return `${baseUrl}/sso/callback`;
}

/** The service as a provider of SAML knows it: an account's own entity id, which is where its metadata are. */
export function samlServiceOf({ baseUrl }: Pick<SignOnEnvironment, 'baseUrl'>, accountId: string): SamlService {
  return { entityId: `${baseUrl}/sso/saml/${accountId}/metadata`, recipient: `${baseUrl}/sso/saml/acs` };
}

/** Where providers tell of the end of their sessions. */
export function logoutUriOf({ baseUrl }: Pick<SignOnEnvironment, 'baseUrl'>): string {
  return `${baseUrl}/sso/logout`;
}
