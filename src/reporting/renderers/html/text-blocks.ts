import type { MarkdownBlock, Span } from '../../documents/markdown.ts';
import { blocksText } from '../text/blocks-text.ts';
import { isRightToLeft } from '../text/clean-text.ts';
import { headingLevels } from '../text/heading-levels.ts';
import { html, type Markup } from '../text/markup.ts';

/** The blocks of a text section. Headings go down one level at a time below the section's own `level`. */
export function textBlocks(blocks: readonly MarkdownBlock[], level: number): Markup {
  const levelOf = headingLevels(level, 6);
  return html`<div class="prose">${blocks.map(block)}</div>\n`;

  function block(shown: MarkdownBlock): Markup {
    switch (shown.type) {
      case 'heading': {
        const name = `h${levelOf(shown.level)}`;
        return html`<${name} dir="auto">${spans(shown.spans)}</${name}>\n`;
      }
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

  function list({ start, items }: MarkdownBlock & { type: 'list' }): Markup {
    const shown = items.map((item) => html`<li>${item.map(block)}</li>\n`);
    const direction = directionOf(items.flat());
    return start === null
      ? html`<ul dir="${direction}">\n${shown}</ul>\n`
      : html`<ol dir="${direction}" start="${start}">\n${shown}</ol>\n`;
  }
}

/** The side for the marks of a list or quote. */
function directionOf(blocks: readonly MarkdownBlock[]): 'ltr' | 'rtl' {
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
  // A break within a link is a separate span, and would become a link without a name.
  if (href === null || text.trim() === '') return shown;
  // The address of this page may be the secret that opens it, so it must not reach the linked site as a referrer.
  return html`<a href="${href}" rel="noopener noreferrer nofollow">${shown}</a>`;
}
