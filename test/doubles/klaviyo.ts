import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { SeenRequest } from '../support/json-server.ts';
import { type Double, DoubleRefusal, startDouble } from './double.ts';
import { hostileValue } from './web-visits.ts';

/** The key that the double accepts. */
export const klaviyoKey = 'pk_key_of_the_test';
export const klaviyoOrders = { shop: 'SHOPORD', api: 'APIORD' };

export interface KlaviyoDouble extends Double {
  /** Whether orders come from a second integration, too. */
  hasOtherOrders: boolean;
  /** Whether the key may read campaigns and flows. */
  mayReadNames: boolean;
  /** Whether days are those of UTC, whatever was asked for. */
  ignoresZone: boolean;
  /** The most groups of a page. */
  mostRows: number;
}

const kinds: readonly (readonly [id: string, name: string, integration: string])[] = [
  ['RCV', 'Received Email', 'Klaviyo'],
  ['OPN', 'Opened Email', 'Klaviyo'],
  ['CLK', 'Clicked Email', 'Klaviyo'],
  ['BNC', 'Bounced Email', 'Klaviyo'],
  ['UNS', 'Unsubscribed from Email Marketing', 'Klaviyo'],
  ['SPM', 'Marked Email as Spam', 'Klaviyo'],
  ['SUB', 'Subscribed to Email Marketing', 'Klaviyo'],
  ['FAKE', 'Opened Email', 'Another sender'],
  [klaviyoOrders.shop, 'Placed Order', 'Shopify'],
];

interface KlaviyoEvent {
  readonly kind: string;
  readonly at: string;
  readonly person: string;
  readonly value: number;
  readonly attributes: Readonly<Record<string, string>>;
}

const inSpring = { $message: 'MSG1' };
const inFlow = { $flow: 'FLOW1', $message: 'MSG2' };
const inSummer = { $message: 'MSG3' };
const event = (kind: string, at: string, person: string, attributes = {}, value = 1): KlaviyoEvent => ({
  ...{ kind, at, person, attributes, value },
});
const order = (at: string, value: number, attributes: object) =>
  event(klaviyoOrders.shop, at, 'p1', { $value_currency: 'EUR', ...attributes }, value);

/** The flow's mail is sent on 1 March in Berlin, where it is half past midnight. The account has euros. */
const events: readonly KlaviyoEvent[] = [
  ...['p1', 'p2', 'p3'].map((person) => event('RCV', '2026-02-27T10:00:00Z', person, inSpring)),
  ...['p1', 'p1', 'p2'].map((person) => event('OPN', '2026-02-27T12:00:00Z', person, inSpring)),
  event('CLK', '2026-02-27T12:01:00Z', 'p1', inSpring),
  event('BNC', '2026-02-27T10:00:00Z', 'p4', inSpring),
  event('SUB', '2026-02-27T09:00:00Z', 'p8'),
  event('RCV', '2026-02-28T23:30:00Z', 'p1', inFlow),
  event('OPN', '2026-02-28T23:40:00Z', 'p1', inFlow),
  ...['p1', 'p2'].map((person) => event('RCV', '2026-03-03T10:00:00Z', person, inSummer)),
  event('OPN', '2026-03-03T11:00:00Z', 'p1', inSummer),
  event('UNS', '2026-03-03T11:00:00Z', 'p2', inSummer),
  event('SUB', '2026-03-03T09:00:00Z', 'p9'),
  order('2026-02-27T13:00:00Z', 10.1, { $attributed_message: 'MSG1' }),
  order('2026-03-01T13:00:00Z', 20.2, {
    ...{ $attributed_flow: 'FLOW1', $attributed_message: 'MSG2', $value_currency: '' },
  }),
  order('2026-03-03T13:00:00Z', 5, {}),
  order('2026-03-04T13:00:00Z', 99, { $attributed_message: 'MSG1', $value_currency: 'USD' }),
];

/** Answers as https://github.com/klaviyo/openapi says of accounts, metrics, aggregates, campaigns and flows. */
export async function startKlaviyo(): Promise<KlaviyoDouble> {
  const double = await startDouble((request) => {
    const { authorization, revision } = request.headers;
    if (authorization !== `Klaviyo-API-Key ${klaviyoKey}`) throw refusal(401, 'not_authenticated');
    if (revision !== '2026-10-15') throw refusal(400, 'invalid_revision');
    const { pathname } = new URL(request.path, 'http://double');
    if (pathname === '/api/accounts') {
      return { data: [{ id: 'ACC', attributes: { timezone: 'US/Eastern', preferred_currency: 'EUR' } }] };
    }
    if (pathname === '/api/metrics') return metricsPage(request, all.hasOtherOrders);
    if (pathname === '/api/metric-aggregates') return aggregates(request, all);
    if (!all.mayReadNames) throw refusal(403, 'permission_denied');
    if (pathname === '/api/flows') return { data: [{ id: 'FLOW1', attributes: { name: 'Welcome' } }], links: {} };
    if (pathname === '/api/campaigns') return campaigns(request);
    throw refusal(404, 'not_found');
  });
  const all: KlaviyoDouble = Object.assign(double, {
    ...{ hasOtherOrders: false, mayReadNames: true, ignoresZone: false, mostRows: 500 },
  });
  return all;
}

/** Two pages, of which the second is named by its whole address. */
function metricsPage({ query }: SeenRequest, hasOtherOrders: boolean) {
  const all = hasOtherOrders ? [...kinds, [klaviyoOrders.api, 'Placed Order', 'API'] as const] : kinds;
  const isFirst = query.get('page[cursor]') === null;
  const shown = isFirst ? all.slice(0, 4) : all.slice(4);
  return {
    data: shown.map(([id, name, integration]) => ({
      ...{ type: 'metric', id, attributes: { name, integration: { object: 'integration', name: integration } } },
    })),
    links: { next: isFirst ? 'https://a.klaviyo.com/api/metrics?page%5Bcursor%5D=bmV4dA' : null },
  };
}

function campaigns({ query }: SeenRequest) {
  if (query.get('filter') !== 'equals(messages.channel,"email")') return { data: [], links: { next: null } };
  const campaign = (id: string, name: string, message: string) => ({
    ...{ type: 'campaign', id, attributes: { name } },
    relationships: { 'campaign-messages': { data: [{ type: 'campaign-message', id: message }] } },
  });
  return { data: [campaign('CAM2', 'Summer', 'MSG3'), campaign('CAM1', hostileValue, 'MSG1')], links: { next: null } };
}

const question = Type.Object({
  data: Type.Object({
    type: Type.Literal('metric-aggregate'),
    attributes: Type.Object({
      metric_id: Type.String(),
      measurements: Type.Array(Type.Union(['count', 'sum_value', 'unique'].map((word) => Type.Literal(word)))),
      interval: Type.Union(['day', 'month'].map((word) => Type.Literal(word))),
      page_size: Type.Integer(),
      page_cursor: Type.Optional(Type.String()),
      timezone: Type.String(),
      filter: Type.Array(Type.String(), { minItems: 2 }),
      by: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
    }),
  }),
});

function aggregates(request: SeenRequest, { ignoresZone, mostRows }: KlaviyoDouble) {
  const body: unknown = JSON.parse(request.body);
  if (!Value.Check(question, body)) throw refusal(400, 'invalid');
  const { metric_id, measurements, interval, timezone, filter, by = [], page_cursor } = body.data.attributes;
  if (['Europe/Kyiv', 'Pacific/Kanton'].includes(timezone)) throw refusal(400, 'invalid_timezone');
  const zone = ignoresZone ? 'UTC' : timezone;
  const [start = '', end = ''] = ['greater-or-equal', 'less-than'].map((operator) => {
    return filter.flatMap((text) => new RegExp(`^${operator}\\(datetime,(.*)\\)$`).exec(text)?.[1] ?? [])[0];
  });
  const isIn = (at: string) => Date.parse(start) <= Date.parse(at) && Date.parse(at) < Date.parse(end);
  const found = events.filter(({ kind, at }) => kind === metric_id && isIn(at));
  const unitOf = (at: string) => {
    const local = Temporal.Instant.from(at).toZonedDateTimeISO(zone);
    return (interval === 'month' ? local.with({ day: 1 }) : local).startOfDay();
  };
  const units: Temporal.ZonedDateTime[] = [];
  for (let unit = unitOf(start); unit.epochMilliseconds < Date.parse(end); unit = unit.add({ [`${interval}s`]: 1 })) {
    units.push(unit);
  }
  const groups = Map.groupBy(found, ({ attributes }) => JSON.stringify(by.map((name) => attributes[name] ?? '')));
  if (by.length === 0 && groups.size === 0) groups.set('[]', []);
  const rows = [...groups].map(([key, same]) => {
    const columns = measurements.map((name) => [
      name,
      units.map((unit) =>
        measured(
          name,
          same.filter(({ at }) => unitOf(at).equals(unit)),
        ),
      ),
    ]);
    return { dimensions: JSON.parse(key), measurements: Object.fromEntries(columns) };
  });
  const from = Number(page_cursor ?? 0);
  const following = from + mostRows < rows.length ? `https://a.klaviyo.com/api/x?page_cursor=${from + mostRows}` : null;
  // Klaviyo names units by their beginnings in UTC.
  const dates = units.map((unit) => unit.toInstant().toString().replace('Z', '+00:00'));
  const attributes = { dates, data: rows.slice(from, from + mostRows) };
  return { data: { type: 'metric-aggregate', id: 'x', attributes }, links: { self: 'x', next: following } };
}

function measured(name: string, found: readonly KlaviyoEvent[]): number {
  if (name === 'count') return found.length;
  if (name === 'unique') return new Set(found.map(({ person }) => person)).size;
  return found.reduce((sum, { value }) => sum + value, 0);
}

function refusal(status: number, code: string): DoubleRefusal {
  return new DoubleRefusal(status, { errors: [{ id: 'x', status, code, title: code, detail: 'user admin' }] });
}
