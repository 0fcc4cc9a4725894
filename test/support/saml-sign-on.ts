import { inflateRawSync } from 'node:zlib';
import { type Account, updateAccount } from '../../src/domains/accounts/accounts.ts';
import { changeDomains } from '../../src/domains/single-sign-on/domains.ts';
import { type ProviderRow, type SamlSettings, setProvider } from '../../src/domains/single-sign-on/providers.ts';
import { samlServiceOf } from '../../src/domains/single-sign-on/sign-on.ts';
import { givenAccount } from './accounts.ts';
import {
  encodeResponse,
  idpEntityId,
  metadataXml,
  newSamlKey,
  responseXml,
  type SamlKey,
  signXml,
  type Told,
} from './saml-identity-provider.ts';
import { type Page, type TestBrowser, vendorAddress } from './sign-in.ts';
import { enterEmail, type SignOnService } from './sign-on.ts';

/** What the provider of the tests signs with. */
export const samlKey = newSamlKey();

let last = 0;

/** An account with a domain of its own, whose people come by SAML. */
export async function givenSaml(
  { db, url, vault }: Pick<SignOnService, 'db' | 'url' | 'vault'>,
  { key = samlKey, ...settings }: Partial<SamlSettings> & { readonly key?: SamlKey } = {},
): Promise<{ readonly account: Account; readonly domain: string; readonly row: ProviderRow }> {
  const account = await givenAccount(db);
  const domain = `saml-${++last}.example`;
  const all: SamlSettings = {
    ...{ entityId: samlServiceOf({ baseUrl: url }, account.id).entityId, metadata: metadataXml([key]) },
    ...{ defaultRole: 'viewer', roleClaim: null, createsUsers: true, mode: 'optional', ...settings },
  };
  const row = await db.transaction().execute(async (transaction) => {
    await updateAccount(transaction, account.id, { allowNetworks: ['127.0.0.0/8'] });
    await changeDomains(transaction, account.id, { granted: [domain] });
    return setProvider(transaction, vault, account.id, all, 'usr_test');
  });
  return { account, domain, row };
}

/** A request as it comes to the provider. */
export interface SamlAsked {
  readonly requestId: string;
  readonly recipient: string;
  /** Who asks. */
  readonly audience: string;
  readonly relayState: string;
  readonly isFresh: boolean;
}

export function readRequest(address: string): SamlAsked {
  const { searchParams } = new URL(address);
  const xml = `${inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64'))}`;
  const [requestId = '', recipient = '', audience = ''] = [
    / ID="([^"]+)"/,
    / AssertionConsumerServiceURL="([^"]+)"/,
    /<saml:Issuer[^>]*>([^<]+)</,
  ].map((part) => part.exec(xml)?.[1]);
  const isFresh = xml.includes('ForceAuthn="true"');
  return { requestId, recipient, audience, relayState: searchParams.get('RelayState') ?? '', isFresh };
}

/** What the provider answers about somebody, signed. */
export function answerTo(
  { requestId, recipient, audience }: SamlAsked,
  nameId: string,
  { key = samlKey, ...more }: Partial<Told> & { readonly key?: SamlKey } = {},
): string {
  const told: Told = {
    ...{ requestId, recipient, audience, issuer: idpEntityId, nameId, attributes: {}, now: Date.now() },
    nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    assertionId: `_assertion-${++last}`,
    ...more,
  };
  return encodeResponse(signXml(responseXml(told), told.assertionId, key));
}

/** As a browser sends the form of the provider's page. */
export function postAnswer(
  browser: TestBrowser,
  { url }: Pick<SignOnService, 'url'>,
  response: string,
  relayState: string,
): Promise<Page> {
  const form = new URLSearchParams({ SAMLResponse: response, RelayState: relayState });
  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://login.example.com' };
  return browser.open(`${url}/sso/saml/acs`, form.toString(), foreign);
}

/** Enters an address; gives the request that the provider gets. */
export async function untilRequest(
  browser: TestBrowser,
  { url }: Pick<SignOnService, 'url'>,
  email: string,
): Promise<SamlAsked> {
  return readRequest(vendorAddress(await enterEmail(browser, url, email)));
}

/** Signs in by the provider of an address's domain; gives the last page. */
export async function signOnBySaml(
  browser: TestBrowser,
  service: SignOnService,
  email: string,
  attributes: Told['attributes'] = {},
): Promise<Page> {
  const asked = await untilRequest(browser, service, email);
  const nameId = `id of ${email}`;
  const response = answerTo(asked, nameId, { attributes: { mail: email, ...attributes } });
  return postAnswer(browser, service, response, asked.relayState);
}
