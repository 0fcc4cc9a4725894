import { randomBytes } from 'node:crypto';
import { startService } from '../../src/app.ts';
import { insertAuthorization, type NewAuthorization } from '../../src/domains/authorizations/authorizations.ts';
import { authorizationLink } from '../../src/domains/authorizations/redirect-uri.ts';
import { setOAuthClient } from '../../src/domains/connections/oauth-clients.ts';
import { createVault } from '../../src/domains/connections/vault.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { createLog } from '../../src/platform/log.ts';
import { freePort } from '../faults/support/free-port.ts';
import { givenAccount, givenProject } from './accounts.ts';
import type { Environment } from './command.ts';
import type { Engine } from './databases.ts';
import { analyticsScope, type OidcVendor, oidcClient, startOidcVendor } from './oidc-vendor.ts';
import { givenInstallation, type TestInstallation } from './process.ts';

/** A browser: it keeps cookies by host and path, follows redirects, and can press the one button of a page. */
export class TestBrowser {
  readonly #cookies = new Map<string, { readonly value: string; readonly path: string; readonly host: string }>();

  /** With cookies of hosts, each as a request sends it. */
  constructor(cookies: Readonly<Record<string, string>> = {}) {
    for (const [host, value] of Object.entries(cookies)) {
      this.#cookies.set(`${host} / ${value.split('=')[0]}`, { value, path: '/', host });
    }
  }

  /** What a request to the address's first page would send. */
  cookieFor(address: string): string {
    return this.#cookiesFor(new URL(address));
  }

  async open(address: string, form?: string, headers: Readonly<Record<string, string>> = {}): Promise<Page> {
    let [url, body] = [address, form];
    for (let hops = 0; hops < 20; hops++) {
      const response = await fetch(url, {
        method: body === undefined ? 'GET' : 'POST',
        redirect: 'manual',
        headers: {
          cookie: this.#cookiesFor(new URL(url)),
          ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
          ...headers,
        },
        ...(body !== undefined && { body }),
      });
      this.#keep(new URL(url), response.headers.getSetCookie());
      const location = response.headers.get('location');
      const text = await response.text();
      if (location === null) return { url, status: response.status, headers: response.headers, text };
      url = new URL(location, url).href;
      if (this.stopAt && url.startsWith(this.stopAt)) return { url, status: 0, headers: response.headers, text: '' };
      body = undefined;
    }
    throw new Error(`${address} redirects for ever`);
  }

  /** Where a redirect is not followed, but given as the page's address. */
  stopAt: string | undefined;

  #keep({ host }: URL, lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const [, path = '/'] = /;\s*path=([^;]+)/i.exec(line) ?? [];
      this.#cookies.set(`${host} ${path} ${name}`, { value: `${name}=${value}`, path, host });
    }
  }

  #cookiesFor({ host, pathname }: URL): string {
    const own = [...this.#cookies.values()].filter((each) => each.host === host && pathname.startsWith(each.path));
    return own.map(({ value }) => value).join('; ');
  }
}

export interface Page {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The address that the page on the way to a vendor leads to. */
export function vendorAddress({ text }: Page): string {
  const [, address = ''] = /content="0; url=([^"]+)"/.exec(text) ?? [];
  return address.replaceAll('&#38;', '&');
}

export interface SignInService extends AsyncDisposable {
  readonly url: string;
  readonly db: Database;
  readonly installation: TestInstallation;
  readonly vendor: OidcVendor;
  readonly vault: ReturnType<typeof createVault>;
  readonly log: string[];
  /** A link for a new connection of a new project. */
  givenLink(fields?: Partial<NewAuthorization>, account?: string): Promise<Link>;
}

export interface Link {
  readonly address: string;
  readonly id: string;
  readonly projectId: string;
  readonly accountId: string;
}

/** The API, with a client at an authorization server that stands in for Google's. */
export async function startSignInService(engine: Engine, more: Environment = {}): Promise<SignInService> {
  await using stack = new AsyncDisposableStack();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const vendor = stack.use(await startOidcVendor([`${url}/oauth/callback`]));
  const key = randomBytes(32);
  const vault = createVault(key);
  const installation = stack.use(
    await givenInstallation(engine, {
      ...{ PORT: `${port}`, PUBLIC_URL: url, SECRET_KEY: key.toString('base64') },
      SYSTEM_ADDRESSES: JSON.stringify({ 'google-oauth': vendor.url }),
      ...more,
    }),
  );
  const { db } = installation;
  const log: string[] = [];
  const lines = { write: (line: string) => void log.push(line) };
  stack.use(await startService(readConfig(installation.environment), 'api', createLog('debug', lines)));
  await setOAuthClient(db, vault, 'google', { ...oidcClient, developer_token: null });
  const resources = stack.move();
  return {
    ...{ url, db, installation, vendor, vault, log },
    async givenLink(fields = {}, name = 'Test agency') {
      const account = await givenAccount(db, { name });
      const project = await givenProject(db, account);
      const { token, row } = await insertAuthorization(db, {
        ...{ accountId: account.id, projectId: project.id, connectionId: null, system: 'google-analytics' },
        ...{ name: 'Website', config: null, signIn: 'google', scopes: [analyticsScope], madeBy: 'operator:test' },
        ...fields,
      });
      const address = authorizationLink(url, token);
      return { address, id: row.id, projectId: project.id, accountId: account.id };
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Goes from a link to the vendor, signs in there and consents; gives the address that the vendor leads back to. */
export async function signInAtVendor(browser: TestBrowser, link: string, service: SignInService): Promise<string> {
  await browser.open(link);
  const onward = vendorAddress(await browser.open(link, ''));
  return consent(browser, onward, service);
}

export async function consent(browser: TestBrowser, onward: string, { url }: SignInService): Promise<string> {
  browser.stopAt = `${url}/oauth/callback`;
  let page = await browser.open(onward);
  for (let forms = 0; page.status !== 0 && forms < 4; forms++) {
    const [, action = page.url] = /<form[^>]* action="([^"]+)"/.exec(page.text) ?? [];
    const isLogin = page.text.includes('name="login"');
    const form = isLogin ? 'prompt=login&login=ann&password=x' : 'prompt=consent';
    page = await browser.open(new URL(action, page.url).href, form);
  }
  browser.stopAt = undefined;
  if (page.status !== 0) throw new Error(`The vendor did not lead back: ${page.status} ${page.text.slice(0, 2_000)}`);
  return page.url;
}
