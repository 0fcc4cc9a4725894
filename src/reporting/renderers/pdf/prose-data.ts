import type { Direction } from '../../documents/direction.ts';
import type { MarkdownBlock } from '../../documents/markdown.ts';
import { spacing, tallestPart, textSpan, typeScale } from '../design.ts';
import { breakWideWords } from '../text/wrapped-text.ts';
import type { CommentView } from '../view/prose-views.ts';
import type { ReportView } from '../view/report-view.ts';
import type { SectionView } from '../view/section-views.ts';
import { blocksData } from './blocks-data.ts';
import type { SectionEnd } from './closing-data.ts';
import { linesHeight, noteHeight } from './heights.ts';
import { withLastLines } from './last-lines.ts';
import type { TextSetter } from './text.ts';

/** From the edge of a comment to its texts, and above and below them. */
const commentInset = 10;

/** A text under a heading of `level`; where `room` is above 0, its last lines stay together in at most as many points. */
export function textData(blocks: readonly MarkdownBlock[], level: number, direction: Direction, room: number) {
  const divided = withLastLines(blocks, room);
  const data = blocksData([...divided.blocks, ...divided.lastLines], level, direction);
  const first = divided.blocks.length;
  return { blocks: data.slice(0, first), lastLines: data.slice(first) };
}

/** The comment on a section, the last lines of which stay with who wrote it, and may stay with what follows. */
export function commentData(
  { head, foot, blocks, note }: CommentView,
  { title, level }: SectionView,
  { view, text }: { readonly view: ReportView; readonly text: TextSetter },
  { kept, after }: SectionEnd,
) {
  const own = linesHeight(1, typeScale.small) + spacing.wide + 2 * commentInset;
  const room = tallestPart - (kept ? after : 0) - own - noteHeight(note) - noteHeight(foot);
  return {
    head: text(head),
    // In the direction of the page, whatever that of a name.
    foot: breakWideWords(foot, typeScale.small, textSpan - commentInset),
    note: note && breakWideWords(note, typeScale.small, textSpan - commentInset),
    inset: commentInset,
    kept,
    ...textData(blocks, title === null ? 0 : level, view.direction, room),
  };
}
