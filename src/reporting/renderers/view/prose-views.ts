import { dayIn } from '../../documents/calendar.ts';
import { formatDate } from '../../documents/format.ts';
import { type MarkdownBlock, parseMarkdown } from '../../documents/markdown.ts';
import type { TextSection } from '../../documents/model.ts';
import { fillPlaceholders } from '../../documents/placeholders.ts';
import type { Room, SectionContext } from './section-context.ts';

interface Prose {
  readonly blocks: readonly MarkdownBlock[];
  /** That something was left out; null for nothing. */
  readonly note: string | null;
}

/** What somebody wrote about a section. */
export interface CommentView extends Prose {
  /** That it is a comment, and its day. */
  readonly head: string;
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
  const day = formatDate(dayIn(document.time_zone, comment.written_at), document.locale);
  return { head: `${labels.comment} · ${day}`, ...prose(comment.markdown, context) };
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
