import { html, type Markup } from '../text/markup.ts';
import type { ReportView } from '../view/report-view.ts';
import type { HighlightView, SectionView } from '../view/section-views.ts';
import { keyFigures } from './key-figures.ts';
import { lineChart } from './line-chart.ts';
import { changeMark, dataTable } from './table-markup.ts';
import { textBlocks } from './text-blocks.ts';

/** The anchor of a section by its position in the document. */
export function sectionId(index: number): string {
  return `section-${index + 1}`;
}

/** A section of the page under its heading; `id` is what the contents link to. */
export function titledSection(id: string, title: string | null, content: Markup): Markup {
  if (title === null) return html`<section class="section">\n${content}</section>\n`;
  return html`<section class="section" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"><bdi>${title}</bdi></h2>
${content}</section>
`;
}

export function reportSection(section: SectionView, id: string, view: ReportView): Markup {
  const { title, source, note } = section;
  return titledSection(
    id,
    title,
    html`${source && html`<p class="source"><bdi>${source}</bdi></p>\n`}${content(section, view)}${note && html`<p class="note">${note}</p>\n`}`,
  );
}

function content(section: SectionView, view: ReportView): Markup {
  const { labels } = view;
  switch (section.type) {
    case 'highlights':
      return html`<ul class="highlights">\n${section.items.map((item) => highlight(item, view))}</ul>\n`;
    case 'kpis':
      return keyFigures(section.items, labels);
    case 'timeseries':
      return timeseries(section, view);
    case 'tables': {
      const { tables, title } = section;
      const caption = (index: number) => `${title ?? ''}${tables.length > 1 ? ` (${index + 1}/${tables.length})` : ''}`;
      return html`${tables.map((table, index) => dataTable(table, caption(index), labels))}`;
    }
    case 'text':
      return textBlocks(section.blocks, section.title === null ? 1 : 2);
  }
}

/** A sentence with a link to the section that shows its numbers. */
function highlight({ sentiment, mark, text, section }: HighlightView, { sections }: ReportView): Markup {
  const titled = section !== null && sections[section]?.title != null;
  const sentence = titled ? html`<a href="#${sectionId(section)}"><bdi>${text}</bdi></a>` : html`<bdi>${text}</bdi>`;
  return html`<li><span class="mark ${sentiment}">${mark}</span> <span>${sentence}</span></li>\n`;
}

function timeseries(section: Extract<SectionView, { type: 'timeseries' }>, { document, labels }: ReportView): Markup {
  const { total, empty } = section;
  const { value, before, change } = total;
  return html`<p class="headline"><strong>${value}</strong>${change && html` ${changeMark(change, labels)}`}${before && html` <span class="before">${labels.before(before)}</span>`}</p>
${empty ? html`<p class="empty">${labels.noFigures}</p>\n` : lineChart(section, document, labels)}`;
}
