import { bareText, type DateUnit, wordedDate } from '../file/date-words.ts';

/** How the dates of a column are written. */
export interface DateFormat {
  /** The formats for `strptime`, of dates and of times; none for what is read without conversion. */
  readonly formats: readonly string[];
  /** How many of a number make a second since 1970, for dates that are such numbers. */
  readonly perSecond?: 1 | 1000;
  /** Whether they are months that have to be completed by a day. */
  readonly isMonth?: boolean;
  /** Whether they are in words, which the engine reads in whole columns. */
  readonly isWorded?: boolean;
  /** What they name, if it is longer than a day; its rows count on its first day. */
  readonly unit?: Exclude<DateUnit, 'day'>;
  /** Whether day and month could be the other way round. */
  readonly isOpen: boolean;
  /** Whether the first number could be the year. */
  readonly isShortYear: boolean;
}

/** What the order of day and month is, if the dates themselves do not say it. */
export type UsualOrder = 'day' | 'month';

const iso = /^\d{4}[-/]\d{1,2}[-/]\d{1,2}(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/;
const isoDay = /^\d{4}-\d{1,2}-\d{1,2}$/;
const numbered = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?:,?\s+(\d{1,2}):(\d{2})(:\d{2})?(?:\s*([AP]M))?)?$/i;
const compact = /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;
const month = /^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])$/;
const english = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const fullEnglish = 'january|february|march|april|may|june|july|august|september|october|november|december';
const named: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`^\\d{1,2} (?:${english}) \\d{4}$`, 'i'), '%d %b %Y'],
  [new RegExp(`^\\d{1,2}-(?:${english})-\\d{4}$`, 'i'), '%d-%b-%Y'],
  [new RegExp(`^\\d{1,2}-(?:${english})-\\d{2}$`, 'i'), '%d-%b-%y'],
  [new RegExp(`^(?:${english}) \\d{1,2}, \\d{4}$`, 'i'), '%b %d, %Y'],
  [new RegExp(`^\\d{1,2} (?:${fullEnglish}) \\d{4}$`, 'i'), '%d %B %Y'],
  [new RegExp(`^(?:${fullEnglish}) \\d{1,2}, \\d{4}$`, 'i'), '%B %d, %Y'],
  [/^\d{4}\.\d{1,2}\.\d{1,2}$/, '%Y.%m.%d'],
  [/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} [+-]\d{4}$/, '%Y-%m-%d %H:%M:%S %z'],
];

/** Whether a text is a date in some format. */
export function isDateText(text: string): boolean {
  const bare = bareText(text);
  const isWritten = [iso, numbered, compact, month, ...named.map(([form]) => form)].some((form) => form.test(bare));
  return isWritten || wordedDate(bare) !== undefined;
}

const fixed = (formats: readonly string[]): DateFormat => ({ formats, isOpen: false, isShortYear: false });

/** How all texts are written as dates; undefined if they are not, or contradict each other. */
export function dateFormatOf(texts: readonly string[], usual: UsualOrder): DateFormat | undefined {
  const trimmed = [...new Set(texts.map(bareText))];
  if (trimmed.length === 0) return undefined;
  if (trimmed.every((text) => iso.test(text))) return fixed([]);
  if (trimmed.every((text) => compact.test(text))) return fixed(['%Y%m%d']);
  if (trimmed.every((text) => month.test(text))) return { ...fixed(['%Y-%m-%d']), isMonth: true, unit: 'month' };
  const words = named.find(([form]) => trimmed.every((text) => form.test(text)));
  if (words) return fixed([words[1]]);
  const worded = wordedFormat(trimmed);
  if (worded) return worded;
  const days = trimmed.filter((text) => isoDay.test(text));
  const parts = trimmed.filter((text) => !isoDay.test(text)).map((text) => numbered.exec(text));
  const format = parts.every((part) => part !== null) ? numberedFormat(parts, usual) : undefined;
  return format && days.length > 0 ? { ...format, formats: ['%Y-%m-%d', ...format.formats] } : format;
}

const units = ['day', 'week', 'month', 'quarter'] as const;

/** Dates that are worded, which are read without conversion; undefined if some are neither these nor ISO 8601. */
function wordedFormat(texts: readonly string[]): DateFormat | undefined {
  const found = texts.map((text) => (iso.test(text) ? 'day' : wordedDate(text)?.unit));
  if (found.includes(undefined)) return undefined;
  const unit = units.findLast((each) => found.includes(each));
  return { ...fixed([]), isWorded: true, ...(unit && unit !== 'day' && { unit }) };
}

const timeNames = /time|date|created|updated|stamp|_at$|epoch|unix|zeit|datum|(?:^|_)ts$/i;

/** How whole numbers are instants, which only the name of their column tells. */
export function epochFormatOf(name: string, texts: readonly string[]): DateFormat | undefined {
  if (!timeNames.test(name) || texts.length === 0) return undefined;
  if (texts.every((text) => /^1\d{9}$/.test(text.trim()))) return { ...fixed([]), perSecond: 1 };
  return texts.every((text) => /^1\d{12}$/.test(text.trim())) ? { ...fixed([]), perSecond: 1000 } : undefined;
}

function numberedFormat(parts: readonly RegExpExecArray[], usual: UsualOrder): DateFormat | undefined {
  const separators = new Set(parts.map(([, , separator]) => separator));
  const years = new Set(parts.map(([, , , , year = '']) => year.length));
  if (separators.size > 1 || years.size > 1) return undefined;
  const [separator = ''] = separators;
  const isDayFirst = parts.some(([, first]) => Number(first) > 12);
  const isMonthFirst = parts.some(([, , , second]) => Number(second) > 12);
  if (isDayFirst && isMonthFirst) return undefined;
  const isOpen = !isDayFirst && !isMonthFirst && separator !== '.';
  const day = isDayFirst || (!isMonthFirst && (separator === '.' || usual === 'day'));
  const order = day ? ['%d', '%m'] : ['%m', '%d'];
  const isShort = years.has(2);
  const date = [...order, isShort ? '%y' : '%Y'].join(separator);
  const formats = clocksOf(parts).map((clock) => `${date}${clock}`);
  return { formats, isOpen, isShortYear: isShort && separator === '-' };
}

/** What follows the dates, each kind once. */
function clocksOf(parts: readonly RegExpExecArray[]): string[] {
  const clocks = parts.map(([text, , , , , hour, , seconds, half]) => {
    if (hour === undefined) return '';
    const comma = /\d,\s/.test(text) ? ',' : '';
    const time = half ? '%I:%M' : '%H:%M';
    return `${comma} ${time}${seconds ? ':%S' : ''}${half ? ' %p' : ''}`;
  });
  return [...new Set(clocks)];
}
