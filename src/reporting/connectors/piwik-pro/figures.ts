import type { Query, QueryResult } from '../contract.ts';
import { addColumns, type Columns } from '../hosted/ad-figures.ts';
import { type AdSource, queryAds } from '../hosted/ad-report.ts';
import { type Choice, findAsked } from '../hosted/choice.ts';
import type { DaySpan } from '../hosted/day-spans.ts';
import { decimalText } from '../hosted/decimals.ts';
import { type PiwikAccess, type PiwikCell, readRows, strange } from './api.ts';
import { type PiwikColumn, people, piwikCatalog, piwikColumns } from './catalog.ts';

type Config = Choice & { readonly site: string };

interface Group {
  readonly key: string | null;
  readonly columns: Columns;
}

type KeyOf = (cell: PiwikCell) => string | null;

/** What is had even where other figures are none, so that there is data in every period with visits. */
const probe = 'sessions';

/** Answers a query. Throws a ConnectorError. */
export async function queryPiwik(access: PiwikAccess, config: Config, query: Query): Promise<QueryResult> {
  const { metrics, dimension } = findAsked(piwikCatalog, config, query);
  const needed = new Set([...metrics.flatMap(({ columns }) => columns), probe]);
  const { ofEvents } = dimension ?? {};
  const names = [...needed].filter((name) => ofEvents === undefined || ofEvents.includes(name));
  const read = (span: DaySpan, by: PiwikColumn | undefined, keyOf: KeyOf) =>
    readGroups(access, config.site, span, names, by, keyOf);
  const source: AdSource = {
    ofPeople: people,
    total: async (span) => (await read(span, undefined, () => null))[0]?.columns,
    days: async (span) => ({ groups: await read(span, day, dayIn) }),
    groups: async (span) => ({ groups: await read(span, dimension && columnOf(dimension), valueIn) }),
  };
  return await queryAds(query, metrics, source);
}

const day: PiwikColumn = { column_id: 'timestamp', transformation_id: 'to_date' };

function columnOf({ column_id, transformation_id }: PiwikColumn): PiwikColumn {
  return { column_id, ...(transformation_id !== undefined && { transformation_id }) };
}

/** The groups of a period; columns of sessions and those of events are asked for apart. */
async function readGroups(
  access: PiwikAccess,
  site: string,
  { from, to }: DaySpan,
  names: readonly string[],
  by: PiwikColumn | undefined,
  keyOf: KeyOf,
): Promise<Group[]> {
  const groups = new Map<string | null, Columns>();
  for (const [, same] of Map.groupBy(names, (name) => piwikColumns[name]?.scope)) {
    const asked = same.flatMap((name) => (piwikColumns[name] ? [columnOf(piwikColumns[name])] : []));
    const rows = await readRows(access, { site, from, to, columns: [...(by ? [by] : []), ...asked] });
    const found = rows.map((row) => {
      const figures = by ? row.slice(1) : row;
      const columns = Object.fromEntries(same.map((name, index) => [name, figureIn(figures[index] ?? null)]));
      return { key: by ? keyOf(row[0] ?? null) : null, columns };
    });
    for (const [key, rowsOfKey] of Map.groupBy(found, ({ key }) => key)) {
      const columns = addColumns(
        rowsOfKey.map((row) => row.columns),
        people,
      );
      groups.set(key, { ...groups.get(key), ...columns });
    }
  }
  return [...groups].map(([key, columns]) => ({ key, columns }));
}

/** A sum over nothing is null. */
function figureIn(cell: PiwikCell): string {
  const figure = decimalText(cell ?? 0);
  if (figure === undefined) throw strange();
  return figure;
}

function dayIn(cell: PiwikCell): string {
  const text = typeof cell === 'string' ? cell.slice(0, 10) : '';
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text;
  throw strange();
}

/** The value of a dimension; of enumerated ones what its id is called. */
function valueIn(cell: PiwikCell): string | null {
  const [id, label] = Array.isArray(cell) ? cell : [cell, cell];
  const text = label ?? id;
  return id === null || text === null || text === '' ? null : String(text);
}
