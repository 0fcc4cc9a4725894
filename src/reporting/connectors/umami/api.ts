import { setTimeout as wait } from 'node:timers/promises';
import { type Static, type TSchema, Type } from 'typebox';
import { type ConnectorContext, ConnectorError } from '../contract.ts';
import { type ApiRequest, askApi, bearer, headerText, jsonBody, readShape } from '../hosted/api-json.ts';
import { below } from '../hosted/base-address.ts';
import { oncePerContext } from '../hosted/once.ts';
import { statusFault } from '../http/status-faults.ts';
import type { UmamiCounts } from './catalog.ts';

const text = Type.String({ minLength: 1, maxLength: 10_000 });

/** A token or, in the cloud, an API key; or what to sign in with on a server of one's own. */
export const umamiSecret = Type.Union([
  Type.Object({ token: text }, { additionalProperties: false }),
  Type.Object({ user: text, password: text }, { additionalProperties: false }),
]);

export interface UmamiAccess {
  readonly url: string;
  readonly secret: Static<typeof umamiSecret> | null;
  readonly context: ConnectorContext;
}

/** Earlier versions give each count beside that of the period before; some databases give numbers as text. */
const number = Type.Union([Type.Number(), Type.String({ pattern: '^-?\\d+(\\.\\d+)?$' })]);
const count = Type.Union([number, Type.Object({ value: number })]);
const counts = {
  pageviews: count,
  visitors: count,
  visits: count,
  bounces: Type.Optional(Type.Union([count, Type.Null()])),
  totaltime: Type.Optional(Type.Union([count, Type.Null()])),
};
const stats = Type.Object(counts);
const groups = Type.Array(Type.Object({ name: Type.Union([Type.String(), Type.Null()]), ...counts }));
const views = Type.Object({ pageviews: Type.Array(Type.Object({ x: Type.String(), y: number })) });
const websites = Type.Object({
  data: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), domain: Type.Optional(Type.Unknown()) })),
});
const signedIn = Type.Object({ token: Type.String({ minLength: 1 }) });

/** The counts of a website between two instants, in epoch milliseconds, the second one exclusive. */
export async function readStats(access: UmamiAccess, website: string, startMs: number, endMs: number) {
  const found = await ofWebsite(access, website, `stats?startAt=${startMs}&endAt=${endMs - 1}`, stats);
  return countsOf(found);
}

/** The views of a website by the hours of a zone's clock, such as `2026-10-25T02`; at most 30 days at once. */
export async function readHours(
  access: UmamiAccess,
  website: string,
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
  timeZone: string,
): Promise<{ readonly hour: string; readonly pageviews: number }[]> {
  const asked = `unit=hour&timezone=${encodeURIComponent(timeZone)}&startAt=${startMs}&endAt=${endMs - 1}`;
  const { pageviews } = await ofWebsite(access, website, `pageviews?${asked}`, views);
  return pageviews.map(({ x, y }) => ({ hour: hourIn(x, timeZone), pageviews: Number(y) }));
}

/** Times are those of the zone, `2026-10-25 02:00:00`, or in UTC, `2026-10-25T02:00:00Z`. */
function hourIn(time: string, timeZone: string): string {
  if (!/^\d{4}-\d\d-\d\d[ T]([01]\d|2[0-3]):\d\d:\d\d(\.\d+)?Z?$/.test(time)) throw strange();
  const local = time.endsWith('Z') ? Temporal.Instant.from(time).toZonedDateTimeISO(timeZone) : null;
  return (local?.toPlainDateTime().toString() ?? time).slice(0, 13).replace(' ', 'T');
}

const pageSize = 1_000;
const mostPages = 10;

/** The counts of a website by a word of Umami's, at most 10,000 groups. */
export async function readGroups(
  access: UmamiAccess,
  website: string,
  type: string,
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
): Promise<{ readonly name: string | null; readonly counts: UmamiCounts }[]> {
  const all: { name: string | null; counts: UmamiCounts }[] = [];
  const asked = `metrics/expanded?type=${type}&startAt=${startMs}&endAt=${endMs - 1}&limit=${pageSize}`;
  for (let page = 0; page < mostPages; page++) {
    const found = await ofWebsite(access, website, `${asked}&offset=${page * pageSize}`, groups);
    all.push(...found.map((group) => ({ name: group.name, counts: countsOf(group) })));
    // Channels come without pages.
    if (found.length !== pageSize) break;
  }
  return all;
}

/** The websites that the credentials can see, at most 10,000. */
export async function listWebsites(access: UmamiAccess): Promise<Static<typeof websites>['data']> {
  const all: Static<typeof websites>['data'] = [];
  for (let page = 1; page <= 100; page++) {
    const { data } = await ask(access, `websites?includeTeams=true&pageSize=100&page=${page}`, websites);
    all.push(...data);
    if (data.length < 100) break;
  }
  return all;
}

/** Umami refuses a website and a token alike; the list of websites needs the token alone. */
async function ofWebsite<Shape extends TSchema>(access: UmamiAccess, website: string, path: string, shape: Shape) {
  try {
    return await ask(access, `websites/${encodeURIComponent(website)}/${path}`, shape);
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.kind !== 'reauth_required') throw error;
    await ask(access, 'websites?pageSize=1', websites);
    const message = 'The credentials may not read this website, or there is none with this id. Correct website.';
    throw new ConnectorError('resource_missing', message);
  }
}

async function ask<Shape extends TSchema>(access: UmamiAccess, path: string, shape: Shape): Promise<Static<Shape>> {
  const headers = await headersOf(access);
  return request(access, { url: addressOf(access, path), headers }, shape);
}

async function request<Shape extends TSchema>(
  { url, context }: UmamiAccess,
  asked: ApiRequest,
  shape: Shape,
): Promise<Static<Shape>> {
  if (isCloud(url)) await takeTurn(context);
  const { response, json } = await askApi(asked, context);
  if (!response.ok) throw statusFault(response, 'Check url and website; the server must be Umami 3 or later.');
  return readShape(shape, json, strange());
}

function strange(): ConnectorError {
  const message = 'The server does not answer as Umami 3 does. Check that url is its address, before /api.';
  return new ConnectorError('invalid_config', message);
}

function addressOf({ url, context }: UmamiAccess, path: string): URL {
  return context.addressOf('umami', below(url, isCloud(url) ? path : `api/${path}`));
}

/** The cloud has another path, and keys instead of tokens. */
function isCloud(url: string): boolean {
  return URL.parse(url)?.hostname === 'api.umami.is';
}

const once = oncePerContext<string>();

async function headersOf(access: UmamiAccess): Promise<Record<string, string>> {
  const { url, secret, context } = access;
  if (secret && 'user' in secret) return bearer(await once(context, url, () => signIn(access)));
  const token = headerText(secret?.token ?? '');
  return isCloud(url) ? { 'x-umami-api-key': token } : bearer(token);
}

/** Signs in, once for a context: a token lives longer. */
async function signIn(access: UmamiAccess): Promise<string> {
  const { secret } = access;
  if (!secret || !('user' in secret)) throw new ConnectorError('invalid_config', 'The secret has no user.');
  const body = jsonBody({ username: secret.user, password: secret.password });
  const { token } = await request(access, { url: addressOf(access, 'auth/login'), headers: {}, body }, signedIn);
  return token;
}

/** 50 requests in 15 seconds are allowed. */
const turnMs = 320;
const turns = new WeakMap<ConnectorContext, number>();

async function takeTurn(context: ConnectorContext): Promise<void> {
  const at = Math.max(Date.now(), turns.get(context) ?? 0);
  turns.set(context, at + turnMs);
  await wait(at - Date.now(), undefined, { signal: context.signal }).catch(() => {
    throw new ConnectorError('transient', 'The work was stopped.');
  });
}

function countsOf(found: Static<typeof stats>): UmamiCounts {
  const read = (value: Static<typeof count> | null | undefined) =>
    Number(typeof value === 'object' && value !== null ? value.value : (value ?? 0));
  const { pageviews, visitors, visits, bounces, totaltime } = found;
  return {
    pageviews: read(pageviews),
    visitors: read(visitors),
    visits: read(visits),
    bounces: read(bounces),
    totaltime: read(totaltime),
  };
}
