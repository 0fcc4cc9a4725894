import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { ConnectorError, type Query, type QueryResult, type QueryRow } from '../contract.ts';
import { answerOf } from '../hosted/answer.ts';
import { type Choice, findAsked } from '../hosted/choice.ts';
import { askReports, listSites, type MatomoAccess, type MatomoReport } from './api.ts';
import { type Columns, figureIn, hoursMethod, matomoCatalog, numberIn } from './catalog.ts';
import { hasTrueHours, zoneOf } from './site-clock.ts';
import { keyOfUnit, type Span, spansOf } from './spans.ts';

type Site = Choice & { readonly site: number };
type Asked = ReturnType<
  typeof findAsked<(typeof matomoCatalog.metrics)[number], (typeof matomoCatalog.dimensions)[number]>
>;

const columns = Type.Record(Type.String(), Type.Unknown());
const list = Type.Array(columns);

/** Answers a query. Throws a ConnectorError. */
export async function queryMatomo(access: MatomoAccess, config: Site, query: Query): Promise<QueryResult> {
  const asked = findAsked(matomoCatalog, config, query);
  if (query.hourly) return byHour(access, config.site, query, asked);
  return asked.dimension ? byDimension(access, config.site, query, asked) : byTime(access, config.site, query, asked);
}

async function byTime(access: MatomoAccess, site: number, query: Query, { metrics }: Asked): Promise<QueryResult> {
  // The summary of visits tells whether there is anything at all.
  const methods = [...new Set(['VisitsSummary.get', ...metrics.map(({ method }) => method)])];
  const reports = spansOf(query).flatMap((span) => methods.map((method) => ({ span, method })));
  const answers = await askReports(
    access,
    site,
    reports.map(({ span: { period, date }, method }): MatomoReport => ({ method, period, date })),
  );
  const units = new Map<string | null, Columns>();
  for (const [index, { span }] of reports.entries()) {
    for (const [key, found] of unitsIn(answers[index], span, query)) {
      units.set(key, { ...found, ...units.get(key) });
    }
  }
  const filled = [...units].filter(([, found]) => hasFigures(found));
  const rows = filled.map(([key, found]): QueryRow => {
    return { key, values: metrics.map((metric) => figureIn(found, metric)) };
  });
  return answerOf(query, { rows, hasData: rows.length > 0 });
}

/** Visits are those that began in the hour. Days whose hours Matomo mixes up have no rows. */
async function byHour(access: MatomoAccess, site: number, query: Query, { metrics }: Asked): Promise<QueryResult> {
  const spans = spansOf(query).map(({ period, date }): MatomoReport => {
    return { method: hoursMethod, period, date, filter_limit: '-1' };
  });
  const [[answer], sites] = await Promise.all([askReports(access, site, spans), listSites(access)]);
  const timeZone = zoneOf(sites.find(({ idsite }) => Number(idsite) === site));
  const days = Object.entries(columnsOf(answer)).filter(([day]) => timeZone && hasTrueHours(dayIn(day), timeZone));
  const rows = days.flatMap(([day, found]) => {
    if (!Value.Check(list, found)) throw strange();
    return found.filter(hasFigures).map((row): QueryRow => {
      const values = metrics.map((metric) => (metric.hourly ? figureIn(row, metric) : null));
      return { key: `${day}T${hourIn(row.label)}`, values };
    });
  });
  return answerOf(query, { rows, hasData: rows.length > 0 });
}

function dayIn(name: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(name)) return name;
  throw strange();
}

/** Labels are such as `2h`. */
function hourIn(label: unknown): string {
  const [, hour] = /^(\d|1\d|2[0-3])h?$/.exec(String(label)) ?? [];
  if (hour === undefined) throw strange();
  return hour.padStart(2, '0');
}

function unitsIn(answer: unknown, span: Span, { by }: Query): [string | null, Columns][] {
  if (span.key !== undefined) return [[span.key, columnsOf(answer)]];
  const units = Object.entries(columnsOf(answer));
  return units.flatMap(([name, found]): [string | null, Columns][] => {
    const key = typeof by === 'string' && by !== 'none' ? keyOfUnit(name, by) : undefined;
    if (key === undefined) throw strange();
    return [[key, columnsOf(found)]];
  });
}

/** The columns of a row; without data Matomo answers an empty list. */
function columnsOf(answer: unknown): Columns {
  if (Array.isArray(answer) && answer.length === 0) return {};
  if (!Value.Check(columns, answer)) throw strange();
  return answer;
}

function hasFigures(found: Columns): boolean {
  return ['nb_visits', 'nb_actions', 'nb_pageviews', 'nb_conversions'].some((name) => Boolean(numberIn(found, name)));
}

/** Names by which Matomo calls what it does not know, in the language that is asked for. */
const missing = new Set(['', 'Unknown', 'unknown', 'Page URL not defined', 'Keyword not defined']);
/** The row that the rarest values are merged into when figures are archived. */
const others = 'Others';

async function byDimension(
  access: MatomoAccess,
  site: number,
  query: Query,
  { metrics, dimension }: Asked,
): Promise<QueryResult> {
  if (!dimension) throw strange();
  // Pages come as a tree of folders.
  const isTree = dimension.ofPages || dimension.prefix !== undefined;
  const [span] = spansOf(query);
  const { period = 'range', date = '' } = span ?? {};
  const shape = { filter_limit: '-1', filter_update_columns_when_show_all_goals: '1', ...(isTree && { flat: '1' }) };
  const [answer] = await askReports(access, site, [{ method: dimension.method, period, date, ...shape }]);
  if (!Value.Check(list, answer)) throw strange();
  const groups = Map.groupBy(answer, ({ label }) => keyOf(label));
  const rows = [...groups].map(([key, found]): QueryRow => {
    const row = found.reduce(addColumns);
    return { key, values: metrics.map((metric) => figureIn(row, metric, dimension)) };
  });
  const result = answerOf(query, { rows, hasData: rows.length > 0 });
  return groups.has(others) ? { ...result, notices: [{ code: 'other_row' }] } : result;
}

function keyOf(label: unknown): string | null {
  const text = typeof label === 'number' ? String(label) : label;
  return typeof text !== 'string' || missing.has(text) ? null : text;
}

/** What Matomo does not know has several names; unique visitors of them do not add up. */
function addColumns(one: Columns, other: Columns): Columns {
  const sum = (name: string) => (numberIn(one, name) ?? 0) + (numberIn(other, name) ?? 0);
  const names = Object.keys({ ...one, ...other }).filter((name) => !name.endsWith('nb_uniq_visitors'));
  return Object.fromEntries(names.map((name) => [name, sum(name)]));
}

function strange(): ConnectorError {
  const message = 'The server does not answer as Matomo does. Check that url is its address, before index.php.';
  return new ConnectorError('invalid_config', message);
}
