import type { CrosstabRow, CrosstabSection } from '../../documents/model.ts';
import { type FigureContext, figure, type SectionFigures } from './compared-figures.ts';
import type { FigureRow } from './figure-table.ts';

/** All columns that the document has, side by side, with the others of each row and its total. */
export function crosstabFigures(section: CrosstabSection, { periods, messages }: FigureContext): SectionFigures {
  const { dimension, secondary, metric, columns, column_count, rows, rest, total, group_count } = section;
  const { labels } = messages;
  const beyond = column_count - columns.length;
  const names = [...columns.map((column) => column ?? labels.noValue), ...(beyond > 0 ? [labels.rest(beyond)] : [])];
  const row = (of: CrosstabRow, name: string): FigureRow => {
    const parts = [...of.cells, ...(beyond > 0 ? [of.others] : [])];
    return {
      row: name,
      name,
      figures: [
        ...parts.map((value, at) => ({ ...figure(metric, 'value', periods.current, value), part: names[at] ?? '' })),
        figure(metric, 'value', periods.current, of.total),
      ],
    };
  };
  return {
    head: `${dimension.label} / ${secondary.label}`,
    columns: [...names, labels.total],
    byPeriod: false,
    rows: [
      ...rows.map((each) => row(each, each.label ?? labels.noValue)),
      ...(rest ? [row(rest, labels.rest(Math.max(0, group_count - rows.length)))] : []),
      row(total, labels.total),
    ],
  };
}
