import type { Notice } from '../../documents/figures.ts';
import { ConnectorError, type Depiction, type DepictionQuery, type Query, type QueryResult } from '../contract.ts';
import { addColumns, type Columns } from '../hosted/ad-figures.ts';
import { type AdGroups, type AdSource, queryAds } from '../hosted/ad-report.ts';
import { type Choice, findAsked } from '../hosted/choice.ts';
import type { DaySpan } from '../hosted/day-spans.ts';
import { oncePerContext } from '../hosted/once.ts';
import { readReport, readVideos, type YouTubeAccess, type YouTubeReport, type YouTubeRow } from './api.ts';
import { means, youTubeCatalog } from './catalog.ts';

type Dimension = (typeof youTubeCatalog.dimensions)[number];

/** All are asked for together, so that the queries of a report share their answers. */
const columns = [...new Set(youTubeCatalog.metrics.flatMap((metric) => metric.columns))];
/** YouTube gives no more videos than these, those with the greatest first column. */
const mostVideos = 200;
/** YouTube has a day's figures within so many days. */
const lateDays = 3;

/** Answers a query. Throws a ConnectorError. */
export async function queryYouTube(access: YouTubeAccess, config: Choice, query: Query): Promise<QueryResult> {
  const { metrics, dimension } = findAsked(youTubeCatalog, config, query);
  const [first = 'views'] = metrics[0]?.columns ?? [];
  const result = await queryAds(query, metrics, sourceOf(access, dimension, first));
  const date = await findIncomplete(access, query);
  if (date === undefined) return result;
  return { ...result, notices: [...(result.notices ?? []), { code: 'incomplete_from', date }] };
}

function sourceOf(access: YouTubeAccess, dimension: Dimension | undefined, first: string): AdSource {
  return {
    ofPeople: means,
    async total(span) {
      const rows = await readOnce(access, { ...span, metrics: columns });
      return rows[0] && addColumns(rows.map(columnsOf), means);
    },
    async days(span) {
      return groupsOf(await readOnce(access, { ...span, metrics: columns, dimension: 'day' }));
    },
    async groups({ from, to }) {
      if (!dimension) throw new ConnectorError('invalid_config', 'The query has no dimension.');
      if (dimension.key === 'video') return byVideo(access, reportByVideo({ from, to }, dimension, first));
      const rows = await readOnce(access, { from, to, metrics: dimension.has ?? columns, dimension: dimension.name });
      return groupsOf(rows.map(({ value, figures }) => ({ value: nameOf(value, dimension), figures })));
    },
  };
}

const once = oncePerContext<readonly YouTubeRow[]>();

function readOnce(access: YouTubeAccess, report: YouTubeReport): Promise<readonly YouTubeRow[]> {
  return once(access.context, JSON.stringify([access.channel, report]), () => readReport(access, report));
}

function columnsOf({ figures }: YouTubeRow): Columns {
  return Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, String(figure)]));
}

function groupsOf(rows: readonly YouTubeRow[], notices: readonly Notice[] = []): AdGroups {
  return { groups: rows.map((row) => ({ key: row.value, columns: columnsOf(row) })), notices };
}

interface NamedVideo {
  readonly id: string;
  /** The title; those of one title, or that are gone, are told apart by their ids. */
  readonly name: string;
  readonly picture: string | undefined;
}

const videosOnce = oncePerContext<readonly NamedVideo[]>();

function readNamed(access: YouTubeAccess, ids: readonly string[]): Promise<readonly NamedVideo[]> {
  return videosOnce(access.context, JSON.stringify(ids), async () => {
    const videos = await readVideos(access, ids);
    const counts = Map.groupBy(videos.values(), ({ title }) => title);
    return ids.map((id) => {
      const { title = '', picture } = videos.get(id) ?? {};
      const isOwn = counts.get(title)?.length === 1;
      return { id, name: title === '' ? id : isOwn ? title : `${title} (${id})`, picture };
    });
  });
}

async function byVideo(access: YouTubeAccess, report: YouTubeReport): Promise<AdGroups> {
  const rows = await readOnce(access, report);
  const videos = await readNamed(
    access,
    rows.flatMap(({ value }) => value ?? []),
  );
  const names = new Map(videos.map(({ id, name }) => [id, name]));
  const named = rows.map(({ value, figures }) => ({ value: value && (names.get(value) ?? value), figures }));
  return groupsOf(named, rows.length < mostVideos ? [] : [{ code: 'withheld_rows' }]);
}

/** Stills of videos; their titles are their names. */
export async function depictVideos(
  access: YouTubeAccess,
  config: Choice,
  { query, keys }: DepictionQuery,
): Promise<Depiction[]> {
  const { metrics, dimension } = findAsked(youTubeCatalog, config, query);
  if (!dimension) return [];
  const rows = await readOnce(access, reportByVideo(query, dimension, metrics[0]?.columns[0]));
  const videos = await readNamed(
    access,
    rows.flatMap(({ value }) => value ?? []),
  );
  return videos
    .filter(({ name }) => keys.includes(name))
    .map(({ id, name, picture }) => ({
      key: name,
      ...(picture !== undefined && { pictureUrl: picture }),
      link: `https://www.youtube.com/watch?v=${encodeURIComponent(id)}`,
    }));
}

function reportByVideo({ from, to }: DaySpan, dimension: Dimension, first = 'views'): YouTubeReport {
  const asked = { from, to, metrics: dimension.has ?? columns, dimension: dimension.name };
  return { ...asked, fallingBy: first, mostRows: mostVideos };
}

/** A code of two letters stays one, which reports name in their language; a word such as `YT_SEARCH` becomes readable. */
function nameOf(value: string | null, { key }: Dimension): string | null {
  if (value === null || value === '' || value === 'ZZ') return null;
  if (key === 'country' || !/^[A-Z0-9_]+$/.test(value)) return value;
  const words = value.replace(/^YT_/, 'YOUTUBE_').toLowerCase().replaceAll('_', ' ');
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/^Youtube/, 'YouTube');
}

/** The first day of the period that YouTube may not have figures of yet: those by day end with the last one that it has. */
async function findIncomplete(access: YouTubeAccess, { from, to }: DaySpan): Promise<string | undefined> {
  const late = Temporal.Now.plainDateISO('America/Los_Angeles').subtract({ days: lateDays }).toString();
  if (to < late) return undefined;
  const start = from > late ? from : late;
  const rows = await readOnce(access, { from: start, to, metrics: columns, dimension: 'day' });
  const last =
    rows
      .map(({ value }) => value ?? '')
      .sort()
      .at(-1) ?? '';
  const next = last === '' ? start : Temporal.PlainDate.from(last).add({ days: 1 }).toString();
  return next > to ? undefined : next;
}
