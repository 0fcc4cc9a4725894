import { ConnectorError, type Query, type QueryResult } from '../contract.ts';
import { type AdMetric, addColumns, type Columns } from '../hosted/ad-figures.ts';
import { type AdGroups, type AdSource, queryAds } from '../hosted/ad-report.ts';
import { type Choice, findAsked } from '../hosted/choice.ts';
import type { DaySpan } from '../hosted/day-spans.ts';
import { type Aggregate, type AggregateQuestion, readAggregates } from './aggregates.ts';
import { type EventKind, type KlaviyoAccess, listKinds, readCampaigns, readCurrency, readFlows } from './api.ts';
import { amounts, klaviyoCatalog, people } from './catalog.ts';

type Config = Choice & { readonly orders?: string };

/** What Klaviyo calls its own events, by the columns that count them. */
const ownEvents: Readonly<Record<string, string>> = {
  received: 'Received Email',
  opened: 'Opened Email',
  clicked: 'Clicked Email',
  bounced: 'Bounced Email',
  unsubscribed: 'Unsubscribed from Email Marketing',
  marked_as_spam: 'Marked Email as Spam',
  subscribed: 'Subscribed to Email Marketing',
  people_opened: 'Opened Email',
  people_clicked: 'Clicked Email',
};
/** Events that belong to no message, so that they have no flow or campaign. */
const ofNoMessage: ReadonlySet<string> = new Set(['subscribed', 'orders', 'revenue', 'orders_with_revenue']);
const ofOrders = ['orders', 'revenue', 'orders_with_revenue', 'attributed_orders', 'attributed_revenue'];
export const ordersName = 'Placed Order';

/** One figure of one group; `key` is a day, a flow or a message, null for all. */
interface Part {
  readonly key: string | null;
  readonly columns: Columns;
}

type KeyOf = (aggregate: Aggregate) => string | null | undefined;

/** How the events of mails are grouped, and their people. Orders are always grouped by what they are attributed to. */
interface Split {
  readonly mails: readonly string[];
  readonly people: readonly string[];
  /** Undefined leaves a group out. */
  readonly keyOf: KeyOf;
}

const ofOrder = ['$attributed_flow', '$attributed_message'];
const whole: Split = { mails: [], people: [], keyOf: () => null };
const byDay: Split = { ...whole, keyOf: ({ day }) => day };
const byDimension: Readonly<Record<string, Split>> = {
  flow: {
    mails: ['$flow', '$message'],
    people: ['$flow'],
    keyOf: ({ group: [flow] }) => flow || undefined,
  },
  campaign: {
    mails: ['$flow', '$message'],
    people: ['$flow', '$message'],
    keyOf: ({ group: [flow, message] }) => (flow ? undefined : message || undefined),
  },
};

/** Answers a query. Throws a ConnectorError. */
export async function queryKlaviyo(access: KlaviyoAccess, config: Config, query: Query): Promise<QueryResult> {
  const { metrics, dimension } = findAsked(klaviyoCatalog, config, query);
  const asked = [...new Set(metrics.flatMap(({ columns }) => columns))];
  const columns = dimension ? asked.filter((name) => !ofNoMessage.has(name)) : asked;
  const kinds = columns.length === 0 ? [] : await kindsOf(access, config, columns);
  const { timeZone } = query;
  const ask = (span: DaySpan, split: Split, names: readonly string[]) =>
    readParts({ access, kinds, timeZone }, span, split, names);
  const source: AdSource = {
    ofPeople: people,
    total: async (span) => (await ask(span, whole, columns))[0]?.columns,
    days: async (span) => ({ groups: await ask(span, byDay, columns) }),
    groups: async (span) => nameGroups(access, dimension?.key ?? '', await ask(span, splitOf(dimension?.key), columns)),
  };
  const result = await queryAds(query, metrics, source);
  return query.by === 'none' ? withLeftOut(result, metrics, { access, kinds, timeZone }, query) : result;
}

function splitOf(dimension: string | undefined): Split {
  return byDimension[dimension ?? ''] ?? whole;
}

interface Asked {
  readonly access: KlaviyoAccess;
  readonly kinds: readonly (readonly [column: string, kind: EventKind])[];
  readonly timeZone: string;
}

/** The kinds of events of columns. Columns whose kind the account does not have get no figure. */
async function kindsOf(access: KlaviyoAccess, { orders }: Config, columns: readonly string[]): Promise<Asked['kinds']> {
  const all = await listKinds(access);
  return columns.flatMap((column): Asked['kinds'] => {
    const kind = ofOrders.includes(column)
      ? findOrders(all, orders)
      : all.find(({ name, integration }) => name === ownEvents[column] && integration === 'Klaviyo');
    return kind ? [[column, kind]] : [];
  });
}

/** The kind that stands for orders; throws `invalid_config` where several may be meant. */
function findOrders(all: readonly EventKind[], id: string | undefined): EventKind | undefined {
  if (id !== undefined) {
    const chosen = all.find((kind) => kind.id === id);
    if (chosen) return chosen;
    throw new ConnectorError('resource_missing', 'The account has no metric with this id. Correct orders.');
  }
  const [first, ...more] = all.filter(({ name }) => name === ordersName);
  if (more.length === 0) return first;
  const names = [first, ...more].map((kind) => `${kind?.id} (${kind?.integration})`).join(', ');
  const message = `Several metrics are called ${ordersName}: ${names}. Give the id of one as orders.`;
  throw new ConnectorError('invalid_config', message, { faults: [{ path: 'orders', message }] });
}

async function readParts(asked: Asked, span: DaySpan, split: Split, columns: readonly string[]): Promise<Part[]> {
  const parts: Part[] = [];
  // Klaviyo takes three requests a second: one goes after the other.
  for (const column of columns.filter((name) => !ofOrders.includes(name))) {
    parts.push(...(await readMails(asked, span, split, column)));
  }
  if (columns.some((name) => ofOrders.includes(name))) parts.push(...(await readOrders(asked, span, split)));
  // What happened to some of a day, a flow or a campaign, and is not told of another, did not happen there.
  const zeros = Object.fromEntries(asked.kinds.flatMap(([name]) => (people.has(name) ? [] : [[name, '0']])));
  return [...Map.groupBy(parts, ({ key }) => key)].map(([key, same]) => {
    return { key, columns: { ...zeros, ...addParts(same) } };
  });
}

/** Each column of people is of one part alone, which `addColumns` would not add up. */
function addParts(parts: readonly Part[]): Columns {
  const all = parts.map(({ columns }) => columns);
  const ofPeople = all.flatMap((columns) => Object.entries(columns).filter(([name]) => people.has(name)));
  return { ...addColumns(all, new Set()), ...Object.fromEntries(ofPeople) };
}

function kindFor({ kinds }: Asked, columns: readonly string[]): string | undefined {
  return kinds.find(([column]) => columns.includes(column))?.[1].id;
}

async function readMails(asked: Asked, span: DaySpan, split: Split, column: string): Promise<Part[]> {
  const kind = kindFor(asked, [column]);
  const isOfPeople = people.has(column);
  const interval = isOfPeople && split !== byDay ? unitOf(span) : 'day';
  // People cannot be counted over anything but a unit of Klaviyo's.
  if (kind === undefined || interval === undefined) return [];
  const measurement = isOfPeople ? 'unique' : 'count';
  const by = isOfPeople ? split.people : split.mails;
  const question: AggregateQuestion = {
    ...{ ...span, timeZone: asked.timeZone, kind, measurements: [measurement], by, interval },
  };
  const found = await readAggregates(asked.access, question);
  const parts = found.map((one) => ({
    key: split.keyOf(one),
    columns: { [column]: one.measured[measurement] ?? null },
  }));
  return parts.filter((part): part is Part => part.key !== undefined);
}

/** The unit of Klaviyo's that a period is, if it is one. Its weeks may begin on another day than Monday. */
function unitOf({ from, to }: DaySpan): 'day' | 'month' | undefined {
  if (from === to) return 'day';
  const first = Temporal.PlainDate.from(from);
  const isMonth = first.day === 1 && first.add({ months: 1 }).subtract({ days: 1 }).toString() === to;
  return isMonth ? 'month' : undefined;
}

interface Order extends Part {
  readonly isForeign: boolean;
}

async function readOrders(asked: Asked, span: DaySpan, split: Split): Promise<Order[]> {
  const kind = kindFor(asked, ofOrders);
  if (kind === undefined) return [];
  const own = await readCurrency(asked.access);
  const by = [...ofOrder, '$value_currency'];
  const question: AggregateQuestion = {
    ...{ ...span, timeZone: asked.timeZone, kind, measurements: ['count', 'sum_value'], by, interval: 'day' },
  };
  const found = await readAggregates(asked.access, question);
  return found.flatMap((one): Order[] => {
    const key = split.keyOf(one);
    if (key === undefined) return [];
    const currency = one.group.at(-1) ?? '';
    const isForeign = currency !== '' && currency !== own;
    return [{ key, columns: columnsOf(one, isForeign), isForeign }];
  });
}

function columnsOf({ group, measured }: Aggregate, isForeign: boolean): Columns {
  const { count = '0', sum_value = '0' } = measured;
  const isAttributed = group.slice(0, -1).some((attribute) => attribute !== '');
  const revenue = isForeign ? '0' : sum_value;
  return {
    orders: count,
    revenue,
    orders_with_revenue: isForeign ? '0' : count,
    attributed_orders: isAttributed ? count : '0',
    attributed_revenue: isAttributed ? revenue : '0',
  };
}

/** How many orders metrics of amounts leave out, as they are in another currency than the account's. */
async function withLeftOut(
  result: QueryResult,
  metrics: readonly AdMetric[],
  asked: Asked,
  span: DaySpan,
): Promise<QueryResult> {
  if (!metrics.some(({ columns }) => columns.some((name) => amounts.has(name)))) return result;
  const foreign = (await readOrders(asked, span, whole)).filter(({ isForeign }) => isForeign);
  const sumOf = (column: string) => foreign.reduce((sum, { columns }) => sum + Number(columns[column] ?? 0), 0);
  const counts = { revenue: sumOf('orders'), attributed_revenue: sumOf('attributed_orders') };
  if (counts.revenue === 0) return result;
  const leftOut = metrics.map(({ columns }) => {
    if (columns.includes('revenue')) return counts.revenue;
    return columns.includes('attributed_revenue') ? counts.attributed_revenue : 0;
  });
  return { ...result, leftOut };
}

async function nameGroups(access: KlaviyoAccess, dimension: string, parts: readonly Part[]): Promise<AdGroups> {
  const filled = parts.filter(({ columns }) => Object.values(columns).some((text) => Number(text ?? 0) !== 0));
  const ids = new Set(filled.flatMap(({ key }) => key ?? []));
  if (ids.size === 0) return { groups: [] };
  const names = await namesIfMay(() => (dimension === 'flow' ? readFlows(access) : readCampaigns(access, ids)));
  return { groups: filled.map(({ key, columns }) => ({ key: key && (names.get(key) ?? key), columns })) };
}

/** Without the right to see names the figures are still right. */
async function namesIfMay(read: () => Promise<ReadonlyMap<string, string>>): Promise<ReadonlyMap<string, string>> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ConnectorError && error.kind === 'resource_missing') return new Map();
    throw error;
  }
}
