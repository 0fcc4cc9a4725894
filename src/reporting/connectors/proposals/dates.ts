import type { Doubt } from '../contract.ts';
import type { Column } from './columns.ts';

/** Names of the day on which a row counts, the usual ones first. */
const usualNames = [
  /^(?:date|datum|day|tag|fecha|data|jour|dato)$/i,
  /order|bestell|auftrag|beleg|buchung|rechnung|invoice|sale|verkauf|transaction|commande|kauf|purchase/i,
  /date|datum|day|tag$|fecha|jour/i,
  /created|erstellt|started|timestamp|zeit|time/i,
];
/** Days on which something else happened. */
const unusual =
  /updated|modified|changed|geändert|deleted|birth|geburt|due|fällig|expir|valid|end|ship|liefer|cancel|storno/i;

/** Columns of months, weeks or quarters name groups where another one has days. */
export function withCoarseDatesAsText(columns: readonly Column[]): Column[] {
  const hasDays = datesAmong(columns).some(({ date }) => !date?.unit);
  return columns.map(({ date, ...column }) => {
    if (!date) return column;
    return hasDays && date.unit ? { ...column, kind: 'text' } : { ...column, date };
  });
}

/** The column that says on which day a row counts; undefined if there is none. */
export function chooseDate(columns: readonly Column[]): Column | undefined {
  const ranked = datesAmong(columns).map((column, place) => ({ column, place, rank: rankOf(column) }));
  return ranked.sort((a, b) => a.rank - b.rank || a.place - b.place)[0]?.column;
}

function datesAmong(columns: readonly Column[]): Column[] {
  return columns.filter(({ kind }) => kind === 'date' || kind === 'time');
}

function rankOf({ name, values }: Column): number {
  const rank = usualNames.findIndex((form) => form.test(name));
  const missing = values.filter((value) => value === null || value.trim() === '').length / Math.max(1, values.length);
  return (rank < 0 ? usualNames.length : rank) + (unusual.test(name) ? 10 : 0) + (missing > 0.2 ? 5 : 0);
}

/** What may be wrong about the chosen date. */
export function dateDoubts(columns: readonly Column[], chosen: Column): Doubt[] {
  const { name: column, date } = chosen;
  const doubts: Doubt[] = [];
  const others = datesAmong(columns).filter((other) => other !== chosen);
  const example = chosen.values.find((value) => value !== null && /\p{Nd}/u.test(value))?.trim();
  if (date?.isOpen) {
    const isDay = date.formats[0]?.startsWith('%d');
    const other = date.formats[0]?.replace(/%[dm]/g, (part) => (part === '%d' ? '%m' : '%d'));
    const message = `"${example}" is read with the ${isDay ? 'day' : 'month'} first. If the ${isDay ? 'month' : 'day'} comes first, write '${other}' in "date".`;
    doubts.push({ column, code: 'day_or_month_first', message });
  }
  if (date?.isShortYear) {
    const message = `"${example}" is read with the year at the end. If it comes first, write '%y-%m-%d' in "date".`;
    doubts.push({ column, code: 'two_digit_year', message });
  }
  if (date?.unit) {
    const message = `"${example}" is a ${date.unit}, whose rows count on its first day. Make reports of whole ${date.unit}s.`;
    doubts.push({ column, code: `${date.unit}s`, message });
  }
  if (others.length > 0) {
    const names = others.map(({ name }) => `"${name}"`).join(', ');
    const message = `Rows count on the day in "${column}". If another one is meant (${names}), change "date".`;
    doubts.push({ column, code: 'several_dates', message });
  }
  return doubts;
}
