import type { MarkdownBlock, Span } from '../../documents/markdown.ts';
import type { Palette } from '../colors.ts';
import { spansText } from '../text/blocks-text.ts';
import { html, type Markup } from '../text/markup.ts';

const size = 'font-size:15px;line-height:23px;';

/** What somebody wrote, with its styles at each element. */
export function proseMarkup(blocks: readonly MarkdownBlock[], colors: Palette): Markup {
  const ink = `${size}color:${colors.text};`;
  const rule = `1px solid ${colors.rule}`;
  const inner = (block: MarkdownBlock): Markup => {
    switch (block.type) {
      case 'heading':
        return html`<p class="ink" dir="auto" style="margin:8px 0 4px;font-weight:bold;${ink}">${spans(block.spans)}</p>\n`;
      case 'paragraph':
        return html`<p class="ink" dir="auto" style="margin:0 0 8px;${ink}">${spans(block.spans)}</p>\n`;
      case 'list': {
        const items = html`${block.items.map((item) => html`<li class="ink" style="${ink}">${item.map(inner)}</li>\n`)}`;
        const style = html` style="margin:0 0 8px;padding:0 22px;"`;
        return block.start === null
          ? html`<ul${style}>${items}</ul>\n`
          : html`<ol start="${block.start}"${style}>${items}</ol>\n`;
      }
      case 'quote':
        return html`<blockquote style="margin:0 0 8px 12px;">${block.blocks.map(inner)}</blockquote>\n`;
      case 'code':
        return html`<pre class="ink" dir="ltr" style="margin:0 0 8px;white-space:pre-wrap;font-size:13px;color:${colors.text};">${block.text}</pre>\n`;
      case 'table':
        return html`<table cellpadding="4" cellspacing="0" border="0" style="margin:0 0 8px;border-collapse:collapse;">${[block.head, ...block.rows].map((cells) => html`<tr>${cells.map((cell) => html`<td class="ink line" dir="auto" style="border-bottom:${rule};${ink}">${spans(cell)}</td>`)}</tr>\n`)}</table>\n`;
      case 'rule':
        return html`<hr style="border:0;border-top:${rule};">\n`;
    }
  };
  const spans = (items: readonly Span[]) => items.map((item) => span(item, colors));
  return html`${blocks.map(inner)}`;
}

function span({ text, code, strong, emphasis, href }: Span, { accent }: Palette): Markup {
  let shown = text === '\n' ? html`<br>` : html`${text}`;
  if (code) shown = html`<code>${shown}</code>`;
  if (strong) shown = html`<strong>${shown}</strong>`;
  if (emphasis) shown = html`<em>${shown}</em>`;
  return href === null || text.trim() === ''
    ? shown
    : html`<a class="accent" href="${href}" style="color:${accent};">${shown}</a>`;
}

/** The same as lines of plain text. */
export function proseLines(blocks: readonly MarkdownBlock[]): string[] {
  return blocks.flatMap(linesOf);
}

function linesOf(block: MarkdownBlock): string[] {
  switch (block.type) {
    case 'heading':
    case 'paragraph':
      return [linked(block.spans)];
    case 'list':
      return block.items.flatMap((item, index) => {
        const mark = block.start === null ? '-' : `${block.start + index}.`;
        return proseLines(item).map((line, at) => (at === 0 ? `${mark} ${line}` : `  ${line}`));
      });
    case 'quote':
      return proseLines(block.blocks).map((line) => `> ${line}`);
    case 'code':
      return [block.text];
    case 'table':
      return [block.head, ...block.rows].map((cells) => cells.map(spansText).join(' | '));
    case 'rule':
      return ['---'];
  }
}

/** A link's address stands behind its words. */
function linked(items: readonly Span[]): string {
  return items.map(({ text, href }) => (href === null || href === text ? text : `${text} <${href}>`)).join('');
}
