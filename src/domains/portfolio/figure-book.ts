export { writeBook } from '../../reporting/renderers/figures/formats.ts';

import { type Messages, messagesFor } from '../../reporting/documents/messages/messages.ts';
import type {
  Figure,
  FigureBook,
  FigureRow,
  FigureTable,
  Measure,
} from '../../reporting/renderers/figures/figure-table.ts';
import type { StoredFigure } from './measure-figures.ts';
import type { PortfolioItem } from './portfolio.ts';

type Placed = readonly [item: PortfolioItem, figure: PortfolioItem['figures'][number]];

/** The figures of projects as tables: one for each metric of a system, with a row for each project that has it. */
export function portfolioBook(items: readonly PortfolioItem[], locale: string, title: string): FigureBook {
  const messages = messagesFor(locale);
  const placed = items.flatMap((item) => item.figures.map((figure): Placed => [item, figure]));
  const groups = Map.groupBy(placed, ([, { system, metric, unit }]) => JSON.stringify([system, metric, unit]));
  const tables = [...groups.values()].map((group, index) => tableOf(group, index + 1, messages));
  return {
    // Each amount has a currency of its own.
    document: { title, locale, currency: 'XXX' },
    labels: messages.labels,
    isRightToLeft: messages.direction === 'rtl',
    tables,
  };
}

function tableOf(group: readonly Placed[], section: number, { labels, goals }: Messages): FigureTable {
  const [first] = group;
  const heads = [labels.current, labels.compare, labels.change, goals.goal, goals.share, goals.pace, goals.forecast];
  return {
    ...{ section, type: 'kpis', byPeriod: true, head: labels.project, columns: heads },
    title: first ? `${first[1].label} · ${first[1].system}` : '',
    rows: group.map(([item, figure]) => rowOf(item, figure, heads)),
  };
}

function rowOf({ name }: PortfolioItem, figure: StoredFigure, heads: readonly string[]): FigureRow {
  const { period, compare, value, compared, change, goal, forecast } = figure;
  if (!period) return { row: name, name, figures: heads.map(() => null) };
  const one = (measure: Measure, of: typeof period, amount: number | null, at: number): Figure => {
    const isRatio = !['value', 'target', 'forecast'].includes(measure);
    const metric = measure === 'value' ? figure.label : `${figure.label}: ${heads[at]}`;
    const { unit, decimals } = isRatio ? { unit: 'percent' as const, decimals: 1 } : figure;
    const currency = unit === 'currency' && figure.currency !== null ? { currency: figure.currency } : {};
    return { key: figure.metric, metric, measure, unit, ...currency, decimals, period: of, value: amount };
  };
  const changed = (figure.unit === 'percent' ? change?.absolute : change?.ratio) ?? null;
  return {
    ...{ row: name, name, period },
    figures: [
      one('value', period, value, 0),
      compare && one('value', compare, compared, 1),
      compare && one('change', period, changed, 2),
      goal && one('target', period, goal.target, 3),
      goal && one('ratio', period, goal.ratio, 4),
      goal && one('pace', period, goal.pace, 5),
      forecast === null ? null : one('forecast', period, forecast, 6),
    ],
  };
}
