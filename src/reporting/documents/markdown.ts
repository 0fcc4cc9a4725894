import { createRequire } from 'node:module';
import type { Token } from 'markdown-it';
import { linkAddress } from './link-address.ts';

/** A block of a text section, reduced to what print needs. */
export type MarkdownBlock =
  | { readonly type: 'heading'; readonly level: number; readonly spans: readonly Span[] }
  | { readonly type: 'paragraph'; readonly spans: readonly Span[] }
  | { readonly type: 'list'; readonly start: number | null; readonly items: readonly (readonly MarkdownBlock[])[] }
  | { readonly type: 'quote'; readonly blocks: readonly MarkdownBlock[] }
  | { readonly type: 'code'; readonly text: string }
  | MarkdownTable
  | { readonly type: 'rule' };

/** A cell is one line of text; every row has as many as there are columns. */
export interface MarkdownTable {
  readonly type: 'table';
  /** The side that each column's texts are at. */
  readonly columns: readonly ('start' | 'center' | 'end')[];
  readonly head: readonly (readonly Span[])[];
  readonly rows: readonly (readonly (readonly Span[])[])[];
  /** Whether it had more rows or columns than are shown. */
  readonly isCut: boolean;
}

/** A run of text in one style. A line break is the text `\n`. */
export interface Span {
  readonly text: string;
  readonly strong: boolean;
  readonly emphasis: boolean;
  readonly code: boolean;
  /** An address as `linkAddress` gives it, or null. */
  readonly href: string | null;
}

type Style = Omit<Span, 'text'>;

const plain: Style = { strong: false, emphasis: false, code: false, href: null };

/** Deeper lists and quotes are shown at this depth: paper has no room for more. */
const maxDepth = 5;

/** What a table shows of more: each cell takes renderers time, and a page has no room for more columns. */
const mostRows = 200;
const mostColumns = 12;

/** Markers of lists and quotes on one line can nest to any depth. */
const deepNesting = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){20}/;
/** For each open bracket the parser searches the rest of the paragraph: 20,000 of them took 0.5 s. */
const maxOpenBrackets = 100;
const thematicBreak = /^[-\s]+$|^[*\s]+$/;

const require = createRequire(import.meta.url);

/** Loaded with the first text, so that a process without texts never loads it. */
function loadParser() {
  return (require('./markdown-parser.ts') as typeof import('./markdown-parser.ts')).parser;
}

/** Puts values in the place of what stands for them in a text. */
type Fill = (text: string) => string;

/**
 * Reads CommonMark with tables. HTML is treated as text; pictures become their alternative text; links that `linkAddress` refuses
 * become text. A list's `start` is its first number, null for bullets. Text nested absurdly deep, or with a hundred
 * nested brackets, becomes plain paragraphs. `fill` gets the texts after they were read, so that values never become marks.
 */
export function parseMarkdown(markdown: string, fill: Fill = (text) => text): MarkdownBlock[] {
  const lines = markdown.split(/\r\n|\n|\r/);
  if (lines.some((line) => deepNesting.test(line) && !thematicBreak.test(line)) || hasManyOpenBrackets(lines)) {
    return paragraphsOf(fill(lines.join('\n')));
  }
  return blocksOf(loadParser().parse(markdown, {}).values(), 0, fill);
}

/** Whether a paragraph nests that many brackets. */
function hasManyOpenBrackets(lines: readonly string[]): boolean {
  let open = 0;
  for (const line of lines) {
    if (line.trim() === '') open = 0;
    for (const [bracket] of line.matchAll(/[[\]]/g)) {
      open = bracket === '[' ? open + 1 : Math.max(0, open - 1);
      if (open > maxOpenBrackets) return true;
    }
  }
  return false;
}

function paragraphsOf(text: string): MarkdownBlock[] {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => paragraph.replaceAll('\n', ' ').trim());
  return paragraphs.flatMap((paragraph) =>
    paragraph === '' ? [] : [{ type: 'paragraph', spans: [{ ...plain, text: paragraph }] }],
  );
}

/** The blocks up to the end of the open one. Tokens are flat: an `_open`, the content, its `_close`. */
function blocksOf(tokens: Iterator<Token, undefined>, depth: number, fill: Fill): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  for (let token = next(tokens); token && token.nesting >= 0; token = next(tokens)) {
    blocks.push(...blockOf(token, tokens, depth, fill));
  }
  return blocks;
}

function next(tokens: Iterator<Token, undefined>): Token | undefined {
  return tokens.next().value;
}

function blockOf(token: Token, tokens: Iterator<Token, undefined>, depth: number, fill: Fill): MarkdownBlock[] {
  switch (token.type) {
    case 'heading_open': {
      const spans = lineOf(tokens, fill);
      // A heading without words would be an empty outline entry, which PDF/UA forbids.
      const worded = spans.some(({ text }) => text.trim() !== '');
      return worded ? [{ type: 'heading', level: Number(token.tag.slice(1)), spans }] : [];
    }
    case 'paragraph_open':
      return [{ type: 'paragraph', spans: lineOf(tokens, fill) }];
    case 'blockquote_open': {
      const blocks = blocksOf(tokens, depth + 1, fill);
      return depth < maxDepth ? [{ type: 'quote', blocks }] : blocks;
    }
    case 'bullet_list_open':
    case 'ordered_list_open': {
      const items = itemsOf(tokens, depth + 1, fill);
      const start = token.type === 'ordered_list_open' ? Number(token.attrGet('start') ?? 1) : null;
      return depth < maxDepth ? [{ type: 'list', start, items }] : items.flat();
    }
    case 'code_block':
    case 'fence':
      return [{ type: 'code', text: fill(token.content.replace(/\n$/, '')) }];
    case 'table_open':
      return [tableOf(tokens, fill)];
    case 'hr':
      return [{ type: 'rule' }];
    default:
      return [];
  }
}

function itemsOf(tokens: Iterator<Token, undefined>, depth: number, fill: Fill): MarkdownBlock[][] {
  const items: MarkdownBlock[][] = [];
  while (next(tokens)?.nesting === 1) items.push(blocksOf(tokens, depth, fill));
  return items;
}

/** The rows of a table, its head first. */
function tableOf(tokens: Iterator<Token, undefined>, fill: Fill): MarkdownTable {
  const columns: MarkdownTable['columns'][number][] = [];
  const rows: Span[][][] = [];
  for (let token = next(tokens); token && token.type !== 'table_close'; token = next(tokens)) {
    if (token.type === 'tr_open') rows.push([]);
    if (token.type === 'th_open') columns.push(sideOf(token));
    if (token.type === 'th_open' || token.type === 'td_open') rows.at(-1)?.push(lineOf(tokens, fill));
  }
  const shown = rows.slice(0, mostRows + 1).map((cells) => cells.slice(0, mostColumns));
  return {
    type: 'table',
    columns: columns.slice(0, mostColumns),
    head: shown[0] ?? [],
    rows: shown.slice(1),
    isCut: rows.length > shown.length || columns.length > mostColumns,
  };
}

function sideOf(cell: Token): MarkdownTable['columns'][number] {
  const style = String(cell.attrGet('style') ?? '');
  if (style.endsWith('right')) return 'end';
  return style.endsWith('center') ? 'center' : 'start';
}

/** What a heading or paragraph holds: one token, and its end. */
function lineOf(tokens: Iterator<Token, undefined>, fill: Fill): Span[] {
  const spans = spansOf(next(tokens)?.children ?? [], fill);
  next(tokens);
  return spans;
}

function spansOf(tokens: readonly Token[], fill: Fill): Span[] {
  const spans: Span[] = [];
  const styles = [plain];
  for (const token of tokens) {
    const style = styles.at(-1) ?? plain;
    if (token.nesting < 0) styles.pop();
    else if (token.nesting > 0) styles.push({ ...style, ...styleOf(token) });
    else spans.push({ ...style, code: token.type === 'code_inline', text: fill(textOf(token)) });
  }
  return spans.filter(({ text }) => text !== '');
}

function styleOf(token: Token): Partial<Style> {
  if (token.type === 'strong_open') return { strong: true };
  if (token.type === 'em_open') return { emphasis: true };
  return { href: linkAddress(String(token.attrGet('href') ?? '')) };
}

function textOf(token: Token): string {
  if (token.type === 'hardbreak') return '\n';
  if (token.type === 'softbreak') return ' ';
  return token.type === 'image' ? (token.children ?? []).map(textOf).join('') : token.content;
}
