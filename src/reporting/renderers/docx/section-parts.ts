import { signals } from '../change-marks.ts';
import { leastPicture, spacing, textSpan, typeScale } from '../design.ts';
import { fitted } from '../logo/picture.ts';
import { directionOf } from '../office/text-runs.ts';
import type { CommentView } from '../view/prose-views.ts';
import type { ReportView } from '../view/report-view.ts';
import type { HighlightView, PictureView, SectionView } from '../view/section-views.ts';
import { keptNote } from '../view/sentences.ts';
import { cardBlocks } from './cards.ts';
import { parts, timeseries } from './chart-parts.ts';
import { anchoredHeading } from './contents.ts';
import { galleryBlocks } from './gallery.ts';
import type { Making } from './making.ts';
import { markdownBlocks } from './markdown-blocks.ts';
import { heightOf, type PageBlock, type PageBlocks, pageBreak, tallest } from './pages.ts';
import { highlightIndent, lineHeights } from './styles.ts';
import { pageSided, paragraphOf, run } from './text.ts';
import { placed, textBlock } from './text-block.ts';

/** Below a picture. */
const pictureGap = spacing.tight + spacing.hair;

const small = { fontSize: typeScale.small, line: lineHeights.small, around: spacing.close };

/**
 * A section under its heading; `anchor` is the bookmark that the contents link to, and `after` the height behind the
 * section that stays with its end.
 */
export function sectionBlocks(section: SectionView, anchor: string, making: Making, after: number): PageBlocks {
  const { comment } = section;
  if (comment === null) return figureBlocks(section, anchor, making, after);
  return [...figureBlocks(section, anchor, making, 0), ...commentBlocks(comment, section, making)];
}

/** What somebody wrote about a section, under a line of its own. */
function commentBlocks(
  { head, foot, blocks, note }: CommentView,
  { title, level }: SectionView,
  making: Making,
): PageBlocks {
  const { direction } = making.view;
  const write = (newPage: boolean) => pageSided(head, direction, { style: 'CommentHead', keepNext: true, newPage });
  const shape = { ...small, around: spacing.wide + spacing.tight, kept: true };
  return [
    placed(head, write, shape),
    ...keptWithNext(markdownBlocks(blocks, title === null ? 0 : level, making)),
    ...(note === null
      ? []
      : [textBlock(note, direction, { style: 'Source', keepNext: true }, { ...small, kept: true })]),
    placed(foot, (newPage) => pageSided(foot, direction, { style: 'Source', newPage }), small),
  ];
}

function figureBlocks(section: SectionView, anchor: string, making: Making, after: number): PageBlocks {
  const { view, ids } = making;
  const { direction } = view;
  const { title, level, source, note } = section;
  const style = { style: 'Source' };
  const head = [
    ...(title === null ? [] : [anchoredHeading({ title, anchor }, ids.next(), direction, level)]),
    ...(source === null ? [] : [textBlock(source, direction, { ...style, keepNext: true }, { ...small, kept: true })]),
  ];
  const foot = noteBlocks(note, direction);
  const room = tallest - heightOf(head) - heightOf(noteBlocks(keptNote(note), direction)) - after;
  const figures = content(section, making, room);
  return [...head, ...(note === null ? figures : keptWithNext(figures)), ...foot];
}

/** A line of a note is a paragraph of its own; the first ones stay together, and with the figures. */
function noteBlocks(note: string | null, direction: Making['view']['direction']): PageBlock[] {
  const lines = note === null ? [] : note.split('\n');
  const kept = keptNote(note)?.split('\n').length ?? 0;
  return lines.map((line, index) => {
    const keepNext = index < Math.min(kept, lines.length) - 1;
    return textBlock(line, direction, { style: 'Source', ...(keepNext && { keepNext }) }, { ...small, kept: keepNext });
  });
}

/** The same blocks, with the last one (or the last row of a table) kept on the page of what follows. */
function keptWithNext(blocks: PageBlocks): PageBlocks {
  const kept = <Kept extends PageBlock>(block: Kept): Kept => ({ ...block, kept: true });
  return blocks.map((block, index) => {
    if (index < blocks.length - 1) return block;
    return 'rows' in block
      ? { ...block, rows: block.rows.map((row, at) => (at < block.rows.length - 1 ? row : kept(row))) }
      : kept(block);
  });
}

function content(section: SectionView, making: Making, room: number): PageBlocks {
  const { view } = making;
  switch (section.type) {
    case 'highlights':
      return section.items.map((item) => highlight(item, view));
    case 'kpis':
      return cardBlocks(section.items, making, room);
    case 'timeseries':
      return timeseries(section, making, room);
    case 'tables':
      return parts(section, making, room);
    case 'text':
      return markdownBlocks(section.blocks, section.title === null ? 0 : 1, making);
    case 'gallery':
      return galleryBlocks(section, making);
    case 'image':
      return pictureBlocks(section, making, room);
    case 'page_break':
      return [pageBreak];
  }
}

/** A picture that could not be drawn is replaced by the text that describes it. */
function pictureBlocks(
  { picture, alternative, caption }: PictureView,
  { view, drawn, pictures }: Making,
  room: number,
): PageBlock[] {
  const { direction } = view;
  const line = (text: string) =>
    placed(text, (newPage) => pageSided(text, direction, { style: 'Source', newPage }), small);
  const below = caption === null ? [] : [line(caption)];
  const found = drawn.get(picture);
  if (!found) return [line(alternative), ...below];
  const most = Math.max(leastPicture, room - heightOf(below) - pictureGap);
  const size = fitted(found, { width: textSpan, height: most });
  const name = `picture${[...drawn.keys()].indexOf(picture) + 1}`;
  return [
    {
      height: size.height + pictureGap,
      kept: caption !== null,
      write: (newPage) => {
        const format = { style: 'Picture', keepNext: caption !== null, newPage };
        return paragraphOf(pictures.picture(name, found.png, size, alternative), direction, format);
      },
    },
    ...below,
  ];
}

function highlight({ sentiment, mark, text }: HighlightView, { colors, direction }: ReportView): PageBlock {
  const own = directionOf(text, direction);
  const marked = run(mark, own, { bold: true, size: typeScale.small, color: colors[signals[sentiment]] });
  const runs = [marked, run(`\t${text}`, own)];
  return placed(text, (newPage) => paragraphOf(runs, own, { style: 'Highlight', newPage }), {
    width: textSpan - highlightIndent,
    around: 2 * spacing.hair + 4,
  });
}
