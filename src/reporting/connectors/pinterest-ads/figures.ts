import { Type } from 'typebox';
import { ConnectorError, type Depiction, type DepictionQuery, type Query, type QueryResult } from '../contract.ts';
import { addColumns, type Columns } from '../hosted/ad-figures.ts';
import { type AdSource, queryAds, requestsAtOnce } from '../hosted/ad-report.ts';
import { type Choice, findAsked } from '../hosted/choice.ts';
import { type DaySpan, splitDays } from '../hosted/day-spans.ts';
import { decimalText } from '../hosted/decimals.ts';
import { namedApart, noteIds, readIds } from '../hosted/ids-of-values.ts';
import { nameOfCountry } from '../hosted/name-of-country.ts';
import { mapBounded } from '../map-bounded.ts';
import { askPinterest, listAds, listCampaigns, type PinterestAccess, strange } from './api.ts';
import { type PinterestDimension, pinterestAdsCatalog } from './catalog.ts';
import { depictPins } from './pins.ts';

type Account = Choice & { readonly account: string };
type Row = Readonly<Record<string, unknown>>;

const ofPeople: ReadonlySet<string> = new Set(['TOTAL_IMPRESSION_USER']);
/** What everything with activity has. */
const probe = ['TOTAL_IMPRESSION', 'SPEND_IN_MICRO_DOLLAR'];
const mostDays = 90;
const mostCampaigns = 250;
/** As an address has room for them. */
const mostAds = 100;

const rows = Type.Array(Type.Record(Type.String(), Type.Unknown()));
const targeted = Type.Object({
  data: Type.Array(
    Type.Object({
      targeting_value: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      metrics: Type.Record(Type.String(), Type.Unknown()),
    }),
  ),
});

/** Answers a query. Throws a ConnectorError. */
export function queryPinterest(access: PinterestAccess, config: Account, query: Query): Promise<QueryResult> {
  const { metrics, dimension } = findAsked(pinterestAdsCatalog, config, query);
  const columns = [...new Set([...metrics.flatMap((metric) => metric.columns), ...probe])];
  return queryAds(query, metrics, sourceOf(access, config.account, columns, dimension, query));
}

/** Pins of ads. */
export async function depictAds(
  access: PinterestAccess,
  config: Account,
  { query, keys }: DepictionQuery,
): Promise<readonly Depiction[]> {
  const ids = await readIds(access.context, { ...query, account: config.account }, () =>
    queryPinterest(access, config, query),
  );
  const pins = new Map((await listAds(access, config.account)).map(({ id, pin_id }) => [id, pin_id]));
  const asked = keys.flatMap((key) => {
    const pin = pins.get(ids.get(key) ?? '');
    return pin && /^\d+$/.test(pin) ? [{ key, pin }] : [];
  });
  return depictPins(access, config.account, asked);
}

function sourceOf(
  access: PinterestAccess,
  account: string,
  columns: readonly string[],
  dimension: PinterestDimension | undefined,
  query: Query,
): AdSource {
  const path = `ad_accounts/${account}`;
  const parametersOf = ({ from, to }: DaySpan, granularity: 'TOTAL' | 'DAY') => ({
    ...{ start_date: from, end_date: to, granularity },
    columns: columns.join(','),
  });
  const figuresOf = (row: Row): Columns => Object.fromEntries(columns.map((name) => [name, figureIn(name, row[name])]));
  const ofCampaigns = async (span: DaySpan) => {
    const campaigns = await listCampaigns(access, account);
    const names = new Map(campaigns.map(({ id, name }) => [id, name ?? id]));
    const parts = batches([...names.keys()], mostCampaigns);
    const answers = await mapBounded(parts, requestsAtOnce, (ids) => {
      const asked = { ...parametersOf(span, 'TOTAL'), campaign_ids: ids.join(',') };
      return askPinterest(access, `${path}/campaigns/analytics`, asked, rows);
    });
    return answers.flat().map((row) => ({ key: names.get(String(row.CAMPAIGN_ID)) ?? null, columns: figuresOf(row) }));
  };
  const ofAds = async (span: DaySpan) => {
    const ads = await listAds(access, account);
    const names = namedApart(ads.map(({ id, name }) => [id, name || id]));
    noteIds(access.context, { ...query, account }, new Map([...names].map(([id, name]) => [name, id])));
    const answers = await mapBounded(batches([...names.keys()], mostAds), requestsAtOnce, (ids) => {
      const asked = { ...parametersOf(span, 'TOTAL'), ad_ids: ids.join(',') };
      return askPinterest(access, `${path}/ads/analytics`, asked, rows);
    });
    return answers.flat().map((row) => ({ key: names.get(String(row.AD_ID)) ?? null, columns: figuresOf(row) }));
  };
  return {
    ofPeople,
    async total(span) {
      const found = await askPinterest(access, `${path}/analytics`, parametersOf(span, 'TOTAL'), rows);
      return found.length === 0 ? undefined : addColumns(found.map(figuresOf), ofPeople);
    },
    async days(span) {
      const spans = splitDays(span, mostDays);
      const found = await mapBounded(spans, requestsAtOnce, (part) => {
        return askPinterest(access, `${path}/analytics`, parametersOf(part, 'DAY'), rows);
      });
      return { groups: found.flat().map((row) => ({ key: dayIn(row.DATE), columns: figuresOf(row) })) };
    },
    async groups(span) {
      if (!dimension) throw new ConnectorError('invalid_config', 'The query has no dimension.');
      if (dimension.key === 'ad') return { groups: await ofAds(span) };
      if (!dimension.targeting) return { groups: await ofCampaigns(span) };
      const asked = { ...parametersOf(span, 'TOTAL'), targeting_types: dimension.targeting };
      const { data } = await askPinterest(access, `${path}/targeting_analytics`, asked, targeted);
      return {
        groups: data.map(({ targeting_value, metrics }) => ({
          key: nameOf(targeting_value, dimension),
          columns: figuresOf(metrics),
        })),
      };
    },
  };
}

function batches<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

/** Amounts are millionths of the account's currency; a column without a value is left out. */
function figureIn(name: string, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = decimalText(value);
  if (text === undefined) throw strange();
  if (!name.endsWith('_IN_MICRO_DOLLAR')) return text;
  if (/e/i.test(text)) throw strange();
  return `${text}e-6`;
}

function dayIn(value: unknown): string {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) return value;
  throw strange();
}

const devices: Readonly<Record<string, string>> = {
  ...{ android_mobile: 'Android', android_tablet: 'Android tablet', iphone: 'iPhone', ipad: 'iPad' },
  ...{ web: 'Desktop', web_mobile: 'Mobile web' },
};

function nameOf(value: string | null | undefined, { key }: PinterestDimension): string | null {
  if (!value || /^unknown$/i.test(value)) return null;
  if (key === 'country') return /^[A-Z]{2}$/.test(value) ? nameOfCountry(value) : value;
  return key === 'device' ? (devices[value.toLowerCase()] ?? value) : value;
}
