import type { Grouped } from './engine.ts';

/**
 * SELECT of all groups, in no order: `key__`, with two keys `secondary__`, `members__` (their rows), and `value0__` and so on. `figure` makes a number of
 * the SQL of a metric, `count` counts rows. Figures at the end are of groups over the rows there, which the others are joined to by their key.
 */
export function groupsSql(
  { source, within, key, secondary, figures, atEnd }: Grouped,
  figure: (sql: string) => string,
  count = 'count(*)',
): string {
  const names = secondary === undefined ? 'key__' : 'key__, secondary__';
  const grouping = key === undefined ? '' : `GROUP BY ${names}`;
  const keyed = `${key ?? 'NULL'} AS key__${secondary === undefined ? '' : `, ${secondary} AS secondary__`}`;
  const values = figures.map(({ sql }, index) => `, ${figure(`(${sql}\n)`)} AS value${index}__`).join('');
  if (atEnd === undefined)
    return `SELECT ${keyed}, ${count} AS members__${values} FROM ${source} WHERE ${within} ${grouping}`;
  const part = (members: string, condition: string, atEnd: boolean) => {
    const sqlOf = ({ sql, isAtEnd }: Grouped['figures'][number]) => figure(isAtEnd === atEnd ? `(${sql}\n)` : 'NULL');
    const parts = figures.map((each, index) => `, ${sqlOf(each)} AS part${index}__`).join('');
    return `SELECT ${keyed}, ${members} AS rows__${parts} FROM ${source} WHERE ${condition} ${grouping}`;
  };
  // Either part has a figure, or none.
  const either = figures.map((_, index) => `, max(part${index}__) AS value${index}__`).join('');
  return `SELECT ${key === undefined ? keyed : names}, sum(rows__) AS members__${either}
    FROM (${part(count, within, false)} UNION ALL ${part('0', atEnd, true)}) AS parts__ ${grouping}`;
}
