import { createRequire } from 'node:module';
import type { MarkdownIt, Token } from 'markdown-it';

/** A block of a text section, as simple as print needs it. */
export type Block =
  | { readonly type: 'heading'; readonly level: number; readonly spans: readonly Span[] }
  | { readonly type: 'paragraph'; readonly spans: readonly Span[] }
  | { readonly type: 'list'; readonly start: number | null; readonly items: readonly (readonly Block[])[] }
  | { readonly type: 'quote'; readonly blocks: readonly Block[] }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'rule' };

/** A run of text in one style. A line break is the text `\n`. */
export interface Span {
  readonly text: string;
  readonly strong: boolean;
  readonly emphasis: boolean;
  readonly code: boolean;
  /** An http, https or mailto address, or null. */
  readonly href: string | null;
}

type Style = Omit<Span, 'text'>;

const plain: Style = { strong: false, emphasis: false, code: false, href: null };

/** Deeper lists and quotes are shown at this depth: paper has no room for more. */
const maxDepth = 5;

/** The parser drops what is nested deeper than this; by indentation, 20,000 characters reach 300. */
const maxNesting = 1_000;

/** Markers of lists and quotes in one line reach any depth. */
const deepNesting = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){20}/;
/** The parser looks for the end of each open bracket up to that of the paragraph: 20,000 of them took it 0.5 s. */
const maxOpenBrackets = 100;
const thematicBreak = /^[ \t]*(?:[-\s]+|[*\s]+)$/;

let parser: MarkdownIt | undefined;

/** Loaded for the first text: a process that renders none does without. */
function loadParser(): MarkdownIt {
  const Parser: typeof MarkdownIt = createRequire(import.meta.url)('markdown-it');
  const loaded = new Parser('commonmark', { html: false, maxNesting });
  // Every address is read as one, so that the text of a link that is no link here is its text alone.
  loaded.validateLink = () => true;
  return loaded;
}

/**
 * Reads CommonMark. HTML is text like any other; pictures are their alternative text; links to anything but the web and
 * mail are text. `start` of a list is its first number, null for bullets. A text nested absurdly deep, or with a hundred
 * brackets within each other, is taken as plain paragraphs.
 */
export function parseMarkdown(markdown: string): Block[] {
  const lines = markdown.split(/\r\n|\n|\r/);
  if (lines.some((line) => deepNesting.test(line) && !thematicBreak.test(line)) || hasManyOpenBrackets(lines)) {
    return paragraphsOf(lines.join('\n'));
  }
  parser ??= loadParser();
  return blocksOf(parser.parse(markdown, {}).values(), 0);
}

/** Whether a paragraph has so many brackets within each other. */
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

function paragraphsOf(text: string): Block[] {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => paragraph.replaceAll('\n', ' ').trim());
  return paragraphs.flatMap((paragraph) =>
    paragraph === '' ? [] : [{ type: 'paragraph', spans: [{ ...plain, text: paragraph }] }],
  );
}

/** The blocks up to the end of the one that is open. Tokens are flat: an `_open`, what it holds, its `_close`. */
function blocksOf(tokens: Iterator<Token, undefined>, depth: number): Block[] {
  const blocks: Block[] = [];
  for (let token = next(tokens); token && token.nesting >= 0; token = next(tokens)) {
    blocks.push(...blockOf(token, tokens, depth));
  }
  return blocks;
}

function next(tokens: Iterator<Token, undefined>): Token | undefined {
  return tokens.next().value;
}

function blockOf(token: Token, tokens: Iterator<Token, undefined>, depth: number): Block[] {
  switch (token.type) {
    case 'heading_open': {
      const spans = lineOf(tokens);
      // One without words would be an entry of the outline that says nothing, which PDF/UA forbids.
      const worded = spans.some(({ text }) => text.trim() !== '');
      return worded ? [{ type: 'heading', level: Number(token.tag.slice(1)), spans }] : [];
    }
    case 'paragraph_open':
      return [{ type: 'paragraph', spans: lineOf(tokens) }];
    case 'blockquote_open': {
      const blocks = blocksOf(tokens, depth + 1);
      return depth < maxDepth ? [{ type: 'quote', blocks }] : blocks;
    }
    case 'bullet_list_open':
    case 'ordered_list_open': {
      const items = itemsOf(tokens, depth + 1);
      const start = token.type === 'ordered_list_open' ? Number(token.attrGet('start') ?? 1) : null;
      return depth < maxDepth ? [{ type: 'list', start, items }] : items.flat();
    }
    case 'code_block':
    case 'fence':
      return [{ type: 'code', text: token.content.replace(/\n$/, '') }];
    case 'hr':
      return [{ type: 'rule' }];
    default:
      return [];
  }
}

function itemsOf(tokens: Iterator<Token, undefined>, depth: number): Block[][] {
  const items: Block[][] = [];
  while (next(tokens)?.nesting === 1) items.push(blocksOf(tokens, depth));
  return items;
}

/** What a heading or paragraph holds: one token, and its end. */
function lineOf(tokens: Iterator<Token, undefined>): Span[] {
  const spans = spansOf(next(tokens)?.children ?? []);
  next(tokens);
  return spans;
}

function spansOf(tokens: readonly Token[]): Span[] {
  const spans: Span[] = [];
  const styles = [plain];
  for (const token of tokens) {
    const style = styles.at(-1) ?? plain;
    if (token.nesting < 0) styles.pop();
    else if (token.nesting > 0) styles.push({ ...style, ...styleOf(token) });
    else spans.push({ ...style, code: token.type === 'code_inline', text: textOf(token) });
  }
  return spans.filter(({ text }) => text !== '');
}

function styleOf(token: Token): Partial<Style> {
  if (token.type === 'strong_open') return { strong: true };
  if (token.type === 'em_open') return { emphasis: true };
  return { href: safeAddress(String(token.attrGet('href') ?? '')) };
}

function textOf(token: Token): string {
  if (token.type === 'hardbreak') return '\n';
  if (token.type === 'softbreak') return ' ';
  return token.type === 'image' ? (token.children ?? []).map(textOf).join('') : token.content;
}

function safeAddress(address: string): string | null {
  const url = URL.parse(address);
  return url && ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null;
}
