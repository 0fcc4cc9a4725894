import { createRequire } from 'node:module';
import type { Nodes, PhrasingContent, RootContent } from 'mdast';

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

/** Loaded for the first text: the parser's many files cost a process that renders none 30 ms and 11 MB. */
const parser = (): typeof import('mdast-util-from-markdown') =>
  createRequire(import.meta.url)('mdast-util-from-markdown');

type Style = Omit<Span, 'text'>;

const plain: Style = { strong: false, emphasis: false, code: false, href: null };

/** Deeper lists and quotes are shown at this depth: paper has no room for more, and recursion gets a bound. */
const maxDepth = 5;

/** Parsing takes time that grows with the square of the nesting: 10,000 list markers in one line took a minute. */
const deepNesting = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){20}/;
const thematicBreak = /^[ \t]*(?:[-\s]+|[*\s]+)$/;

/**
 * Reads CommonMark. HTML is text like any other; pictures are their alternative text; links to anything but the web and
 * mail are text. `start` of a list is its first number, null for bullets. A text nested absurdly deep is taken as plain paragraphs.
 */
export function parseMarkdown(markdown: string): Block[] {
  const lines = markdown.split(/\r\n|\n|\r/);
  if (lines.some((line) => deepNesting.test(line) && !thematicBreak.test(line))) {
    const paragraphs = lines.join('\n').split(/\n{2,}/);
    return paragraphs.map((text) => ({ type: 'paragraph', spans: [{ ...plain, text }] }));
  }
  return blocksOf(parser().fromMarkdown(markdown).children, 0);
}

function blocksOf(nodes: readonly RootContent[], depth: number): Block[] {
  return nodes.flatMap((node) => blockOf(node, depth));
}

function blockOf(node: RootContent, depth: number): Block[] {
  switch (node.type) {
    case 'heading':
      return [{ type: 'heading', level: node.depth, spans: spansOf(node.children, plain) }];
    case 'paragraph':
      return [{ type: 'paragraph', spans: spansOf(node.children, plain) }];
    case 'blockquote':
      if (depth >= maxDepth) return flatten(node);
      return [{ type: 'quote', blocks: blocksOf(node.children, depth + 1) }];
    case 'list':
      if (depth >= maxDepth) return flatten(node);
      return [
        {
          type: 'list',
          start: node.ordered ? (node.start ?? 1) : null,
          items: node.children.map((item) => blocksOf(item.children, depth + 1)),
        },
      ];
    case 'code':
      return [{ type: 'code', text: node.value }];
    case 'html':
      return [{ type: 'paragraph', spans: [{ ...plain, text: node.value }] }];
    case 'thematicBreak':
      return [{ type: 'rule' }];
    default:
      return [];
  }
}

/** The paragraphs of a tree of any depth, without recursion. */
function flatten(root: RootContent): Block[] {
  const blocks: Block[] = [];
  const waiting: RootContent[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type === 'blockquote' || node.type === 'list' || node.type === 'listItem') {
      waiting.push(...node.children.toReversed());
    } else blocks.push(...blockOf(node, maxDepth));
  }
  return blocks;
}

function spansOf(nodes: readonly PhrasingContent[], style: Style, depth = 0): Span[] {
  return nodes.flatMap((node) => spanOf(node, style, depth + 1));
}

function spanOf(node: PhrasingContent, style: Style, depth: number): Span[] {
  switch (node.type) {
    case 'text':
    case 'html':
      return [{ ...style, text: node.value }];
    case 'inlineCode':
      return [{ ...style, code: true, text: node.value }];
    case 'break':
      return [{ ...style, text: '\n' }];
    case 'image':
    case 'imageReference':
      return node.alt ? [{ ...style, text: node.alt }] : [];
    case 'strong':
      return inner(node, { ...style, strong: true }, depth);
    case 'emphasis':
      return inner(node, { ...style, emphasis: true }, depth);
    case 'link':
      return inner(node, { ...style, href: safeAddress(node.url) }, depth);
    case 'linkReference':
      return inner(node, style, depth);
    default:
      return [];
  }
}

function inner(node: Nodes & { readonly children: PhrasingContent[] }, style: Style, depth: number): Span[] {
  return depth < 100 ? spansOf(node.children, style, depth) : [];
}

function safeAddress(address: string): string | null {
  const url = URL.parse(address);
  return url && ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null;
}
