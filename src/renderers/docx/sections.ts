import type { FileChild } from 'docx';
import { Paragraph } from 'docx';
import type { ComparisonView } from '../figures.ts';
import type { ReportView } from '../report-view.ts';
import type { HighlightView, KpiView, SectionView, TimeseriesView } from '../section-views.ts';
import type { CellView, TableView } from '../table-view.ts';
import { type Lists, markdownBlocks } from './markdown-blocks.ts';
import { chartParagraph, type Picture } from './pictures.ts';
import { dataTable } from './tables.ts';
import { anchoredHeading, type Ids, paragraph, runs } from './text.ts';

/** What sections share while a document is made. */
export interface Making {
  readonly view: ReportView;
  readonly ids: Ids;
  readonly lists: Lists;
}

/** A section under its heading with its chart, if it has one; `anchor` is the bookmark that the contents link to. */
export function sectionBlocks(
  section: SectionView,
  picture: Picture | null,
  anchor: string,
  making: Making,
): FileChild[] {
  const { view, ids } = making;
  const chart = picture ? [chartParagraph(picture, ids.next())] : [];
  return [
    ...(section.title === null ? [] : [anchoredHeading(section.title, anchor, ids.next())]),
    ...(section.source === null ? [] : [paragraph(section.source, { style: 'Source', keepNext: true })]),
    ...content(section, making),
    ...(section.note === null ? [] : [paragraph(section.note, { style: 'Source' })]),
    ...(section.type === 'tables' || section.type === 'kpis' ? [new Paragraph({ style: 'Gap' })] : []),
  ];

  function content(shown: SectionView, { lists }: Making): FileChild[] {
    switch (shown.type) {
      case 'highlights':
        return shown.items.map((item) => highlight(item, view));
      case 'kpis':
        return [dataTable(kpiTable(shown.items, view.labels), view.colors)];
      case 'timeseries':
        return [...timeseries(shown, view), ...chart];
      case 'tables':
        return [...chart, ...tables(shown.tables, view)];
      case 'text':
        return markdownBlocks(shown.blocks, { ids, lists, colors: view.colors, level: shown.title === null ? 0 : 1 });
    }
  }
}

function highlight({ sentiment, mark, text }: HighlightView, { colors, labels }: ReportView): Paragraph {
  const color = { good: colors.good, bad: colors.bad, neutral: colors.muted }[sentiment].slice(1);
  return new Paragraph({
    spacing: { after: 100 },
    children: [...runs(mark + labels.colon, { bold: true, color }), ...runs(text)],
  });
}

const arrows = { up: '▲ ', down: '▼ ', flat: '', none: '' } as const;

function kpiTable(items: readonly KpiView[], labels: ReportView['labels']): TableView {
  const compared = items.some((item) => item.change !== null);
  const changed = ({ change }: KpiView): CellView[] =>
    change ? [{ text: arrows[change.direction] + change.text, change }] : [];
  return {
    columns: [
      { header: labels.metric, kind: 'label' },
      { header: labels.current, kind: 'figure' },
      ...(compared
        ? ([
            { header: labels.compare, kind: 'figure' },
            { header: labels.change, kind: 'change' },
          ] as const)
        : []),
    ],
    rows: items.map((item) => [
      { text: item.label },
      { text: item.value },
      ...(item.before === null ? [] : [{ text: item.before }]),
      ...changed(item),
    ]),
    rest: null,
    total: null,
  };
}

function timeseries(shown: TimeseriesView, view: ReportView): FileChild[] {
  const legend =
    shown.comparePeriod === null ? shown.currentPeriod : `${shown.currentPeriod} (—), ${shown.comparePeriod} (- -)`;
  return [
    new Paragraph({ keepNext: true, spacing: { after: 40 }, children: totalRuns(shown.total, view) }),
    paragraph(legend, { style: 'Source', keepNext: true }),
    ...(shown.empty ? [paragraph(view.labels.noFigures)] : []),
  ];
}

function totalRuns({ value, before, change }: ComparisonView, { colors, labels }: ReportView) {
  const total = runs(value, { bold: true, size: 30 });
  if (!change) return total;
  const color = { good: colors.good, bad: colors.bad, neutral: colors.muted }[change.sentiment].slice(1);
  const earlier = before === null ? [] : runs(`   ${labels.before(before)}`, { color: colors.muted.slice(1) });
  return [...total, ...runs(`   ${arrows[change.direction]}${change.text}`, { bold: true, color }), ...earlier];
}

function tables(shown: readonly TableView[], view: ReportView): FileChild[] {
  return shown.flatMap((table, index) => {
    const gap = index > 0 ? [new Paragraph({ style: 'Gap' })] : [];
    return [...gap, dataTable(table, view.colors)];
  });
}
