import type { Labels } from '../../documents/messages/messages.ts';
import type { Picture } from '../logo/picture.ts';
import { html, type Markup } from '../text/markup.ts';
import type { ComparisonView } from '../view/figure-views.ts';
import type { CommentView } from '../view/prose-views.ts';
import type { ReportView } from '../view/report-view.ts';
import type { HighlightView, PictureView, SectionView, TablesView } from '../view/section-views.ts';
import { galleryCards } from './gallery.ts';
import { keyFigures } from './key-figures.ts';
import { lineChart } from './line-chart.ts';
import { columnChart, donutChart, heatmapChart } from './parts-chart.ts';
import { changeMark, dataTable } from './table-markup.ts';
import { textBlocks } from './text-blocks.ts';

/** The anchor of a section by its position in the document. */
export function sectionId(index: number): string {
  return `section-${index + 1}`;
}

/** A section of the page under its heading; `id` is what the contents link to. */
export function titledSection(id: string, title: string | null, content: Markup, level: 1 | 2 = 1): Markup {
  if (title === null) return html`<section class="section" id="${id}">\n${content}</section>\n`;
  if (level === 2) {
    return html`<section class="section below" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title"><bdi>${title}</bdi></h3>
${content}</section>
`;
  }
  return html`<section class="section" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"><bdi>${title}</bdi></h2>
${content}</section>
`;
}

/** The drawn pictures of sections by their data URIs; undefined for one that could not be drawn. */
export type Pictures = ReadonlyMap<string, Picture | undefined>;

export function reportSection(section: SectionView, id: string, view: ReportView, pictures: Pictures): Markup {
  const { title, level, source, note, comment } = section;
  return titledSection(
    id,
    title,
    html`${source && html`<p class="source"><bdi>${source}</bdi></p>\n`}${content(section, view, pictures)}${note && html`<p class="note">${note}</p>\n`}${comment && commentary(comment, title === null ? 1 : level + 1)}`,
    level,
  );
}

/** What somebody wrote about a section; its headings go down from `level`. */
function commentary({ head, foot, blocks, note }: CommentView, level: number): Markup {
  return html`<div class="comment" role="note" aria-label="${head} · ${foot}">
<p class="comment-head" aria-hidden="true"><bdi>${head}</bdi></p>
${textBlocks(blocks, level)}${note && html`<p class="note">${note}</p>\n`}<p class="comment-foot" aria-hidden="true">${foot}</p>
</div>
`;
}

function content(section: SectionView, view: ReportView, pictures: Pictures): Markup | null {
  const { labels } = view;
  switch (section.type) {
    case 'highlights':
      return html`<ul class="highlights">\n${section.items.map((item) => highlight(item, view))}</ul>\n`;
    case 'kpis':
      return keyFigures(section.items, labels);
    case 'timeseries':
      return timeseries(section, view);
    case 'tables':
      return parts(section, view);
    case 'text':
      return textBlocks(section.blocks, section.title === null ? 1 : 2);
    case 'gallery':
      return galleryCards(section, labels, pictures);
    case 'image':
      return figure(section, pictures.get(section.picture));
    case 'page_break':
      return null;
  }
}

/** A picture that could not be drawn is replaced by the text that describes it. */
function figure({ alternative, caption }: PictureView, picture: Picture | undefined): Markup {
  const shown = picture
    ? html`<img src="data:image/png;base64,${picture.png.toString('base64')}" width="${cssPixels(picture.width)}" height="${cssPixels(picture.height)}" alt="${alternative}">`
    : html`<p class="empty"><bdi>${alternative}</bdi></p>`;
  return html`<figure class="picture">${shown}${caption && html`\n<figcaption><bdi>${caption}</bdi></figcaption>`}</figure>\n`;
}

function cssPixels(points: number): number {
  return Math.round((points * 4) / 3);
}

/** A sentence with a link to the section that shows its numbers. */
function highlight({ sentiment, mark, text, section }: HighlightView, { sections }: ReportView): Markup {
  const titled = section !== null && sections[section]?.title != null;
  const sentence = titled ? html`<a href="#${sectionId(section)}"><bdi>${text}</bdi></a>` : html`<bdi>${text}</bdi>`;
  return html`<li><span class="mark ${sentiment}">${mark}</span> <span>${sentence}</span></li>\n`;
}

function timeseries(section: Extract<SectionView, { type: 'timeseries' }>, { document, labels }: ReportView): Markup {
  const { total, empty, metrics } = section;
  return html`${metrics.length === 0 && headline(total, labels)}${empty ? html`<p class="empty">${labels.noFigures}</p>\n` : lineChart(section, document, labels)}`;
}

function headline({ value, before, change }: ComparisonView, labels: Labels): Markup {
  return html`<p class="headline"><strong>${value}</strong>${change && html` ${changeMark(change, labels)}`}${before && html` <span class="before">${labels.before(before)}</span>`}</p>\n`;
}

/** Tables alone, behind the columns that stand for them, or beside their ring. */
function parts({ tables, title, chart }: TablesView & { readonly title: string | null }, view: ReportView): Markup {
  const { labels } = view;
  const caption = (index: number) => `${title ?? ''}${tables.length > 1 ? ` (${index + 1}/${tables.length})` : ''}`;
  const shown = html`${tables.map((table, index) => dataTable(table, caption(index), labels))}`;
  if (chart === null) return shown;
  if (chart.kind === 'donut') return donutChart(chart, shown);
  if (chart.kind === 'heatmap') {
    if (chart.empty) return html`<p class="empty">${labels.noFigures}</p>\n`;
    return html`<figure class="parts-figure">
${heatmapChart(chart, view)}<details><summary>${labels.showFigures}</summary>
${shown}</details>
</figure>
`;
  }
  if (chart.empty) return html`${headline(chart.total, labels)}<p class="empty">${labels.noFigures}</p>\n`;
  return html`${headline(chart.total, labels)}<figure class="parts-figure">
${columnChart(chart, view)}<details><summary>${labels.showFigures}</summary>
${shown}</details>
</figure>
`;
}
