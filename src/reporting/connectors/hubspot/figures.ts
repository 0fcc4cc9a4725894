import { periodOf } from '../calendar-units.ts';
import { ConnectorError, type Query, type QueryResult } from '../contract.ts';
import { type Choice, findAsked } from '../hosted/choice.ts';
import { decimalText } from '../hosted/decimals.ts';
import { oncePerContext } from '../hosted/once.ts';
import { type FigureRecord, queryRecords } from '../hosted/record-report.ts';
import {
  type HubSpotAccess,
  type HubSpotRecord,
  type Interval,
  listForms,
  listPipelines,
  readOwners,
  readSubmissions,
  searchAll,
} from './api.ts';
import { hubSpotCatalog, type RecordKind } from './catalog.ts';

type Config = Choice & { readonly pipeline?: string };

interface HubSpotFigures extends FigureRecord {
  /** Columns with an amount in a currency that HubSpot does not convert into the company's. */
  readonly unread: readonly string[];
}

const once = oncePerContext<HubSpotFigures[]>();

/** Answers a query. Throws a ConnectorError. */
export async function queryHubSpot(access: HubSpotAccess, config: Config, query: Query): Promise<QueryResult> {
  const { metrics, dimension } = findAsked(hubSpotCatalog, config, query);
  const period = periodOf(query);
  const kinds = [...new Set(metrics.map(({ kind }) => kind))];
  const all: HubSpotFigures[] = [];
  // Searches are limited to a few a second: one goes after the other.
  for (const kind of kinds) {
    const key = JSON.stringify([kind, period, config.pipeline]);
    all.push(...(await once(access.context, key, () => readers[kind](access, period, config))));
  }
  const nameOf = dimension && (await namesOf(access, dimension.key));
  const named = nameOf
    ? all.map((record) => ({ ...record, values: withName(record.values, dimension.key, nameOf) }))
    : all;
  const result = queryRecords(query, metrics, named);
  if (query.by !== 'none' || all.every(({ unread }) => unread.length === 0)) return result;
  const leftOut = metrics.map(
    ({ columns }) => all.filter(({ unread }) => columns.some((one) => unread.includes(one))).length,
  );
  return { ...result, leftOut };
}

function withName(
  values: FigureRecord['values'],
  key: string,
  nameOf: (value: string) => string,
): FigureRecord['values'] {
  const value = values[key];
  return value === undefined || value === null ? values : { ...values, [key]: nameOf(value) };
}

type Reader = (access: HubSpotAccess, period: Interval, config: Config) => Promise<HubSpotFigures[]>;

const ofDeals = ['pipeline', 'hubspot_owner_id', 'hs_analytics_source'];
const amount = ['amount', 'amount_in_home_currency'];

const readers: Readonly<Record<RecordKind, Reader>> = {
  async created(access, period, config) {
    const search = {
      object: 'deals',
      at: 'createdate',
      filters: inPipeline(config),
      properties: [...ofDeals, ...amount],
    } as const;
    return (await searchAll(access, search, period)).map((deal) => {
      const worth = amountOf(deal);
      const columns = { created: '1', created_amount: worth ?? null };
      return { ...recordOf(deal, 'createdate', true), columns, unread: worth === undefined ? ['created_amount'] : [] };
    });
  },
  async closed(access, period, config) {
    const isClosed = { propertyName: 'hs_is_closed', operator: 'EQ', value: 'true' } as const;
    const properties = [...ofDeals, ...amount, 'hs_is_closed_won'];
    const search = {
      object: 'deals',
      at: 'closedate',
      filters: [isClosed, ...inPipeline(config)],
      properties,
    } as const;
    return (await searchAll(access, search, period)).map((deal) => {
      const isWon = deal.properties.hs_is_closed_won === 'true';
      const worth = isWon ? amountOf(deal) : null;
      const columns = {
        closed: '1',
        won: isWon ? '1' : '0',
        lost: isWon ? '0' : '1',
        won_amount: worth ?? null,
        won_with_amount: typeof worth === 'string' ? '1' : '0',
      };
      return { ...recordOf(deal, 'closedate', true), columns, unread: worth === undefined ? ['won_amount'] : [] };
    });
  },
  async contacts(access, period) {
    const properties = ['hubspot_owner_id', 'hs_analytics_source'];
    const contacts = await searchAll(access, { object: 'contacts', at: 'createdate', filters: [], properties }, period);
    return contacts.map((contact) => ({ ...recordOf(contact, 'createdate', false), columns: { contacts: '1' } }));
  },
  async submissions(access, { startMs }) {
    const records: HubSpotFigures[] = [];
    for (const { id, name } of await listForms(access)) {
      for (const atMs of await readSubmissions(access, id, startMs)) {
        records.push({ atMs, columns: { submissions: '1' }, values: { form: name || id }, unread: [] });
      }
    }
    return records;
  },
};

function inPipeline({ pipeline }: Config) {
  return pipeline === undefined ? [] : [{ propertyName: 'pipeline', operator: 'EQ', value: pipeline } as const];
}

function recordOf({ properties }: HubSpotRecord, at: string, isDeal: boolean) {
  const atMs = Date.parse(properties[at] ?? '');
  if (Number.isNaN(atMs)) throw new ConnectorError('transient', 'HubSpot gave a record without its time.');
  const value = (name: string) => properties[name] || null;
  const values = { source: sourceOf(value('hs_analytics_source')), owner: value('hubspot_owner_id') };
  return { atMs, values: isDeal ? { ...values, pipeline: value('pipeline') } : values, unread: [] };
}

/** The amount in the company's currency as a decimal; null for a deal without one, undefined where HubSpot converts none. */
function amountOf({ properties }: HubSpotRecord): string | null | undefined {
  if (!properties.amount) return null;
  return decimalText(properties.amount_in_home_currency);
}

/** A word such as `PAID_SEARCH` as people write it. */
function sourceOf(value: string | null): string | null {
  if (value === null || !/^[A-Z_]+$/.test(value)) return value;
  const words = value.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

async function namesOf(access: HubSpotAccess, dimension: string): Promise<((value: string) => string) | undefined> {
  if (dimension !== 'pipeline' && dimension !== 'owner') return undefined;
  const names = dimension === 'owner' ? await ownersIfMay(access) : await pipelineNames(access);
  return (value) => names.get(value) ?? value;
}

async function pipelineNames(access: HubSpotAccess): Promise<ReadonlyMap<string, string>> {
  return new Map((await listPipelines(access)).map(({ id, label }) => [id, label]));
}

/** Without the right to see names the figures are still right. */
async function ownersIfMay(access: HubSpotAccess): Promise<ReadonlyMap<string, string>> {
  try {
    return await readOwners(access);
  } catch (error) {
    if (error instanceof ConnectorError && error.kind === 'resource_missing') return new Map();
    throw error;
  }
}
