import { type Static, type TSchema, Type } from 'typebox';
import { apiVersions } from '../api-versions.ts';
import { type ConnectorContext, ConnectorError } from '../contract.ts';
import { type ApiAnswer, askApi, headerText, jsonBody, readShape } from '../hosted/api-json.ts';
import { oncePerContext } from '../hosted/once.ts';
import { readRetryAfter, statusFault } from '../http/status-faults.ts';

/** Which account is asked: the key's. */
export interface KlaviyoAccess {
  readonly key: string;
  readonly context: ConnectorContext;
}

const account = Type.Object({
  data: Type.Array(
    Type.Object({ attributes: Type.Object({ timezone: Type.String(), preferred_currency: Type.String() }) }),
    { minItems: 1 },
  ),
});
const accountOnce = oncePerContext<string>();

/** The ISO 4217 code of the account's currency. */
export function readCurrency(access: KlaviyoAccess): Promise<string> {
  return accountOnce(access.context, '', async () => {
    const { data } = await ask(access, 'accounts?fields[account]=timezone,preferred_currency', account);
    return data[0]?.attributes.preferred_currency ?? '';
  });
}

/** A kind of events, which Klaviyo calls a metric. */
export interface EventKind {
  readonly id: string;
  readonly name: string;
  /** What sends the events, such as `Klaviyo` or `Shopify`. */
  readonly integration: string;
}

const next = Type.Optional(
  Type.Object({ next: Type.Optional(Type.Union([Type.String({ minLength: 1 }), Type.Null()])) }),
);
const named = Type.Object({ name: Type.Optional(Type.Union([Type.String(), Type.Null()])) });
const kinds = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      attributes: Type.Object({
        ...named.properties,
        integration: Type.Optional(Type.Union([named, Type.Null()])),
      }),
    }),
  ),
  links: next,
});
const kindsOnce = oncePerContext<EventKind[]>();

/** All kinds of events of the account. */
export function listKinds(access: KlaviyoAccess): Promise<EventKind[]> {
  return kindsOnce(access.context, '', async () => {
    const found: EventKind[] = [];
    for await (const { data } of pages(access, 'metrics?fields[metric]=name,integration', kinds)) {
      for (const { id, attributes } of data) {
        found.push({ id, name: attributes.name ?? '', integration: attributes.integration?.name ?? '' });
      }
    }
    return found;
  });
}

const flows = Type.Object({ data: Type.Array(Type.Object({ id: Type.String(), attributes: named })), links: next });

/** The names of flows by their ids. */
export async function readFlows(access: KlaviyoAccess): Promise<ReadonlyMap<string, string>> {
  const found: [string, string][] = [];
  for await (const { data } of pages(access, 'flows?fields[flow]=name&page[size]=50', flows)) {
    for (const { id, attributes } of data) found.push([id, attributes.name || id]);
  }
  return toldApart(found.map(([id, name]) => ({ id, name, ids: [id] })));
}

const campaigns = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      attributes: named,
      relationships: Type.Optional(
        Type.Object({
          'campaign-messages': Type.Optional(
            Type.Object({ data: Type.Optional(Type.Array(Type.Object({ id: Type.String() }))) }),
          ),
        }),
      ),
    }),
  ),
  links: next,
});
const channels = ['email', 'sms'];

/** The names of campaigns by the ids of their messages, as far as they are needed; the newest are looked at first. */
export async function readCampaigns(
  access: KlaviyoAccess,
  messages: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const found: { id: string; name: string; ids: string[] }[] = [];
  const missing = new Set(messages);
  for (const channel of channels) {
    const filter = encodeURIComponent(`equals(messages.channel,"${channel}")`);
    const query = `filter=${filter}&fields[campaign]=name&include=campaign-messages&sort=-created_at&page[size]=100`;
    if (missing.size === 0) break;
    for await (const { data } of pages(access, `campaigns?${query}`, campaigns)) {
      for (const { id, attributes, relationships } of data) {
        const ids = [id, ...(relationships?.['campaign-messages']?.data ?? []).map((message) => message.id)];
        found.push({ id, name: attributes.name || id, ids });
        for (const one of ids) missing.delete(one);
      }
      if (missing.size === 0) break;
    }
  }
  return toldApart(found.filter(({ ids }) => ids.some((id) => messages.has(id))));
}

/** Names by ids. Those that are the same are told apart by what they belong to. */
function toldApart(all: readonly { readonly id: string; readonly name: string; readonly ids: readonly string[] }[]) {
  const byName = Map.groupBy(all, ({ name }) => name);
  return new Map(
    all.flatMap(({ id, name, ids }) => {
      const isOne = byName.get(name)?.length === 1;
      return ids.map((one): [string, string] => [one, isOne ? name : `${name} (${id})`]);
    }),
  );
}

const mostPages = 40;

/** The pages of a list, up to 40; throws `invalid_config` beyond them. */
async function* pages<Shape extends TSchema>(
  access: KlaviyoAccess,
  path: string,
  shape: Shape,
): AsyncGenerator<Static<Shape>> {
  let cursor = '';
  for (let index = 0; index < mostPages; index++) {
    const page = await ask(access, `${path}${cursor && `&page[cursor]=${encodeURIComponent(cursor)}`}`, shape);
    yield page;
    const following = cursorOf(page as { links?: Static<typeof next> });
    if (following === undefined) return;
    if (following === cursor) throw strange();
    cursor = following;
  }
  throw new ConnectorError('invalid_config', 'Klaviyo has more metrics, flows or campaigns than are read of it.');
}

/** The cursor of the next page, out of its address; undefined on the last page. */
export function cursorOf({ links }: { readonly links?: Static<typeof next> }): string | undefined {
  if (!links?.next) return undefined;
  const { searchParams } = URL.parse(links.next) ?? new URL('https://a.klaviyo.com');
  const cursor = searchParams.get('page[cursor]') ?? searchParams.get('page_cursor');
  if (cursor) return cursor;
  throw strange();
}

/** The shape of the links of an answer. */
export const linksShape = next;

/** Asks a path below `/api/`; by POST with a body. Throws a ConnectorError. */
export async function ask<Shape extends TSchema>(
  { key, context }: KlaviyoAccess,
  path: string,
  shape: Shape,
  body?: unknown,
): Promise<Static<Shape>> {
  if (key === '') throw new ConnectorError('reauth_required', 'The connection has no key. Give it one.');
  const url = context.addressOf('klaviyo', `https://a.klaviyo.com/api/${path}`);
  const headers = { authorization: `Klaviyo-API-Key ${headerText(key)}`, revision: apiVersions.klaviyo.version };
  const request = { url, headers, faultOf, ...(body !== undefined && { body: jsonBody(body) }) };
  const { response, json } = await askApi(request, context);
  if (!response.ok) throw statusFault(response, 'Check orders.');
  return readShape(shape, json, strange());
}

/** What Klaviyo means beyond the status. Its limits are of a second and of a minute. */
function faultOf({ response }: ApiAnswer): ConnectorError | undefined {
  if (response.status === 403) {
    const message =
      'The key may not read this (403). Use one that may read accounts, metrics, campaigns and flows of Klaviyo.';
    return new ConnectorError('resource_missing', message);
  }
  if (response.status !== 429 || readRetryAfter(response.headers.get('retry-after')) !== undefined) return undefined;
  return new ConnectorError('transient', 'Klaviyo asks for fewer requests (429).', { retryAfterMs: 60_000 });
}

export function strange(): ConnectorError {
  return new ConnectorError('transient', 'Klaviyo gave an answer that cannot be read.');
}
