import { ConnectorError } from '../contract.ts';
import { bareText, type DateUnit, lacksYear, wordedDate } from './date-words.ts';
import type { Unpivot } from './unpivot-setting.ts';

interface DateColumn {
  /** Among the columns of the table. */
  readonly place: number;
  readonly name: string;
  /** In ISO 8601; of a longer unit the first day. */
  readonly day: string;
  readonly unit: DateUnit;
}

export interface WideColumns {
  readonly dates: readonly DateColumn[];
  /** Those of longer units that are totals of others, such as `Q1 2026` beside `Jan 2026`. */
  readonly totals: readonly DateColumn[];
  /** The places of all other columns, totals included. */
  readonly others: readonly number[];
}

const isoDay = /^((?:19|20|21)\d{2})(?:[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]00:00(?::00)?)?|(\d{2})(\d{2}))$/;
const isoMonth = /^((?:19|20|21)\d{2})(?:[-/.](\d{1,2})|(\d{2}))$/;
const monthFirst = /^(\d{1,2})[-/.]((?:19|20|21)\d{2})$/;
const numbered = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})$/;
/** A total of a month is none of its days: `Total 31 Jan 2026`. */
const total =
  /\b(?:total|sum|summe|gesamt\p{L}*|somme|suma|razem|totale|kumuliert|ytd|cumul\p{L}*)\b|итого|всего|разом|合計|累計|المجموع/iu;

type Order = Unpivot['first'];
type NamedDate = Pick<DateColumn, 'day' | 'unit'>;

/** The columns whose names are dates, and the others. Throws `invalid_config` where it is not clear which they are. */
export function wideColumnsOf(names: readonly string[], { first }: Pick<Unpivot, 'first'>): WideColumns {
  const order = first ?? orderOf(names);
  const found = names.flatMap((name, place): DateColumn[] => {
    const date = dateName(name, order);
    return date ? [{ place, name, ...date }] : [];
  });
  const totals = found.filter((column) => found.some((other) => isTotalOf(column, other)));
  const dates = found.filter((column) => !totals.includes(column));
  const places = new Set(dates.map(({ place }) => place));
  const others = names.flatMap((_, place) => (places.has(place) ? [] : [place]));
  const left = others.flatMap((place) => (totals.some((each) => each.place === place) ? [] : (names[place] ?? [])));
  assertClear(dates, left, names, order);
  return { dates, totals, others };
}

/** Whether day or month comes first in names such as 01/02/2026, if those beyond 12 tell; undefined if not. */
export function orderOf(names: readonly string[]): Order {
  const parts = partsOf(names);
  const [day, month] = [parts.some(([one]) => one > 12), parts.some(([, two]) => two > 12)];
  return day === month ? undefined : day ? 'day' : 'month';
}

/** The two numbers of names whose order is open. */
function partsOf(names: readonly string[]): [number, number][] {
  return names.flatMap((name) => {
    const [, one, separator, two] = numbered.exec(bareText(name)) ?? [];
    return separator === undefined || separator === '.' ? [] : [[Number(one), Number(two)] as [number, number]];
  });
}

/** Whether names such as 01/02/2026 need to be told what comes first. */
export function isOrdered(names: readonly string[]): boolean {
  return partsOf(names).length > 0;
}

/** The date that a name of a column is; undefined for others. */
export function dateName(name: string, order: Order): NamedDate | undefined {
  const text = bareText(name);
  if (total.test(text)) return undefined;
  const days = isoDay.exec(text);
  if (days) return dayOf(days[1], days[2] ?? days[4], days[3] ?? days[5], 'day');
  const months = isoMonth.exec(text);
  if (months) return dayOf(months[1], months[2] ?? months[3], '1', 'month');
  const [, month, year] = monthFirst.exec(text) ?? [];
  if (year !== undefined) return dayOf(year, month, '1', 'month');
  const parts = numbered.exec(text);
  if (parts) return numberedDate(parts, order);
  const worded = wordedDate(text);
  return worded && { day: worded.iso.slice(0, 10), unit: worded.unit };
}

function numberedDate([, one, separator, two, year = '']: RegExpExecArray, order: Order): NamedDate | undefined {
  const first = separator === '.' ? 'day' : order;
  // 26-02-01 may begin with the year.
  if (first === undefined || (separator === '-' && year.length === 2)) return undefined;
  const [day, month] = first === 'day' ? [one, two] : [two, one];
  return dayOf(year.length === 2 ? `20${year}` : year, month, day, 'day');
}

function dayOf(year = '', month = '', day = '', unit: DateUnit): NamedDate | undefined {
  try {
    const parts = { year: Number(year), month: Number(month), day: Number(day) };
    return { day: Temporal.PlainDate.from(parts, { overflow: 'reject' }).toString(), unit };
  } catch {
    return undefined;
  }
}

const lengths: Readonly<Record<DateUnit, { readonly days: number } | { readonly months: number }>> = {
  day: { days: 1 },
  week: { days: 7 },
  month: { months: 1 },
  quarter: { months: 3 },
};
const units = Object.keys(lengths);

/** Whether the days of a column are among those of another one of a longer unit. */
function isTotalOf(column: DateColumn, other: DateColumn): boolean {
  if (units.indexOf(column.unit) <= units.indexOf(other.unit)) return false;
  return column.day < endOf(other) && other.day < endOf(column);
}

function endOf({ day, unit }: DateColumn): string {
  return Temporal.PlainDate.from(day).add(lengths[unit]).toString();
}

const mostNamed = 6;

function listed(names: readonly string[]): string {
  const told = names.slice(0, mostNamed).map((name) => `"${name}"`);
  return `${told.join(', ')}${names.length > mostNamed ? ', …' : ''}`;
}

function assertClear(
  dates: readonly DateColumn[],
  left: readonly string[],
  names: readonly string[],
  order: Order,
): void {
  const open = order === undefined ? left.filter((name) => partsOf([name]).length > 0) : [];
  if (open.length > 0) {
    const message = `The names of columns such as ${listed(open)} may begin with the day or with the month. Write "first": "day" or "first": "month" in "unpivot".`;
    throw unpivotFault(message);
  }
  const lacking = left.filter(lacksDate);
  if (lacking.length > 0) {
    const message = `The names of the columns ${listed(lacking)} are no whole dates. Write each with its year, such as 2026-01, Jan 2026 or 2026-01-31.`;
    throw unpivotFault(message);
  }
  if (dates.length === 0) {
    throw unpivotFault(`No column has a date as its name. There are: ${listed(names)}. Remove "unpivot".`);
  }
  const byDay = Map.groupBy(dates, ({ day }) => day);
  const twice = [...byDay.values()].find((same) => same.length > 1);
  if (twice) {
    const message = `The columns ${listed(twice.map(({ name }) => name))} have the same date as their name, so that their values cannot be told apart. Leave one out, or read the table by another sheet or file for each.`;
    throw unpivotFault(message);
  }
}

/** Whether a name is part of a date, or a day that there is not. */
export function lacksDate(name: string): boolean {
  return lacksYear(name) || numbered.test(bareText(name));
}

/** Throws `invalid_config` for a table that is to be read long though its columns have no names. */
export function assertNamed(shape: { readonly header?: boolean | undefined; readonly unpivot?: unknown }): void {
  if (shape.header !== false || shape.unpivot === undefined) return;
  throw unpivotFault('Columns without names cannot be read long. Remove "unpivot", or "header".');
}

/** The error about the setting that a table cannot be read by. */
export function unpivotFault(message: string, path = 'unpivot'): ConnectorError {
  return new ConnectorError('invalid_config', message, { faults: [{ path, message }] });
}
