import { latin } from './other-scripts.ts';

/** What a text such as `24. Januar 2026` or `Q1 2026` names. */
export interface WordedDate {
  /** In ISO 8601: a day or a time; of a longer unit the first day. */
  readonly iso: string;
  readonly unit: DateUnit;
}

export type DateUnit = 'day' | 'week' | 'month' | 'quarter';

/** The languages of reports, and countries that name months in their own way. */
const languages = 'en de de-AT fr es pt pl uk ru ar ar-SY ar-DZ ar-MA'.split(' ');
/** What people and programs write besides. */
const otherNames: readonly string[] = [
  'ene jän janer',
  'febr fév feb',
  'mrz maerz mär',
  'abr avr apr',
  'may mai maj',
  'june juin jun',
  'july juil jul',
  'aoû ago aug اغسطس',
  'sept set сен',
  'oct okt اكتوبر',
  'nov nov ноя',
  'dez déc dic',
];

/** The names of each month in lower case without points: as they stand alone and in dates, long and short. */
const monthNames: readonly (readonly string[])[] = otherNames.map((others, index) => [
  ...new Set([...languages.flatMap((language) => namesOf(language, index)), ...others.split(' ')]),
]);

function namesOf(language: string, index: number): string[] {
  const first = new Date(Date.UTC(2026, index, 1));
  return (['long', 'short'] as const).flatMap((month) =>
    [{}, { day: 'numeric' } as const, { year: 'numeric' } as const].map((others) => {
      const options = { month, ...others, timeZone: 'UTC', calendar: 'gregory' } as const;
      const format = new Intl.DateTimeFormat(language, options);
      const name = format.formatToParts(first).find(({ type }) => type === 'month')?.value ?? '';
      return name.toLowerCase().replaceAll('.', '');
    }),
  );
}

const month = `(${monthNames
  .flat()
  .sort((one, other) => other.length - one.length)
  .join('|')})`;
const day = '([0-9]{1,2})(?:st|nd|rd|th|er|º|ª)?';
const year = '([0-9]{4})';
const time = '(?: ([0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?: [ap]m)?)(?: (?:utc|gmt))?)?';
const weekday = String.raw`(?:\p{L}+ ){0,2}`;
const week = 'w|kw|cw|wk|week|woche|semaine|semana|tydzień|неделя|тиждень';
const quarter = 'q|t|quarter|quartal|trimestre|kwartał|квартал';

/** Which part of a date stands in which group of a form. */
type Part = 'year' | 'shortYear' | 'month' | 'monthNumber' | 'day' | 'week' | 'weekday' | 'quarter' | 'time';

interface Form {
  readonly unit: DateUnit;
  readonly pattern: RegExp;
  readonly parts: readonly Part[];
}

function form(unit: DateUnit, pattern: string, ...parts: Part[]): Form {
  return { unit, pattern: new RegExp(`^${pattern}$`, 'u'), parts };
}

/** How dates are worded, in lower case with one space in place of everything between words and numbers. */
const forms: readonly Form[] = [
  form('day', `${weekday}${day} ${month} ${year}${time}`, 'day', 'month', 'year', 'time'),
  form('day', `${weekday}${month} ${day} ${year}${time}`, 'month', 'day', 'year', 'time'),
  form('day', `${year} ${month} ${day}${time}`, 'year', 'month', 'day', 'time'),
  form('day', `${year}年 ?${day}月 ?${day}日 ?(?:\\p{L}+)?${time}`, 'year', 'monthNumber', 'day', 'time'),
  form('month', `${month} ${year}`, 'month', 'year'),
  form('month', `${year} ${month}`, 'year', 'month'),
  form('month', `${month}-([0-9]{2})`, 'month', 'shortYear'),
  form('month', `${year}年 ?${day}月`, 'year', 'monthNumber'),
  form('week', `${year} ?(?:${week}) ?([0-9]{1,2})`, 'year', 'week'),
  form('week', `(?:${week}) ?([0-9]{1,2}) ${year}`, 'week', 'year'),
  form('day', `${year} ?w([0-9]{2}) ([1-7])`, 'year', 'week', 'weekday'),
  form('quarter', `${year} ?(?:q|t)([1-4])`, 'year', 'quarter'),
  form('quarter', `(?:q|t)([1-4]) ?${year}`, 'quarter', 'year'),
  form('quarter', `([1-4]) ?(?:${quarter}) ?${year}`, 'quarter', 'year'),
  form('quarter', `${year}年 ?第?([1-4])四半期`, 'year', 'quarter'),
];

/** Words between the parts of a date, of all the languages. */
const fillers = / (?:(?:de|del|of|at|г|р|года|року|r|roku|um|uhr|à|às|a|la|las|в|о|o|في|الساعة) )+/g;
const between = /[^\p{L}\p{M}0-9:]+/gu;
/** As `Jan-26`, which is no day. */
const monthOfShortYear = /^(\p{L}+)\.?[-'’]([0-9]{2})$/u;

/** A text as `forms` are for. */
function wordsOf(text: string): string {
  const lower = text.toLowerCase();
  if (monthOfShortYear.test(lower)) return lower.replace(monthOfShortYear, '$1-$2');
  return ` ${lower} `.replaceAll(between, ' ').replaceAll(fillers, ' ').trim();
}

/** A text without what only a program's display adds: digits of another script, blanks, the apostrophe of Excel. */
export function bareText(text: string): string {
  return latin(text).trim().replace(/^'/, '').trim();
}

/** Reads a date that is worded; undefined if a text is none, or names a day that there is not. */
export function wordedDate(text: string): WordedDate | undefined {
  const words = wordsOf(bareText(text));
  for (const { unit, pattern, parts } of forms) {
    const found = pattern.exec(words);
    if (!found) continue;
    const values = new Map(parts.map((part, index) => [part, found[index + 1] ?? '']));
    const day = dayOf(values);
    const clock = clockOf(values.get('time') ?? '');
    if (day === undefined || clock === undefined) return undefined;
    return { iso: `${day}${clock}${/ (?:utc|gmt)$/.test(words) ? '+00' : ''}`, unit };
  }
  return undefined;
}

const unfinished = new RegExp(
  `^(?:${month}(?: [0-9]{1,2})?|[0-9]{1,2} ${month}|[0-9]{1,2} ?月|(?:q|t) ?[1-4]|[1-4] ?(?:${quarter})|(?:${week}) ?[0-9]{1,2}|(?:0?[1-9]|1[0-2]) [0-9]{1,2}|[0-9]{1,2} (?:0?[1-9]|1[0-2]))$`,
  'u',
);

/** Whether a text names a month, a week, a quarter or a day without its year, such as `Jan`, `Q1` or `24.01.`. */
export function lacksYear(text: string): boolean {
  return unfinished.test(wordsOf(bareText(text)));
}

function dayOf(parts: ReadonlyMap<Part, string>): string | undefined {
  const number = (part: Part) => Number(parts.get(part));
  const year = parts.has('year') ? number('year') : 2000 + number('shortYear');
  try {
    if (parts.has('week')) {
      const first = Temporal.PlainDate.from({ year, month: 1, day: 4 });
      const days = (number('week') - 1) * 7 + (parts.has('weekday') ? number('weekday') : 1) - first.dayOfWeek;
      const found = first.add({ days });
      return found.yearOfWeek === year && number('week') > 0 ? found.toString() : undefined;
    }
    const quarter = parts.get('quarter');
    const name = parts.get('month');
    const named = monthNames.findIndex((names) => name !== undefined && names.includes(name)) + 1;
    const month = quarter === undefined ? named || number('monthNumber') : Number(quarter) * 3 - 2;
    const day = parts.has('day') ? number('day') : 1;
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }).toString();
  } catch {
    return undefined;
  }
}

/** The time behind a day; undefined if there is none such. */
function clockOf(text: string): string | undefined {
  if (text === '') return '';
  const [, hour = '', minute = '', second = '00', half] = /^(\d+):(\d+)(?::(\d+))?(?: ([ap]m))?$/.exec(text) ?? [];
  const isHalf = half !== undefined;
  if (Number(hour) > (isHalf ? 12 : 23) || (isHalf && hour === '0') || Number(minute) > 59 || Number(second) > 59)
    return undefined;
  const ofDay = isHalf ? (Number(hour) % 12) + (half === 'pm' ? 12 : 0) : Number(hour);
  return ` ${String(ofDay).padStart(2, '0')}:${minute}:${second}`;
}
