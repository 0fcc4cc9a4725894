import { buildBreakdown } from './breakdown.ts';
import type { ConnectionFigures } from './figures.ts';
import { messagesFor } from './messages/messages.ts';
import type { GalleryCard, GallerySection, ReportDocument, Warning } from './model.ts';
import { askedMetrics } from './planned-breakdown.ts';
import type { PlannedGallery } from './planned-gallery.ts';
import type { PlannedQuery, ReportPlan } from './report-plan.ts';

/** Which values of a dimension a gallery shows, and the query that named them. */
export interface DepictionQuestion {
  readonly query: PlannedQuery;
  readonly keys: readonly string[];
}

/** What a system shows of the values of one query by a dimension. */
export interface Depicted {
  readonly question: DepictionQuestion;
  /** Null where the system did not tell. */
  readonly values: readonly DepictedValue[] | null;
}

export interface DepictedValue {
  readonly key: string;
  readonly text: string | null;
  readonly link: string | null;
  /** Its name, `sha256:…`, and data URI; null without one. */
  readonly picture: { readonly name: string; readonly uri: string } | null;
  /** Whether there is a picture which could not be fetched or read. */
  readonly isMissing: boolean;
}

/** What the galleries of a plan ask of a connection once its figures are known; those with the same query ask once. */
export function depictionsAsked(plan: ReportPlan, figures: ConnectionFigures, locale: string): DepictionQuestion[] {
  const asked = new Map<PlannedQuery, Set<string>>();
  for (const section of galleriesOf(plan, figures.connection.id)) {
    const query = queryOf(section, figures);
    const { rows } = buildBreakdown(section, figures, locale);
    const keys = asked.getOrInsertComputed(query, () => new Set());
    for (const { label } of rows) if (label !== null) keys.add(label);
  }
  return [...asked].flatMap(([query, keys]) => (keys.size > 0 ? [{ query, keys: [...keys] }] : []));
}

/** The rows of a breakdown as cards, with what the system shows of them. */
export function buildGallery(
  section: PlannedGallery,
  figures: ConnectionFigures,
  locale: string,
  depicted: readonly Depicted[],
): Omit<GallerySection, 'notes'> {
  const { rows, display: _display, ...table } = buildBreakdown(section, figures, locale);
  const query = queryOf(section, figures);
  const found = depicted.find(({ question }) => isSame(question.query, query));
  const values = new Map(found?.values?.map((value) => [value.key, value]));
  const cards = rows.map((row): GalleryCard => {
    const { text = null, link = null, picture = null } = (row.label !== null && values.get(row.label)) || {};
    return { ...row, text, link, picture: picture?.name ?? null };
  });
  return { ...table, type: 'gallery', cards };
}

/** The pictures that cards name, in the order of the document, each once. */
export function picturesByName(
  { sections }: Pick<ReportDocument, 'sections'>,
  depicted: readonly Depicted[],
): Pick<ReportDocument, 'pictures'> {
  const known = new Map(
    depicted.flatMap(({ values }) =>
      (values ?? []).flatMap(({ picture }) => (picture ? [[picture.name, picture.uri]] : [])),
    ),
  );
  const named = sections.flatMap((section) =>
    section.type === 'gallery' ? section.cards.flatMap(({ picture }) => picture ?? []) : [],
  );
  if (named.length === 0) return {};
  return { pictures: Object.fromEntries([...new Set(named)].map((name) => [name, known.get(name) ?? ''])) };
}

/** That cards stand without the pictures or texts that their system has. */
export function galleryWarnings(
  { id, name }: ConnectionFigures['connection'],
  depicted: readonly Depicted[],
  locale: string,
): Warning[] {
  const { gallery } = messagesFor(locale);
  const warn = (message: string): Warning => ({ code: 'pictures_not_fetched', message, connection_id: id });
  const missing = depicted.flatMap(({ values }) => (values ?? []).filter(({ isMissing }) => isMissing)).length;
  return [
    ...(depicted.some(({ values }) => values === null) ? [warn(gallery.notTold(name))] : []),
    ...(missing > 0 ? [warn(gallery.notFetched(name, missing))] : []),
  ];
}

function galleriesOf({ sections }: ReportPlan, connectionId: string): PlannedGallery[] {
  return sections.filter(
    (section): section is PlannedGallery => section.type === 'gallery' && section.connection.id === connectionId,
  );
}

function queryOf(section: PlannedGallery, { queries }: Pick<ConnectionFigures, 'queries'>): PlannedQuery {
  const [leading] = askedMetrics(section);
  const query = queries.find(({ period, by, metrics }) => {
    return (
      period === 'current' &&
      typeof by === 'object' &&
      by.dimension === section.dimension.key &&
      by.secondary === undefined &&
      metrics[0] === leading.key
    );
  });
  if (!query) throw new TypeError('The plan has no query for a gallery');
  return query;
}

/** Plans made twice of the same descriptions have equal queries. */
function isSame(one: PlannedQuery, other: PlannedQuery): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
