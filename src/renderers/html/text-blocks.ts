import type { Block, Span } from '../../documents/markdown.ts';
import { blocksText } from '../blocks-text.ts';
import { isRightToLeft } from '../clean-text.ts';
import { html, type Markup } from '../markup.ts';

/** The blocks of a text section. Headings go down one level at a time below `level`, that of the section itself. */
export function textBlocks(blocks: readonly Block[], level: number): Markup {
  let last = level;
  return html`<div class="prose">${blocks.map(block)}</div>\n`;

  function block(shown: Block): Markup {
    switch (shown.type) {
      case 'heading':
        last = Math.min(level + shown.level, last + 1, 6);
        return html`<h${last} dir="auto">${spans(shown.spans)}</h${last}>\n`;
      case 'paragraph':
        return html`<p dir="auto">${spans(shown.spans)}</p>\n`;
      case 'list':
        return list(shown);
      case 'quote':
        return html`<blockquote dir="${directionOf(shown.blocks)}">${shown.blocks.map(block)}</blockquote>\n`;
      case 'code':
        return html`<pre tabindex="0" dir="ltr"><code>${shown.text}</code></pre>\n`;
      case 'rule':
        return html`<hr>\n`;
    }
  }

  function list({ start, items }: Block & { type: 'list' }): Markup {
    const shown = items.map((item) => html`<li>${item.map(block)}</li>\n`);
    const direction = directionOf(items.flat());
    return start === null
      ? html`<ul dir="${direction}">\n${shown}</ul>\n`
      : html`<ol dir="${direction}" start="${start}">\n${shown}</ol>\n`;
  }
}

/** The side on which the marks of a list or a quote stand. */
function directionOf(blocks: readonly Block[]): 'ltr' | 'rtl' {
  return isRightToLeft(blocksText(blocks)) ? 'rtl' : 'ltr';
}

function spans(items: readonly Span[]): Markup[] {
  return items.map(span);
}

function span({ text, code, strong, emphasis, href }: Span): Markup {
  let shown = text === '\n' ? html`<br>` : html`${text}`;
  if (code) shown = html`<code>${shown}</code>`;
  if (strong) shown = html`<strong>${shown}</strong>`;
  if (emphasis) shown = html`<em>${shown}</em>`;
  // A break within a link is a span of its own, and would be a link without a name.
  if (href === null || text.trim() === '') return shown;
  // The address of this page can be a secret that opens it: it must not reach the linked site as a referrer.
  return html`<a href="${href}" rel="noopener noreferrer nofollow">${shown}</a>`;
}
