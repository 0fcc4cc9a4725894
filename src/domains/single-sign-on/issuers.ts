import { fieldFault } from '../../platform/faults.ts';

const longest = 500;
/** Of Microsoft Entra: they stand for all tenants, so that nobody in particular is vouched for. */
const anyTenant = /^\/(common|organizations|consumers)(\/|$)/;

/**
 * The issuer of a provider as its ID tokens name it (OpenID Connect Discovery 1.0, section 3). Throws a fault of `issuer`.
 * Whether its address may be reached, and without TLS, is for the guard of the network to say.
 */
export function checkIssuer(text: string): string {
  const issuer = text.trim().replace(/\/\.well-known\/openid-configuration$/, '');
  const url = URL.canParse(issuer) && issuer.length <= longest ? new URL(issuer) : undefined;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  const hasMore = url && (url.search || url.hash || url.username || url.password);
  if (!url || !isWeb || hasMore) {
    throw fieldFault('issuer', 'url', 'The issuer is an address such as https://login.example.com/realms/agency.');
  }
  if (url.host === 'login.microsoftonline.com' && anyTenant.test(url.pathname)) {
    const message = 'This stands for all tenants. Use the address with the id of your own tenant.';
    throw fieldFault('issuer', 'tenant', message);
  }
  return issuer;
}
