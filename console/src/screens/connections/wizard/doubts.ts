import type { Data } from '../../../api/client.ts';
import type { Values } from '../schema.ts';

export type Proposal = Data<'proposeConnection'>;
export type Doubt = Proposal['doubts'][number];

interface Choice {
  readonly id: string;
  readonly config: Values;
}

/** A doubt that somebody can decide: how each choice changes the configuration, and which one holds. */
export interface Question {
  readonly kind: 'dayOrMonth' | 'year' | 'date' | 'thousands';
  readonly column: string;
  /** A value from the rows that it is about. */
  readonly example: string;
  readonly choices: readonly Choice[];
  readonly chosen: string;
}

/** The question behind a doubt; null where there is nothing to choose. */
export function questionOf(doubt: Doubt, proposal: Proposal, config: Values): Question | null {
  const { column } = doubt;
  switch (doubt.code) {
    case 'day_or_month_first':
      return config.unpivot ? dayOrMonthInNames(column, config) : dayOrMonth(column, proposal, config);
    case 'two_digit_year':
      return shortYear(column, proposal, config);
    case 'several_dates':
      return otherDates(column, proposal, config);
    case 'grouped_thousands':
      return thousands(column, proposal, config);
    default:
      return null;
  }
}

function textsOf({ rows }: Proposal, column: string): string[] {
  return rows.map((row) => String(row[column] ?? '').trim());
}

const swapped = (date: string) => date.replaceAll(/%[dm]/g, (part) => (part === '%d' ? '%m' : '%d'));

function dayOrMonth(column: string, proposal: Proposal, config: Values): Question | null {
  const date = String(config.date);
  const first = /%[dm]/.exec(date)?.[0];
  const texts = textsOf(proposal, column).filter((text) => /^\d/.test(text));
  const example = texts.find(differ) ?? texts[0]?.replace(/^\d{1,2}(\D)\d{1,2}/, '3$14');
  if (first === undefined || example === undefined) return null;
  const isDay = first === '%d';
  return {
    ...{ kind: 'dayOrMonth', column, example, chosen: isDay ? 'day' : 'month' },
    choices: [
      { id: 'day', config: { ...config, date: isDay ? date : swapped(date) } },
      { id: 'month', config: { ...config, date: isDay ? swapped(date) : date } },
    ],
  };
}

/** Of a table with a column for each date, whose name is the example. */
function dayOrMonthInNames(name: string, config: Values): Question | null {
  const unpivot = config.unpivot as { readonly first?: string };
  const choiceOf = (first: string) => ({ id: first, config: { ...config, unpivot: { ...unpivot, first } } });
  return {
    ...{ kind: 'dayOrMonth', column: name, example: name, chosen: unpivot.first ?? 'day' },
    choices: [choiceOf('day'), choiceOf('month')],
  };
}

function differ(text: string): boolean {
  const readings = readingsOf(text);
  return readings !== null && readings.day !== readings.month;
}

/** The two days that a date such as 3/4/2026 may be. */
export function readingsOf(text: string): { readonly day: string; readonly month: string } | null {
  const [, first = '', second = '', end = ''] = /^(\d{1,2})\D(\d{1,2})\D(\d{4}|\d{2})/.exec(text) ?? [];
  if (end === '') return null;
  const year = end.length === 2 ? `20${end}` : end;
  const dayOf = (month: string, day: string) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return { day: dayOf(second, first), month: dayOf(first, second) };
}

function shortYear(column: string, proposal: Proposal, config: Values): Question | null {
  const date = String(config.date);
  const format = /%[dmy]-%[dmy]-%[dmy]/.exec(date)?.[0];
  const example = textsOf(proposal, column).find((text) => /^\d/.test(text));
  if (!format || example === undefined) return null;
  const withFormat = (next: string) => ({ ...config, date: date.replace(format, next) });
  return {
    ...{ kind: 'year', column, example, chosen: format.startsWith('%y') ? 'year' : 'day' },
    choices: [
      { id: 'day', config: withFormat('%d-%m-%y') },
      { id: 'year', config: withFormat('%y-%m-%d') },
    ],
  };
}

/** A column as an expression of SQL names it. */
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

function otherDates(column: string, proposal: Proposal, config: Values): Question | null {
  const made = String(proposal.config.date);
  const columns = Object.entries(proposal.types).flatMap(([name, type]) =>
    type === 'date' || type === 'time' ? [name] : [],
  );
  const inText = (name: string) => {
    if (made === column) return name;
    if (made.includes(quoted(column))) return made.replaceAll(quoted(column), quoted(name));
    return made.replaceAll(new RegExp(`(?<![\\p{L}\\d_"%])${escaped(column)}(?![\\p{L}\\d_"])`, 'gu'), () =>
      quoted(name),
    );
  };
  const choices = columns.map((id) => ({ id, config: { ...config, date: id === column ? made : inText(id) } }));
  const chosen = choices.find((choice) => choice.config.date === config.date)?.id ?? column;
  return { kind: 'date', column, example: '', choices, chosen };
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function thousands(column: string, proposal: Proposal, config: Values): Question | null {
  const example = textsOf(proposal, columnOf(column, proposal)).find((text) => /\d[.,]\d{3}(?!\d)/.test(text));
  const mark = example && /\d([.,])\d{3}/.exec(example)?.[1];
  if (!example || !mark) return null;
  const other = mark === '.' ? ',' : '.';
  const numbers = config.numbers as { readonly decimal?: string } | undefined;
  return {
    ...{ kind: 'thousands', column, example, chosen: (numbers?.decimal ?? '.') === mark ? 'fraction' : 'thousands' },
    choices: [
      { id: 'thousands', config: { ...config, numbers: { decimal: other, thousands: mark } } },
      { id: 'fraction', config: { ...config, numbers: { decimal: mark } } },
    ],
  };
}

/** Doubts that come from trying the metrics name the metric, whose label is made of the column's name. */
function columnOf(label: string, { types }: Proposal): string {
  const plain = (text: string) =>
    text
      .replaceAll(/[_\s]+/g, ' ')
      .trim()
      .toLocaleLowerCase();
  return Object.keys(types).find((name) => name === label || plain(name) === plain(label)) ?? label;
}

/** The two numbers that a text such as 1.028 may be. */
export function amountsOf(text: string): { readonly thousands: number; readonly fraction: number } {
  const digits = /\d+[.,]\d{3}/.exec(text)?.[0] ?? '';
  return { thousands: Number(digits.replace(/[.,]/, '')), fraction: Number(digits.replace(',', '.')) };
}
