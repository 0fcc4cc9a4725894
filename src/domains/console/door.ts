import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** What this needs of a request: the protocol and host that the client used, as far as is known. */
export interface Asked {
  readonly protocol: string;
  /** Of `Host`; with a port. */
  readonly host: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** How people reach the service at this request. */
export interface Door {
  readonly origin: string;
  readonly isEncrypted: boolean;
  readonly cookieName: '__Host-session' | 'session';
}

/** Whether passwords may be sent there: over TLS, or within this machine. */
export function isSafeOrigin({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true;
  const host = hostname.replace(/^\[|\]$/g, '');
  const version = isIP(host);
  if (version === 0) return host === 'localhost' || host.endsWith('.localhost');
  return loopback.check(host, version === 4 ? 'ipv4' : 'ipv6');
}

/**
 * The door of a request; undefined over plain http from elsewhere than this machine. An https address of the service
 * counts whatever the request looks like, since TLS ends before it; else what the browser wrote into `Host`.
 */
export function doorOf({ protocol, host }: Asked, publicUrl: string): Door | undefined {
  const known = publicUrl.startsWith('https:') ? publicUrl : `${protocol}://${host}`;
  if (!URL.canParse(known)) return undefined;
  const url = new URL(known);
  if (!isSafeOrigin(url)) return undefined;
  const isEncrypted = url.protocol === 'https:';
  return { origin: url.origin, isEncrypted, cookieName: isEncrypted ? '__Host-session' : 'session' };
}

/**
 * Whether a page of ours sent a form: a page of another site, or of a neighbouring host, must not act for a person.
 * Without either header nobody can tell, so it is not.
 */
export function isOwnForm({ headers }: Asked, { origin }: Door): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === origin : site === 'same-origin';
}

/**
 * Whether a request with a session comes from a page of ours, or is the navigation of a person to what can only be read.
 * Without either header nobody can tell, so it does not.
 */
export function isOwnRequest({ method, headers }: Asked & { readonly method: string }, { origin }: Door): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined) return headers.origin === origin;
  return site === 'same-origin' || (site === 'none' && (method === 'GET' || method === 'HEAD'));
}

/** The cookie of a sign-in by a provider that is under way. */
export function attemptCookieName({ isEncrypted }: Door): string {
  return isEncrypted ? '__Host-sso' : 'sso';
}

/**
 * The header that gives it to a browser, or takes it away where it is empty. Lax, since the provider leads back; one that
 * posts a form of its own page gets it back from `None` alone, which browsers take with Secure only. They count this machine
 * as safe (W3C Secure Contexts, section 3.1), so that it works over http there as well, in Safari aside.
 */
export function attemptCookie(
  door: Door,
  { cookie, isPosted }: { readonly cookie: string; readonly isPosted: boolean },
  seconds: number,
): string {
  const secure = door.isEncrypted ? '; Secure' : '';
  const sites = isPosted ? '; SameSite=None; Secure' : `; SameSite=Lax${secure}`;
  const lifetime = cookie === '' ? 0 : seconds;
  return `${attemptCookieName(door)}=${cookie}; Path=/; Max-Age=${lifetime}; HttpOnly${sites}`;
}

/** The cookie of what signing out at a provider takes. */
export function hintCookieName({ isEncrypted }: Door): string {
  return isEncrypted ? '__Secure-sso-hint' : 'sso-hint';
}

/** The header that gives it to a browser, or takes it away where it is empty; only the pages below `/sso` see it. */
export function hintCookie(door: Door, hint: string, base: string, seconds: number): string {
  const secure = door.isEncrypted ? '; Secure' : '';
  const lifetime = hint === '' ? 0 : seconds;
  return `${hintCookieName(door)}=${hint}; Path=${base}/sso; Max-Age=${lifetime}; HttpOnly; SameSite=Lax${secure}`;
}

/** The header that gives a browser its session, or takes it away where the token is empty. */
export function sessionCookie(door: Door, token: string, seconds: number): string {
  return cookie(door, door.cookieName, token, seconds);
}

/** The cookie of a sign-in that waits for a factor. */
export function pendingCookieName({ isEncrypted }: Door): string {
  return isEncrypted ? '__Host-sign-in' : 'sign-in';
}

/** The header that gives a browser a sign-in to go on with, or takes it away where the token is empty. */
export function pendingCookie(door: Door, token: string, seconds: number): string {
  return cookie(door, pendingCookieName(door), token, seconds);
}

function cookie({ isEncrypted }: Door, name: string, token: string, seconds: number): string {
  const secure = isEncrypted ? '; Secure' : '';
  return `${name}=${token}; Path=/; Max-Age=${token === '' ? 0 : seconds}; HttpOnly; SameSite=Lax${secure}`;
}
