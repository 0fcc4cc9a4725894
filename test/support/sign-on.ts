import { randomBytes } from 'node:crypto';
import { type Account, updateAccount } from '../../src/domains/accounts/accounts.ts';
import { createVault, type Vault } from '../../src/domains/connections/vault.ts';
import { changeDomains } from '../../src/domains/single-sign-on/domains.ts';
import {
  type ProviderRow,
  type ProviderSettings,
  recordTest,
  setProvider,
  settingsDigest,
} from '../../src/domains/single-sign-on/providers.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { freePort } from '../faults/support/free-port.ts';
import { givenAccount } from './accounts.ts';
import { givenConsoleFolder } from './console-folder.ts';
import type { Engine } from './databases.ts';
import {
  clientOfProvider,
  type IdentityProvider,
  signInAtProvider,
  startIdentityProvider,
} from './identity-provider.ts';
import { startTestService, type TestService } from './service.ts';
import { type Page, type TestBrowser, vendorAddress } from './sign-in.ts';

const keyOfVault = randomBytes(32);

export interface SignOnService extends TestService {
  readonly provider: IdentityProvider;
  readonly vault: Vault;
  /** An account with a provider and a domain of its own. */
  givenSignOn(settings?: Partial<ProviderSettings>): Promise<SignOnAccount>;
}

export interface SignOnAccount {
  readonly account: Account;
  readonly domain: string;
  readonly row: ProviderRow;
}

let lastDomain = 0;

/** The service with a provider beside it, which accounts may reach. */
export async function startSignOnService(
  engine: Engine,
  { realConsole = false }: { readonly realConsole?: boolean } = {},
): Promise<SignOnService> {
  await using stack = new AsyncDisposableStack();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const vault = createVault(keyOfVault);
  const own = { PORT: `${port}`, PUBLIC_URL: url, SECRET_KEY: keyOfVault.toString('base64'), TRUST_PROXY: 'on' };
  const built = stack.use(givenConsoleFolder());
  await built.build();
  const parts = { folder: built.folder, isBeingBuilt: () => false };
  const service = stack.use(
    await startTestService(engine, { environment: own, ...(!realConsole && { console: parts }) }),
  );
  const provider = stack.use(await startIdentityProvider(url));
  const resources = stack.move();
  return {
    ...service,
    ...{ provider, vault },
    givenSignOn: (settings = {}) => givenSignOn(service.db, vault, provider.url, settings),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function givenSignOn(
  db: Database,
  vault: Vault,
  issuer: string,
  { mode = 'optional', ...settings }: Partial<ProviderSettings>,
): Promise<SignOnAccount> {
  const account = await givenAccount(db);
  const domain = `agency-${++lastDomain}.example`;
  const row = await db.transaction().execute(async (transaction) => {
    await updateAccount(transaction, account.id, { allowNetworks: ['127.0.0.0/8'] });
    await changeDomains(transaction, account.id, { granted: [domain] });
    const { client_id: clientId, client_secret: clientSecret } = clientOfProvider;
    const all: ProviderSettings = {
      ...{ issuer, clientId, clientSecret, defaultRole: 'viewer', roleClaim: null, createsUsers: true },
      ...{ ...settings, mode: mode === 'required' ? 'optional' : mode },
    };
    const set = await setProvider(transaction, vault, account.id, all, 'usr_test');
    if (mode !== 'required') return set;
    return requireSignOn(transaction as Database, vault, set, all);
  });
  return { account, domain, row };
}

/** Switches it to required as an owner does who has tested it. */
export async function requireSignOn(
  db: Database,
  vault: Vault,
  row: ProviderRow,
  settings: Partial<ProviderSettings> = {},
): Promise<ProviderRow> {
  const tested = { by: 'usr_test', at: new Date().toISOString(), settings: settingsDigest(row), reason: null };
  await recordTest(db, row.account_id, row.revision, { ...tested, role: 'viewer', claims: [] });
  const { issuer, client_id: clientId, default_role: defaultRole } = row;
  const all: ProviderSettings = {
    ...{ issuer, clientId, defaultRole, roleClaim: null, createsUsers: row.creates_users === 1 },
    ...settings,
    ...{ clientSecret: undefined, mode: 'required' },
  };
  return setProvider(db, vault, row.account_id, all, 'usr_test');
}

/** A provider that nobody asks for anything, optional at a domain of the account. */
export async function givenProvider(
  db: Database,
  vault: Vault,
  accountId: string,
  domain: string,
  settings: Partial<ProviderSettings> = {},
): Promise<ProviderRow> {
  const all: ProviderSettings = {
    ...{ issuer: 'https://login.example.com', clientId: 'reports', clientSecret: 'a-secret-of-the-client' },
    ...{ defaultRole: 'viewer', roleClaim: null, createsUsers: false, mode: 'optional' },
    ...settings,
  };
  return db.transaction().execute(async (transaction) => {
    await changeDomains(transaction, accountId, { granted: [domain] });
    return setProvider(transaction, vault, accountId, all, 'usr_test');
  });
}

const fromOurPage = { 'sec-fetch-site': 'same-origin' };

/** Enters an address in the form; gives the page that follows. */
export function enterEmail(browser: TestBrowser, url: string, email: string, path = '/console/sign-in'): Promise<Page> {
  return browser.open(`${url}${path}`, new URLSearchParams({ email }).toString(), fromOurPage);
}

/** Signs in by the provider of an address's domain, as this login; gives the last page. */
export async function signOn(
  browser: TestBrowser,
  { url }: Pick<SignOnService, 'url'>,
  email: string,
  login: string,
): Promise<Page> {
  return browser.open(await untilAnswer(browser, url, email, login));
}

/** The same up to the provider's answer, which is given and not opened. */
export async function untilAnswer(browser: TestBrowser, url: string, email: string, login: string): Promise<string> {
  const page = await enterEmail(browser, url, email);
  return signInAtProvider(browser, vendorAddress(page), url, login);
}
