import { dayIn } from '../../documents/calendar.ts';
import type { Comment } from '../../documents/comments.ts';
import { formatDate } from '../../documents/format.ts';
import { type MarkdownBlock, parseMarkdown } from '../../documents/markdown.ts';
import { messagesFor } from '../../documents/messages/messages.ts';
import type { ReportDocument, TextSection } from '../../documents/model.ts';
import { fillPlaceholders } from '../../documents/placeholders.ts';
import { clipped, onOneLine } from '../text/clean-text.ts';
import type { Room, SectionContext } from './section-context.ts';

/** In characters, of who wrote a comment. */
const longestName = 100;

interface Prose {
  readonly blocks: readonly MarkdownBlock[];
  /** That something was left out; null for nothing. */
  readonly note: string | null;
}

/** What somebody wrote about a section. */
export interface CommentView extends Prose {
  /** That it is a comment. */
  readonly head: string;
  /** Below it: who wrote it, where that is told, and on which day. */
  readonly foot: string;
}

export function textView({ title, markdown, values = {} }: TextSection, context: SectionContext) {
  const shown = prose(markdown, context, (part) => fillPlaceholders(part, values));
  return { type: 'text', title, level: 1, source: null, ...shown } as const;
}

/** The comment on a section, counted from 1. */
export function commentView(section: number, context: SectionContext): CommentView | null {
  const { document, labels } = context;
  const comment = document.comments?.find((candidate) => candidate.section === section);
  if (!comment) return null;
  return { head: labels.comment, foot: signature(comment, document), ...prose(comment.markdown, context) };
}

function signature({ author_name, written_at }: Comment, { locale, time_zone }: ReportDocument): string {
  const day = formatDate(dayIn(time_zone, written_at), locale);
  const name = onOneLine(author_name ?? '').trim();
  return name === '' ? day : `${messagesFor(locale).isolate(clipped(name, longestName))} · ${day}`;
}

function prose(markdown: string, { labels, room }: SectionContext, fill?: (part: string) => string): Prose {
  const text = fitting(markdown, room);
  const blocks = parseMarkdown(text, fill);
  return { blocks, note: text.length < markdown.length || hasCutTable(blocks) ? labels.textCut : null };
}

function hasCutTable(blocks: readonly MarkdownBlock[]): boolean {
  return blocks.some((block) => {
    if (block.type === 'table') return block.isCut;
    if (block.type === 'quote') return hasCutTable(block.blocks);
    return block.type === 'list' && block.items.some(hasCutTable);
  });
}

/** As much of a text as there is room for. */
function fitting(markdown: string, room: Room): string {
  const kept: string[] = [];
  for (const line of markdown.slice(0, room.characters).split('\n', room.lines)) {
    const marks = line.match(/[*_`[<|]/g)?.length ?? 0;
    if (marks > room.marks) break;
    room.marks -= marks;
    kept.push(line);
  }
  const text = kept.join('\n');
  room.lines -= kept.length;
  room.characters -= text.length;
  return text;
}
