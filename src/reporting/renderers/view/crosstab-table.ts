import { withColumns } from '../../documents/crosstab.ts';
import type { CrosstabRow, CrosstabSection } from '../../documents/model.ts';
import { clipped } from '../text/clean-text.ts';
import { figure } from './figure-views.ts';
import type { SectionContext } from './section-context.ts';
import { type CellView, figuresFit, type TableView } from './table-columns.ts';
import { dimensionsText, longestLabel } from './table-view.ts';

type Context = Pick<SectionContext, 'document' | 'labels' | 'medium'>;

/** How much of a value a head shows. */
const longestHead = 80;

/** A table by two dimensions, side by side: on paper with as many columns as it has room for, the others together. */
export function crosstabTable(section: CrosstabSection, context: Context): TableView {
  const table = tableOf(section, context);
  const count = section.columns.length;
  if (context.medium === 'web' || count <= 1 || figuresFit(table)) return table;
  return crosstabTable(withColumns(section, count - 1), context);
}

function tableOf(section: CrosstabSection, { document, labels }: Context): TableView {
  const { metric, columns, column_count, rows, rest, total, group_count } = section;
  const beyond = column_count - columns.length;
  const line = (row: CrosstabRow, label: string): CellView[] => {
    const figures = [...row.cells, ...(beyond > 0 ? [row.others] : []), row.total];
    return [
      { text: row.label === null ? label : clipped(row.label, longestLabel) },
      ...figures.map((value) => ({ text: figure(value, metric, document) })),
    ];
  };
  const heads = [
    ...columns.map((column) => (column === null ? labels.noValue : clipped(column, longestHead))),
    ...(beyond > 0 ? [labels.rest(beyond)] : []),
    labels.total,
  ];
  return {
    columns: [
      { header: dimensionsText(section), kind: 'label' },
      ...heads.map((header) => ({ header, kind: 'figure' as const })),
    ],
    rows: rows.map((row) => line(row, labels.noValue)),
    rest: rest && line(rest, labels.rest(Math.max(0, group_count - rows.length))),
    total: line(total, labels.total),
  };
}
