import type { Answer, Grouped, Groups } from './engine.ts';

/** How a dialect sorts. */
export interface Order {
  /** Falling, with missing figures last. */
  descending(figure: string): string;
  /** Rising by bytes, with a missing key last. */
  ascending(key: string): string;
  figure(sql: string): string;
}

/**
 * The groups of a query, their number and that of their rows in one statement, by window functions. Calendar units, of which
 * none is left out, are added up by us: PostgreSQL would sort all rows for windows, as it cannot tell how few units there are.
 */
export function groupedByWindows({ source, within, key, isCalendar, figures, limit }: Grouped, order: Order): string {
  if (isCalendar && key !== undefined) {
    const units = figures.map((sql) => `, ${order.figure(`(${sql}\n)`)}`).join('');
    return `SELECT ${key} AS key__, NULL, count(*)${units} FROM ${source} WHERE ${within}
      GROUP BY key__ ORDER BY key__ LIMIT ${limit}`;
  }
  const values = figures.map((_, index) => `groups__.value${index}__`);
  const computed = figures.map((sql, index) => `, ${order.figure(`(${sql}\n)`)} AS value${index}__`).join('');
  const first = values[0];
  const ranked = first ? [order.descending(first)] : [];
  const sorting = key === undefined ? '' : `ORDER BY ${[...ranked, order.ascending('groups__.key__')].join(', ')}`;
  return `SELECT groups__.key__, count(*) OVER (), sum(groups__.members__) OVER ()${values.map((value) => `, ${value}`).join('')}
    FROM (
      SELECT ${key ?? 'NULL'} AS key__, count(*) AS members__${computed}
      FROM ${source}
      WHERE ${within}
      ${key === undefined ? '' : 'GROUP BY key__'}
    ) AS groups__
    ${sorting}
    LIMIT ${limit}`;
}

/** The answer to a statement of `groupedByWindows`. */
export function groupsOfWindows({ rows }: Answer, { isCalendar, key }: Grouped): Groups {
  if (isCalendar && key !== undefined) {
    const groups = rows.map(([unit, _groups, _members, ...values]) => ({ key: unit, values }));
    return { groups, groupCount: rows.length, rowsRead: rows.reduce((sum, row) => sum + Number(row[2]), 0) };
  }
  return {
    groups: rows.map(([key, _groups, _members, ...values]) => ({ key, values })),
    groupCount: Number(rows[0]?.[1] ?? 0),
    rowsRead: Number(rows[0]?.[2] ?? 0),
  };
}
