import { bytesText } from '../../documents/bytes-text.ts';
import { dayIn } from '../../documents/calendar.ts';
import type { CommentedDocument } from '../../documents/comments.ts';
import type { Direction } from '../../documents/direction.ts';
import { formatDate, formatInstant, formatPeriod, numberFormat } from '../../documents/format.ts';
import { type Labels, messagesFor } from '../../documents/messages/messages.ts';
import type { ReportDocument } from '../../documents/model.ts';
import { leftOutWarning, pictureLeftOut, type ShownPicture, shownPictures } from '../../documents/pictures-left-out.ts';
import { type Palette, palette } from '../colors.ts';
import { spacing, typeScale } from '../design.ts';
import type { SectionPicture } from '../logo/picture.ts';
import { cleanData, clipped, graphemes, onOneLine } from '../text/clean-text.ts';
import { textWidth } from '../text/text-width.ts';
import { shortened } from '../text/wrapped-text.ts';
import { type BrandView, brandView } from './brand-view.ts';
import { tellOnce } from './notes-once.ts';
import type { Medium, Room } from './section-context.ts';
import { type SectionView, sectionView } from './section-views.ts';
import type { TableView } from './table-view.ts';

/** A report with every text ready to print. All formats share it, so that they cannot differ. */
export interface ReportView {
  readonly document: ReportDocument;
  /** Our own texts, in the document's language. */
  readonly labels: Labels;
  /** The direction of the pages: that of our own texts. A customer's text takes the direction of its first letter. */
  readonly direction: Direction;
  readonly createdAt: Date;
  readonly colors: Palette;
  readonly client: string | null;
  /** Above the title: who the report is for, or else the project; null where the title is the same. */
  readonly lead: string | null;
  readonly brand: BrandView;
  /** The type size of the title on the cover. */
  readonly titleSize: keyof typeof typeScale.title;
  /** The values of the first series, which covers show as a faint pattern; null with fewer than two points. */
  readonly silhouette: readonly (number | null)[] | null;
  /** In the header of all pages except the cover: the title, and who the report is for if that adds anything. */
  readonly runningHead: { readonly title: string; readonly client: string };
  readonly periods: { readonly current: string; readonly compare: string | null };
  /** The facts on the cover, besides lead, title and period. */
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly sections: readonly SectionView[];
  readonly sources: TableView | null;
  /** In which time zone all days and times are, above the sources. */
  readonly timeZone: string;
  readonly warnings: readonly string[];
  /** The logo, the picture of the cover and those of `picturesOf`, with what is to be said of one that cannot be drawn. */
  readonly pictureNotes: readonly PictureNote[];
}

interface PictureNote extends ShownPicture {
  readonly note: string;
}

/** The width of a page header, in points: that of the page's text. */
const headWidth = 481;

/**
 * The most that one file shows, over all its sections: every row, paragraph, span and character costs renderers time
 * and memory.
 */
const most: Readonly<Room> = { rows: 5_000, lines: 10_000, characters: 1_000_000, marks: 40_000 };

/** Formats a report document with the commentary on it. Throws RangeError for a locale, time zone or currency that Intl does not know. */
export function reportView(raw: CommentedDocument, medium: Medium = 'paper'): ReportView {
  const document = cleanData(raw);
  const { labels, direction } = messagesFor(document.locale);
  const { current, compare } = document.periods;
  const compared = compare !== null;
  const periods = {
    current: formatPeriod(current, document.locale),
    compare: compare && formatPeriod(compare, document.locale),
  };
  const room = { ...most };
  const notes = tellOnce(document);
  const sections = document.sections.map((section, index) =>
    sectionView(section, index, { document, labels, compared, notes, periods, medium, room }),
  );
  return {
    document,
    labels,
    direction,
    createdAt: new Date(document.created_at),
    colors: palette(document.brand.accent_color),
    client: document.client_name,
    lead: lead(document),
    brand: brandView(document, { labels, direction }),
    titleSize: titleSize(document.title),
    silhouette: silhouette(sections),
    runningHead: runningHead(document),
    periods,
    facts: facts(document, labels, periods),
    sections,
    sources: document.sources.length > 0 ? sourcesTable(document, labels) : null,
    timeZone: labels.timeZone + labels.colon + document.time_zone,
    // Drawing shows anew which pictures are left out.
    warnings: notes.atEnd.flatMap(({ code, message }) => (code === pictureLeftOut ? [] : [message])),
    pictureNotes: shownPictures(document).map((picture) => {
      return { ...picture, note: leftOutWarning(picture, document.locale).message };
    }),
  };
}

/** The view with a word on each picture that could not be drawn. */
export function withPicturesLeftOut(view: ReportView, isDrawn: (picture: ShownPicture) => boolean): ReportView {
  const leftOut = view.pictureNotes.filter((picture) => !isDrawn(picture));
  return leftOut.length === 0 ? view : { ...view, warnings: [...view.warnings, ...leftOut.map(({ note }) => note)] };
}

/** The pictures of the sections, each once; those of cards last, as in `pictureNotes`. */
export function picturesOf({ sections }: ReportView): SectionPicture[] {
  const own = new Set(sections.flatMap((section) => (section.type === 'image' ? [section.picture] : [])));
  const ofCards = sections.flatMap((section) =>
    section.type === 'gallery' ? section.cards.flatMap(({ picture }) => picture ?? []) : [],
  );
  const only = new Set(ofCards).difference(own);
  return [
    ...Array.from(own, (uri) => ({ as: 'picture' as const, uri })),
    ...Array.from(only, (uri) => ({ as: 'card' as const, uri })),
  ];
}

function titleSize(title: string): ReportView['titleSize'] {
  // Most titles are short enough to skip counting.
  const length = title.length <= 40 ? title.length : Array.from(graphemes(title)).length;
  return length <= 40 ? 'short' : length <= 90 ? 'medium' : 'long';
}

function silhouette(sections: readonly SectionView[]): ReportView['silhouette'] {
  const series = sections.find((section) => section.type === 'timeseries' && !section.empty);
  const points = series?.type === 'timeseries' ? series.current : [];
  return points.length > 1 ? points.map(({ value }) => value) : null;
}

function runningHead({ title, client_name, project_name }: ReportDocument): ReportView['runningHead'] {
  const client = client_name ?? project_name;
  const named = client === title ? '' : oneLine(clipped(client, 50), headWidth * 0.45);
  const room = headWidth - textWidth(named, typeScale.tiny) - spacing.base;
  return { title: oneLine(clipped(title, 70), room), client: named };
}

function oneLine(text: string, width: number): string {
  return shortened(onOneLine(text), 1, typeScale.tiny, width);
}

function lead({ title, client_name, project_name }: ReportDocument): string | null {
  const named = client_name ?? project_name;
  return isSame(named, title) ? null : named;
}

function isSame(one: string, other: string): boolean {
  return onOneLine(one).trim().toLocaleLowerCase() === onOneLine(other).trim().toLocaleLowerCase();
}

function facts(document: ReportDocument, labels: Labels, periods: ReportView['periods']): ReportView['facts'] {
  const { locale, time_zone: timeZone, project_name: project, title, client_name: client } = document;
  return [
    ...(periods.compare ? [{ label: labels.comparedWith, value: periods.compare }] : []),
    ...([title, client ?? project].some((told) => isSame(told, project))
      ? []
      : [{ label: labels.project, value: project }]),
    { label: labels.created, value: formatDate(dayIn(timeZone, document.created_at), locale) },
  ];
}

function sourcesTable(document: ReportDocument, labels: Labels): TableView {
  const compared = document.periods.compare !== null;
  const moment = (instant: string) => formatInstant(instant, document.locale, document.time_zone);
  const number = numberFormat(document.locale, {});
  const texts = (cells: readonly string[]) => cells.map((text) => ({ text }));
  const headers = [labels.connection, labels.system, labels.rowsCurrent, labels.rowsCompare];
  const columns = [...headers, labels.fetchedAt, labels.freshAt, labels.bytesBilled].map((header, index) => ({
    header,
    kind: index < 2 ? ('label' as const) : ('figure' as const),
  }));
  const count = (rows: number | null) => (rows === null ? labels.unknown : number.format(rows));
  const rows = document.sources.map((source) => [
    source.connection_name,
    source.system,
    count(source.rows_current),
    count(source.rows_compare),
    moment(source.fetched_at),
    source.fresh_at === null ? labels.unknown : moment(source.fresh_at),
    source.bytes_billed === undefined ? labels.unknown : bytesText(source.bytes_billed, document.locale),
  ]);
  // A column that no source has anything to say in says nothing.
  const isKnown = (index: number) => index < 2 || rows.some((row) => row[index] !== labels.unknown);
  const shown = <T>(cells: readonly T[]) => cells.filter((_, index) => (compared || index !== 3) && isKnown(index));
  return { columns: shown(columns), rows: rows.map((row) => texts(shown(row))), rest: null, total: null };
}
