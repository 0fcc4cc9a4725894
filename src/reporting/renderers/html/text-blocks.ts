import type { MarkdownBlock, MarkdownTable, Span } from '../../documents/markdown.ts';
import { blocksText, spansText } from '../text/blocks-text.ts';
import { isRightToLeft } from '../text/clean-text.ts';
import { headingLevels } from '../text/heading-levels.ts';
import { html, type Markup } from '../text/markup.ts';
import { scrolling } from './table-markup.ts';

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
      case 'table':
        return table(shown);
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

/** Named by its heads, for those who reach it by keyboard. */
function table({ columns, head, rows }: MarkdownTable): Markup {
  const cells = (name: 'th' | 'td', row: readonly (readonly Span[])[]) =>
    row.map((cell, index) => {
      // An empty cell heads nothing.
      const own = name === 'th' && spansText(cell).trim() !== '' ? 'th' : 'td';
      const scope = own === 'th' ? html` scope="col"` : null;
      return html`<${own}${scope} class="${columns[index]}"><bdi>${spans(cell)}</bdi></${own}>`;
    });
  const label = head
    .map(spansText)
    .filter((text) => text.trim() !== '')
    .join(', ');
  return scrolling(
    label || spansText(rows[0]?.[0] ?? []),
    html`<table class="plain" dir="${directionOf([{ type: 'paragraph', spans: head.flat() }])}"><thead><tr>${cells('th', head)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${cells('td', row)}</tr>\n`)}</tbody></table>`,
  );
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
