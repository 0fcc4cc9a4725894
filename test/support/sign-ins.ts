import { randomBytes } from 'node:crypto';
import { setOAuthClient } from '../../src/domains/connections/oauth-clients.ts';
import { insertGrant } from '../../src/domains/connections/oauth-grants.ts';
import { createVault, type Vault } from '../../src/domains/connections/vault.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import type { GrantSecret, SignIn } from '../../src/reporting/connectors/hosted/grant.ts';
import type { Double } from '../doubles/double.ts';
import { startGoogleAnalytics } from '../doubles/google-analytics.ts';
import { startGoogleOAuth } from '../doubles/google-oauth.ts';
import { metaGrant, startMetaAds } from '../doubles/meta-ads.ts';
import { startSearchConsole } from '../doubles/search-console.ts';

const google = ['analytics.readonly', 'webmasters.readonly'].map((name) => `https://www.googleapis.com/auth/${name}`);

/** Vendors that stand in for Google's and Meta's, with what makes a service reach them. */
export interface SignInVendors {
  readonly environment: Record<string, string>;
  readonly vault: Vault;
  readonly analytics: Double;
  readonly search: Double;
  /** Registers the operator's clients. */
  register(db: Database): Promise<void>;
  /** What somebody of the account granted. */
  grant(db: Database, accountId: string, signIn: 'google' | 'meta', scopes?: readonly string[]): Promise<string>;
}

export async function startSignInVendors(): Promise<SignInVendors> {
  const oauth = await startGoogleOAuth();
  const [analytics, search, meta] = [
    await startGoogleAnalytics(oauth),
    await startSearchConsole(oauth),
    await startMetaAds(),
  ];
  const key = randomBytes(32);
  const vault = createVault(key);
  const secrets: Partial<Record<SignIn, GrantSecret>> = { google: oauth.grantSecret as GrantSecret, meta: metaGrant };
  const addresses = {
    ...{ 'google-oauth': oauth.url, 'google-analytics': analytics.url, 'search-console': search.url },
    'meta-ads': meta.url,
  };
  return {
    ...{ vault, analytics, search },
    environment: { SYSTEM_ADDRESSES: JSON.stringify(addresses), SECRET_KEY: key.toString('base64') },
    async register(db) {
      for (const [signIn, secret] of Object.entries(secrets)) {
        await setOAuthClient(db, vault, signIn as SignIn, { ...secret.client, developer_token: null });
      }
    },
    grant(db, accountId, signIn, scopes = signIn === 'google' ? google : ['ads_read']) {
      const { grant, client } = secrets[signIn] as GrantSecret;
      const fields = { accountId, signIn, clientId: client.client_id, scopes, madeBy: 'operator:test' };
      return insertGrant(db, vault, { ...fields, tokens: grant, endsAt: null });
    },
  };
}
