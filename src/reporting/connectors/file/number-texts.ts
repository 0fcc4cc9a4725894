import { quote } from './sql.ts';

/** A text that people read as a number, such as `1.007,50 €`. */
interface NumberText {
  /** Undefined if ambiguous, as in `12,345`. */
  readonly decimal: '.' | ',' | undefined;
  /** Everything in it besides digits, points, commas and the sign. */
  readonly others: string;
}

/** Spaces that separate thousands; the last two are no-break spaces. */
const spaces = ' \u00a0\u202f';
const apostrophes = "'’";
const minus = '−';
const sign = `[+\\-${minus}]?`;
const currency = '(?:\\p{Sc}|\\p{L}{1,3}\\p{Sc}?)?';
const form = new RegExp(
  `^${sign}${currency}\\s?${sign}(?<digits>\\d+(?:[.,${apostrophes}${spaces}]\\d+)*)\\s?(?:%|${currency})$`,
  'u',
);

function read(text: string): NumberText | undefined {
  const trimmed = text.trim();
  const digits = form.exec(trimmed)?.groups?.digits;
  if (digits === undefined) return undefined;
  const marks = digits.replaceAll(/\d/g, '');
  const last = marks.at(-1) ?? '';
  const isRepeated = marks.indexOf(last) < marks.length - 1;
  // Only the thousands separator can occur more than once; if it comes last, it is before three digits and the only
  // kind.
  if (isRepeated && (new Set(marks).size > 1 || !/\D\d{3}$/.test(digits))) return undefined;
  const others = trimmed.replaceAll(/[\d.,+-]/g, '');
  return { decimal: decimalOf(digits, last, isRepeated, marks.length), others };
}

function decimalOf(digits: string, last: string, isRepeated: boolean, marks: number): '.' | ',' | undefined {
  if (last !== '.' && last !== ',') return undefined;
  if (isRepeated) return last === '.' ? ',' : '.';
  const isOpen = marks === 1 && /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits);
  return isOpen ? undefined : last;
}

/**
 * How to convert the texts of a column to numbers: an SQL expression, or two if it is unclear which mark is the decimal
 * one; none if no text is a number or the texts contradict each other. Texts that are not numbers are skipped.
 */
export function conversionsOf(texts: readonly string[], column = 'price'): string[] {
  const numbers = texts.flatMap((text) => read(text) ?? []);
  const decimals = new Set(numbers.flatMap(({ decimal }) => decimal ?? []));
  if (numbers.length === 0 || decimals.size > 1) return [];
  const others = new Set(numbers.flatMap(({ others }) => [...others]));
  const [decimal = openDecimal(others, texts)] = decimals;
  const answers = decimal === undefined ? ([',', '.'] as const) : [decimal];
  return answers.map((mark) => conversionTo(mark, others, column));
}

/** Without a point or a comma either works; otherwise the apostrophe goes with the point. */
function openDecimal(others: ReadonlySet<string>, texts: readonly string[]): '.' | ',' | undefined {
  if ([...apostrophes].some((mark) => others.has(mark))) return '.';
  return texts.some((text) => /[.,]/.test(text)) ? undefined : ',';
}

function conversionTo(decimal: '.' | ',', others: ReadonlySet<string>, column: string): string {
  const isSpaced = [...spaces].some((space) => others.has(space));
  const hasApostrophe = [...apostrophes].some((mark) => others.has(mark));
  const known = new Set([...spaces, ...apostrophes, minus]);
  const dropped = [...others].filter((character) => !known.has(character)).join('');
  const [signFrom, signTo] = others.has(minus) ? [minus, '-'] : ['', ''];
  const marks = decimal === ',' ? ',.' : ',';
  const from = `${signFrom}${marks}${hasApostrophe ? apostrophes : ''}${dropped}${isSpaced ? ' ' : ''}`;
  // Spelt out, as these look like other spaces.
  const unbroken = isSpaced ? ' || chr(160) || chr(8239)' : '';
  const to = `${signTo}${decimal === ',' ? '.' : ''}`;
  const number = `CAST(translate(${column}, ${quote(from)}${unbroken}, ${quote(to)}) AS DOUBLE)`;
  return others.has('%') ? `${number} / 100` : number;
}

const bothForms =
  "CAST(translate(price, ',.', '.') AS DOUBLE) reads 1.007,50, and CAST(translate(price, ',', '') AS DOUBLE) reads 1,007.50";

/** What to do about text without any known value. */
export const textAdvice = `Convert it to numbers: ${bothForms}.`;

/** What to do about texts that people do not read as numbers either. */
export const leaveOutAdvice = 'TRY_CAST(… AS DOUBLE) instead of CAST leaves such values out, and reports say how many.';

export function isNumberText(text: string): boolean {
  return read(text) !== undefined;
}

/** What to do about one text that is not a number. It may be the result of an expression on the file's text. */
export function valueAdvice(text: string): string {
  const isMadeOfOne = /\d[.,]\d/.test(text) && !/\p{L}/u.test(text);
  return isMadeOfOne || isNumberText(text) ? `Mind the thousands separator: ${bothForms}.` : leaveOutAdvice;
}

/** What to do about texts of a column as written in the file. `cast` converts them to numbers. */
export function columnAdvice(texts: readonly string[], column: string, cast = 'CAST'): string {
  const [first, second] = conversionsOf(texts, column).map((sql) => sql.replace(/^CAST/, cast));
  if (first === undefined) return `Its values are written in more than one way; give them one. ${textAdvice}`;
  if (second === undefined) return `Use ${first}.`;
  return `Use ${first} where the comma is the decimal mark, and ${second} where it marks thousands.`;
}
