import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Query, QueryResult } from '../contract.ts';
import { answerOf } from '../hosted/answer.ts';
import type { CampaignFilter } from '../hosted/campaigns.ts';
import { type Choice, findAsked } from '../hosted/choice.ts';
import { firstDayOf, unitSpans } from '../hosted/day-spans.ts';
import { noteIds } from '../hosted/ids-of-values.ts';
import { nameOfCountry } from '../hosted/name-of-country.ts';
import { type Accounts, eachAccount } from '../hosted/several-accounts.ts';
import { addRows, withParts } from './added-accounts.ts';
import { type MetaAccess, readSettings, strange } from './api.ts';
import { fittingCampaigns } from './campaigns.ts';
import type { MetaDimension, MetaMetric } from './catalog.ts';
import { type InsightsRow, numberOf, readInsights } from './insights.ts';
import { catalogWith } from './own-actions.ts';

/** Hours of the ad account's clock, such as `02:00:00 - 02:59:59`. */
const hourBreakdown = 'hourly_stats_aggregated_by_advertiser_time_zone';
/** What every period with anything has. */
const probes = ['impressions', 'spend'];

/** What is read of an ad account. */
export interface MetaScope extends Choice, Accounts {
  readonly campaigns?: CampaignFilter | undefined;
  readonly own_actions?: Parameters<typeof catalogWith>[0] | undefined;
}

interface Found {
  readonly group: Group;
  readonly second?: Group;
  readonly values: readonly (number | null)[];
  readonly isFilled: boolean;
}

/** Answers a query about ad accounts, by one request and its pages or by a run for each. Throws a ConnectorError. */
export async function queryMeta(access: MetaAccess, config: MetaScope, query: Query): Promise<QueryResult> {
  const asked = findAsked(catalogWith(config.own_actions), config, query);
  const { metrics, dimension } = asked;
  const isOfSeveral = config.more_accounts !== undefined;
  if (isOfSeveral) await readSettings(access, config);
  const needed = isOfSeveral ? withParts(metrics) : metrics;
  const parts = await eachAccount(config, (account) =>
    readFound(access, { ...config, account }, query, { ...asked, metrics: needed }),
  );
  const found = parts.flat();
  // Several campaigns may have one name.
  const groups = found.flatMap(({ group, second }) => [group, ...(second ? [second] : [])]);
  const ids = Map.groupBy(new Map(groups.map((group) => [group.id, group])).values(), ({ name }) => name);
  const keyOf = ({ id, name }: Group) =>
    id !== undefined && (ids.get(name)?.length ?? 0) > 1 ? `${name} (${id})` : name;
  if (dimension?.level) noteIds(access.context, { ...query, account: '' }, idsOf(found, keyOf));
  const rows = found.map(({ group, second, values }) => ({
    key: keyOf(group),
    ...(second && { secondary: keyOf(second) }),
    values,
  }));
  return answerOf(query, {
    rows: isOfSeveral ? addRows(rows, needed, metrics) : rows,
    hasData: found.some(({ isFilled, values }) => isFilled || values.some(Boolean)),
  });
}

async function readFound(
  access: MetaAccess,
  config: MetaScope,
  query: Query,
  { metrics, dimension, secondary }: ReturnType<typeof findAsked<MetaMetric, MetaDimension>>,
): Promise<Found[]> {
  const chosen = config.campaigns && (await fittingCampaigns(access, config.account, config.campaigns));
  if (chosen?.length === 0) return [];
  const isKnown = ({ hourly }: MetaMetric) => !query.hourly || hourly === true;
  const dimensions = [dimension, secondary].filter((each) => each !== undefined);
  const levelled = dimensions.find(({ level }) => level !== undefined);
  const breakdown = query.hourly ? hourBreakdown : dimensions.flatMap((each) => each.breakdown ?? []).join(',');
  const parameters = {
    fields: [...new Set([...probes, ...metrics.filter(isKnown).map(fieldOf), ...partFields(levelled)])].join(','),
    level: levelled?.level ?? 'account',
    ...(breakdown && { breakdowns: breakdown }),
    ...(chosen && {
      filtering: JSON.stringify([{ field: 'campaign.id', operator: 'IN', value: chosen.map(({ id }) => id) }]),
    }),
    ...timeOf(query),
  };
  return readInsights(access, config.account, parameters, isHeavy(query, metrics, dimensions), (row) => ({
    group: groupOf(row, query, dimension),
    ...(secondary && { second: groupOf(row, query, secondary) }),
    values: metrics.map((metric) => (isKnown(metric) ? figureIn(row, metric) : null)),
    isFilled: probes.some((name) => Boolean(numberOf(row[name]))),
  }));
}

function idsOf(found: readonly { readonly group: Group }[], keyOf: (group: Group) => string | null) {
  return new Map(
    found.flatMap(({ group }) => (group.id === undefined ? [] : [[keyOf(group) ?? '', group.id] as const])),
  );
}

/** What a row is of; with an id where others may have the same name. */
interface Group {
  readonly id?: string;
  readonly name: string | null;
}

function fieldOf({ field, key }: MetaMetric): string {
  return field ?? key;
}

function partFields(dimension: MetaDimension | undefined): string[] {
  return dimension?.level === undefined ? [] : [`${dimension.level}_id`, `${dimension.level}_name`];
}

function timeOf(query: Query): Readonly<Record<string, string>> {
  const { from, to, by } = query;
  if (by === 'week') {
    // Meta knows no weeks, but answers for several periods at once.
    const weeks = unitSpans(query, 'week').map(({ from, to }) => ({ since: from, until: to }));
    return { time_ranges: JSON.stringify(weeks) };
  }
  const time_range = JSON.stringify({ since: from, until: to });
  if (by === 'day') return { time_range, time_increment: '1' };
  return { time_range, ...(by === 'month' && { time_increment: 'monthly' }) };
}

const longDays = 180;
const reachMonths = 13;

/**
 * Whether Meta takes long, or leaves out reach unless it is asked for by a run: broken down, from more than 13 months
 * ago. The zone of the account is left a day.
 */
function isHeavy(
  { from, to, hourly }: Query,
  metrics: readonly MetaMetric[],
  dimensions: readonly MetaDimension[],
): boolean {
  if (dimensions.length === 0 && !hourly) return false;
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)];
  if (first.until(last).days >= longDays) return true;
  const limit = Temporal.Now.plainDateISO('UTC').subtract({ months: reachMonths }).add({ days: 1 });
  const asksReach = metrics.some(({ key }) => key === 'reach' || key === 'frequency');
  return (
    dimensions.some(({ breakdown }) => breakdown !== undefined) &&
    asksReach &&
    Temporal.PlainDate.compare(first, limit) <= 0
  );
}

const list = Type.Array(Type.Object({ action_type: Type.String(), value: Type.Unknown() }));

/** Counts and amounts that are nothing are not in the answer. */
function figureIn(row: InsightsRow, metric: MetaMetric): number | null {
  const found = row[fieldOf(metric)];
  const value = metric.action === undefined ? found : actionIn(found, metric.action);
  const figure = numberOf(value) ?? (metric.additive ? 0 : null);
  return figure === null ? null : figure / (metric.divisor ?? 1);
}

function actionIn(found: unknown, type: string): unknown {
  if (found === undefined) return undefined;
  if (!Value.Check(list, found)) throw strange();
  return found.find(({ action_type }) => action_type === type)?.value;
}

function groupOf(row: InsightsRow, { by, hourly }: Query, dimension: MetaDimension | undefined): Group {
  if (dimension?.level) return partOf(row, dimension.level);
  if (dimension) return { name: nameOf(row[dimension.breakdown ?? ''], dimension) };
  if (hourly) return { name: `${dayIn(row.date_start)}T${hourIn(row[hourBreakdown])}` };
  return { name: typeof by === 'object' || by === 'none' ? null : firstDayOf(dayIn(row.date_start), by) };
}

function partOf(row: InsightsRow, level: string): Group {
  const [id, name] = [row[`${level}_id`], row[`${level}_name`]];
  if (typeof id !== 'string') throw strange();
  return { id, name: typeof name === 'string' && name !== '' ? name : id };
}

function nameOf(value: unknown, { key, names }: MetaDimension): string | null {
  if (typeof value !== 'string' || value === '' || value.toLowerCase() === 'unknown') return null;
  if (key === 'country' && /^[A-Z]{2}$/.test(value)) return nameOfCountry(value);
  return names && Object.hasOwn(names, value) ? (names[value] ?? value) : value;
}

function dayIn(date: unknown): string {
  if (typeof date === 'string' && /^\d{4}-\d\d-\d\d$/.test(date)) return date;
  throw strange();
}

function hourIn(span: unknown): string {
  const [, hour] = /^([01]\d|2[0-3]):00:00/.exec(typeof span === 'string' ? span : '') ?? [];
  if (hour === undefined) throw strange();
  return hour;
}
