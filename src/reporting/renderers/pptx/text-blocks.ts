import type { Direction } from '../../documents/direction.ts';
import type { Span } from '../../documents/markdown.ts';
import { directionOf } from '../office/text-runs.ts';
import { spansText } from '../text/blocks-text.ts';
import type { Markup } from '../text/markup.ts';
import type { ReportView } from '../view/report-view.ts';
import type { TextBlock } from './blocks.ts';
import { lineRatio, sizes, span, textHeight } from './frame.ts';
import type { Slide } from './slide.ts';
import { type ParagraphFormat, paragraphOf, type RunFormat, run } from './text.ts';

/** The lines of a paragraph that no slide parts. */
const mostWhole = 6;

export interface TextLook extends ParagraphFormat, RunFormat {
  readonly role?: TextBlock['role'];
  readonly kept?: boolean;
  readonly clings?: boolean;
  readonly width?: number;
}

/** A text as a block. */
export function textBlock(text: string, view: ReportView, look: TextLook = {}): TextBlock {
  const plain = { text, strong: false, emphasis: false, code: false, href: null };
  return spansBlock([plain], view, (shown) => run(shown.text, view, look), look);
}

/** Runs of several looks as a block; `write` sets one of them. `side` is the direction of the text around it, where that decides. */
export function spansBlock(
  spans: readonly Span[],
  view: ReportView,
  write: (span: Span, slide: Slide) => Markup,
  look: TextLook = {},
  side: Direction | null = null,
): TextBlock {
  const {
    size = sizes.body,
    before = 0,
    after = 0,
    indent = 0,
    width = span,
    bold,
    role = 'body',
    kept,
    clings,
  } = look;
  const text = spansText(spans);
  const direction = side ?? directionOf(text, view.direction);
  const isBold = bold || spans.some(({ strong }) => strong);
  const measure = (shown: string) => textHeight(shown, size, width - indent, isBold ? 'bold' : 'regular');
  return {
    kind: 'text',
    role,
    ...(kept && { kept }),
    ...(clings && { clings }),
    height: measure(text) + before + after,
    paragraph: (slide) => {
      return paragraphOf(
        spans.map((each) => write(each, slide)),
        direction,
        view,
        { ...look, size },
      );
    },
    split: (room) => {
      // A short paragraph stays whole.
      if (measure(text) <= size * lineRatio * mostWhole) return null;
      const at = fittingLength(text, (part) => measure(part) + before <= room);
      if (at === 0) return null;
      const { bullet: _, ...rest } = look;
      const [first, last] = splitSpans(spans, at);
      // The rest is no item of its own, and belongs to the same side.
      return [
        spansBlock(first, view, write, { ...look, after: 0 }, direction),
        spansBlock(last, view, write, { ...rest, before: 0, hanging: 0 }, direction),
      ];
    },
  };
}

/** How much of a text fits, up to the end of a word or, of a long one, of a letter; 0 for less than a word. */
function fittingLength(text: string, fits: (part: string) => boolean): number {
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(text.slice(0, middle))) low = middle;
    else high = middle - 1;
  }
  if (low === 0 || low === text.length) return low;
  const word = text.slice(0, low).search(/\s\S*$/u);
  if (word > 0) return word + 1;
  // Not between the halves of a letter beyond the first 65,536.
  return /[\ud800-\udbff]/.test(text[low - 1] ?? '') ? low - 1 : low;
}

function splitSpans(spans: readonly Span[], at: number): readonly [Span[], Span[]] {
  const first: Span[] = [];
  const last: Span[] = [];
  let passed = 0;
  for (const each of spans) {
    const own = Math.max(0, Math.min(each.text.length, at - passed));
    if (own > 0) first.push({ ...each, text: each.text.slice(0, own) });
    if (own < each.text.length) last.push({ ...each, text: each.text.slice(own) });
    passed += each.text.length;
  }
  return [first, last];
}

/** A note below figures, line by line. */
export function noteBlocks(note: string | null, view: ReportView): TextBlock[] {
  const look: TextLook = { role: 'aside', size: sizes.small, color: view.colors.muted, after: 2, clings: true };
  return (note?.split('\n') ?? []).map((line) => textBlock(line, view, look));
}
