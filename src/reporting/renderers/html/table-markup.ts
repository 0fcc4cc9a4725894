import type { Labels } from '../../documents/messages/messages.ts';
import { typeScale } from '../design.ts';
import { html, type Markup } from '../text/markup.ts';
import { breakWideWords } from '../text/wrapped-text.ts';
import type { ChangeView } from '../view/figure-views.ts';
import { isGroup } from '../view/table-columns.ts';
import type { CellView, ColumnView, TableView } from '../view/table-view.ts';

/** The widest, in points, that a word in a head or a label may make a column. */
const [longestHeadWord, longestLabelWord] = [90, 80];

/** A table that scrolls on its own where it is wider than the screen, also by keyboard. */
export function dataTable(
  { columns, rows, rest, total, wideBars }: TableView,
  caption: string,
  labels: Labels,
): Markup {
  const row = (cells: readonly CellView[], kind: 'rest' | 'total' | null = null) => {
    const look = kind ?? cells[0]?.depth;
    return html`<tr${look && html` class="${look}"`}>${cells.map((cell, index) => tableCell(cell, columns[index], index === 0, labels))}</tr>\n`;
  };
  const bodies = bodiesOf(rows);
  const looks = [wideBars && 'wide-bars', bodies.length > 1 && 'groups'].filter(Boolean).join(' ');
  return scrolling(
    caption,
    html`<table${looks && html` class="${looks}"`}><caption class="unseen">${caption}</caption>
<thead><tr>${columns.map(columnHead)}</tr></thead>
${bodies.map((body) => html`<tbody>${body.map((cells) => row(cells))}</tbody>\n`)}${(rest || total) && html`<tfoot>${rest && row(rest, 'rest')}${total && row(total, 'total')}</tfoot>`}</table>`,
  );
}

/** The rows of each group, which are those of one body; all in one without groups. */
function bodiesOf(rows: TableView['rows']): TableView['rows'][] {
  const starts = rows.flatMap((row, index) => (index === 0 || isGroup(row) ? [index] : []));
  return starts.length === 0 ? [rows] : starts.map((start, index) => rows.slice(start, starts[index + 1]));
}

/** A scrollable region that the keyboard can reach. */
export function scrolling(label: string, content: Markup): Markup {
  return html`<div class="scrolling" role="group" aria-label="${label}" tabindex="0">${content}</div>\n`;
}

function columnHead({ header, kind }: ColumnView): Markup {
  return kind === 'bar'
    ? html`<td></td>`
    : html`<th scope="col" class="${kind}"><bdi>${breakWideWords(header, typeScale.small, longestHeadWord, 'bold')}</bdi></th>`;
}

function tableCell(cell: CellView, column: ColumnView | undefined, first: boolean, labels: Labels): Markup {
  if (first) {
    const swatch = cell.swatch !== undefined && html`<span class="swatch part-${cell.swatch + 1}"></span>`;
    return html`<th scope="${cell.depth === 'group' ? 'rowgroup' : 'row'}">${swatch}<bdi>${label(cell.text)}</bdi></th>`;
  }
  const { kind = 'figure', wide } = column ?? {};
  if (kind === 'bar') return html`<td class="bar${wide && ' wide'}">${cell.bar === undefined ? null : bar(cell)}</td>`;
  if (kind === 'label') return html`<td class="label"><bdi>${cell.text}</bdi></td>`;
  if (cell.mark) return html`<td class="${kind}">${tick(cell.mark, labels)}${cell.text}</td>`;
  return html`<td class="${kind}">${cell.change ? changeMark(cell.change, labels) : cell.text}</td>`;
}

/** Before a figure that is better or worse than what the table is marked against. */
function tick(mark: 'good' | 'bad', labels: Labels): Markup {
  const line = { good: 'M1.5 5.5 4 8 8.5 2', bad: 'M2 2 8 8M8 2 2 8' }[mark];
  return html`<svg class="tick ${mark}" viewBox="0 0 10 10" aria-hidden="true"><path d="${line}"/></svg><span class="unseen">${labels[mark]} </span>`;
}

/** A label that breaks between its words, and within those that are too wide for a printed page. */
function label(text: string): Markup {
  const pieces = breakWideWords(text, typeScale.small, longestLabelWord).split('\u200b');
  return html`${pieces.map((piece, index) => html`${index > 0 && html`<wbr>`}${piece}`)}`;
}

/** A bar with a length between 0 and 1. The figure next to it says the same. */
function bar({ bar: length = 0, from = 0, range }: CellView): Markup {
  const percent = (part: number) => `${(part * 100).toFixed(1)}%`;
  const start = from > 0 && html` x="${percent(from)}"`;
  const reach =
    range &&
    html`<rect class="reach" x="${percent(range.low)}" y="30%" width="${percent(range.high - range.low)}" height="40%"/>`;
  return html`<svg aria-hidden="true"><rect${start} width="${percent(length)}" height="100%" rx="2"/>${reach}</svg>`;
}

/** A change: a triangle shows its direction; a word, a colour and whether the triangle is filled show its meaning. */
export function changeMark({ text, direction, sentiment }: ChangeView, labels: Labels): Markup {
  const triangle = { up: 'M1 8 5 1.5 9 8Z', down: 'M1 2 5 8.5 9 2Z', flat: null, none: null }[direction];
  const arrow =
    triangle && html`<svg class="arrow" viewBox="0 0 10 10" aria-hidden="true"><path d="${triangle}"/></svg>`;
  const meaning = sentiment === 'neutral' ? null : html` <span class="unseen">${labels[sentiment]}</span>`;
  return html`<span class="change ${sentiment}">${arrow}${text}${meaning}</span>`;
}
