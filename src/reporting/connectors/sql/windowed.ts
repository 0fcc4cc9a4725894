import type { Answer, Dialect, Grouped, Groups } from './engine.ts';
import { groupsSql } from './groups.ts';
import { selectSome } from './some-rows.ts';

/** How a dialect sorts. */
export interface Order extends Pick<Dialect, 'some' | 'whole'> {
  /** Falling, with missing figures last. */
  descending(figure: string): string;
  /** Rising by bytes, with a missing key last. */
  ascending(key: string): string;
  figure(sql: string): string;
  /** Counts rows. If missing, `count(*)`. */
  readonly count?: string;
}

/**
 * The groups of a query, their number and that of their rows in one statement, by window functions. Calendar units, of which
 * none is left out, are added up by us: PostgreSQL would sort all rows for windows, as it cannot tell how few units there are.
 */
export function groupedByWindows(parts: Grouped, order: Order): string {
  const { key, secondary, isCalendar, figures, limit } = parts;
  const groups = `(${groupsSql(parts, order.figure, order.count)}) AS groups__`;
  const values = figures.map((_, index) => `groups__.value${index}__`);
  const told = values.map((value, index) => `, ${order.whole?.(value, figures[index]?.column) ?? value}`).join('');
  if (isCalendar && key !== undefined) {
    const columns = `groups__.key__, NULL, groups__.members__${told}`;
    return selectSome(order, columns, `${groups} ORDER BY groups__.key__`, limit);
  }
  const first = values[0];
  const ranked = first ? [order.descending(first)] : [];
  const keys = ['groups__.key__', ...(secondary === undefined ? [] : ['groups__.secondary__'])];
  const sorting = key === undefined ? '' : `ORDER BY ${[...ranked, ...keys.map(order.ascending)].join(', ')}`;
  const columns = `${keys.join(', ')}, count(*) OVER (), sum(groups__.members__) OVER ()${told}`;
  return selectSome(order, columns, `${groups} ${sorting}`, limit);
}

/** The answer to a statement of `groupedByWindows`. */
export function groupsOfWindows({ rows }: Answer, { isCalendar, key, secondary }: Grouped): Groups {
  if (isCalendar && key !== undefined) {
    const groups = rows.map(([unit, _groups, _members, ...values]) => ({ key: unit, values }));
    return { groups, groupCount: rows.length, rowsRead: rows.reduce((sum, row) => sum + Number(row[2]), 0) };
  }
  if (secondary !== undefined) {
    return {
      groups: rows.map(([key, secondary, _groups, _members, ...values]) => ({ key, secondary, values })),
      groupCount: Number(rows[0]?.[2] ?? 0),
      rowsRead: Number(rows[0]?.[3] ?? 0),
    };
  }
  return {
    groups: rows.map(([key, _groups, _members, ...values]) => ({ key, values })),
    groupCount: Number(rows[0]?.[1] ?? 0),
    rowsRead: Number(rows[0]?.[2] ?? 0),
  };
}
