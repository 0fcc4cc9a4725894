import { type AmountText, amountIn, areSettled, spaces } from './amount-texts.ts';
import { quote } from './sql.ts';

const apostrophes = "'’";
const minus = '−';
type Mark = '.' | ',';

/** How a column's texts are converted, character by character. */
interface Conversion {
  /** The characters that are replaced by those at their places in `to`; the others are removed. */
  readonly from: string;
  readonly to: string;
  readonly decimal: Mark;
  readonly isPercent: boolean;
}

/**
 * How to convert the texts of a column to numbers: an SQL expression, or two if it is unclear which mark is the decimal
 * one. None if any of the texts would become another number than people read in it, or contradicts the others. Texts
 * that are no numbers stay none, so that `TRY_CAST` leaves them out.
 */
export function conversionsOf(texts: readonly string[], column: string, cast: 'CAST' | 'TRY_CAST' = 'CAST'): string[] {
  const unit = unitOf(texts);
  const meant = texts.filter((text) => amountIn(text)?.unit === unit);
  const amounts = meant.flatMap((text) => amountIn(text) ?? []);
  if (amounts.length === 0 || !areAlike(amounts)) return [];
  const characters = new Set(meant.flatMap((text) => [...text.trim()]));
  return marksOf(amounts).flatMap((decimal) => {
    const conversion = conversionBy(decimal, characters, amounts);
    const isSafe = texts.every((text) => isRight(text, converted(text, conversion), decimal, unit));
    return isSafe ? sqlOf(conversion, column, cast) : [];
  });
}

/** The letters beside all numbers of a column; none where some have none. */
function unitOf(texts: readonly string[]): string {
  const units = texts.flatMap((text) => amountIn(text)?.unit ?? []);
  return units.includes('') ? '' : (units[0] ?? '');
}

/** The texts of a column that are no numbers, or in another unit than the others. */
export function strangersIn(texts: readonly string[]): string[] {
  const unit = unitOf(texts);
  return texts.filter((text) => text.trim() !== '' && amountIn(text)?.unit !== unit);
}

/** Whether a plain cast reads each text as people do, with a decimal point. */
export function areReadAsWritten(texts: readonly string[]): boolean {
  return texts.every((text) => isRight(text, text, '.', ''));
}

/** Whether the engine, which casts what was made of a text, reads an amount as people do, and of other texts none. */
function isRight(text: string, made: string, decimal: Mark, unit: string): boolean {
  if (notFinite.test(made)) return false;
  const read = plainValue(made);
  const amount = amountIn(text);
  if (amount?.suffix) return false;
  if (!amount || amount.unit !== unit) return read === (amount ? undefined : plainValue(text));
  return read !== undefined && read === valueIn(amount, decimal);
}

/** One currency at most, no suffix that multiplies, and all in percent or none. */
function areAlike(amounts: readonly AmountText[]): boolean {
  const currencies = new Set(amounts.flatMap(({ currency }) => currency || []));
  return currencies.size <= 1 && amounts.every(({ isPercent }) => isPercent === amounts[0]?.isPercent);
}

/** The decimal mark, where a text tells it; else both, unless there is none in the texts. */
function marksOf(amounts: readonly AmountText[]): Mark[] {
  const told = new Set(amounts.flatMap(({ digits }) => decimalOf(digits) ?? []));
  if (told.size > 0) return [...told];
  if (amounts.some(({ digits }) => /['’]/.test(digits))) return ['.'];
  return amounts.some(({ digits }) => /[.,]/.test(digits)) ? [',', '.'] : [','];
}

/** Undefined if ambiguous, as in `12,345`. */
function decimalOf(digits: string): Mark | undefined {
  const marks = digits.replaceAll(/\d/g, '');
  const last = marks.at(-1);
  if (last !== '.' && last !== ',') return undefined;
  if (marks.indexOf(last) < marks.length - 1) return last === '.' ? ',' : '.';
  const isOpen = marks.length === 1 && /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits);
  return isOpen ? undefined : last;
}

function conversionBy(decimal: Mark, characters: ReadonlySet<string>, amounts: readonly AmountText[]): Conversion {
  const has = (some: string) => [...some].some((character) => characters.has(character));
  const others = [...characters].filter((character) => !/[\d.,+-]/.test(character));
  const dropped = others.filter((character) => !`${spaces}${apostrophes}${minus}`.includes(character)).join('');
  const marks = decimal === ',' ? ',.' : ',';
  const gaps = `${has(apostrophes) ? apostrophes : ''}${dropped}${has(spaces) ? spaces : ''}`;
  return {
    from: `${has(minus) ? minus : ''}${marks}${gaps}`,
    to: `${has(minus) ? '-' : ''}${decimal === ',' ? '.' : ''}`,
    decimal,
    isPercent: amounts[0]?.isPercent === true,
  };
}

function sqlOf({ from, to, isPercent }: Conversion, column: string, cast: string): string {
  // Spelt out, as these look like other spaces.
  const [bare = '', ...unbroken] = from.split(spaces.slice(1));
  const list = `${quote(bare)}${unbroken.length > 0 ? ' || chr(160) || chr(8239) || chr(8201)' : ''}`;
  const number = `${cast}(translate(${column}, ${list}, ${quote(to)}) AS DOUBLE)`;
  return isPercent ? `${number} / 100` : number;
}

/** The text that `translate` makes of one. */
function converted(text: string, { from, to }: Conversion): string {
  const places = new Map([...from].map((character, index) => [character, [...to][index] ?? '']));
  return [...text].map((character) => places.get(character) ?? character).join('');
}

const plainNumber = /^[ \t\r\n\v\f]*([+-]?)(\d[\d_]*)?(?:\.(\d[\d_]*)?)?(?:e([+-]?\d+))?[ \t\r\n\v\f]*$/i;
const notFinite = /^\s*[+-]?(?:nan|inf(?:inity)?)\s*$/i;

/** A number as programs write it, in one form for each value. */
function plainValue(text: string): string | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = plainNumber.exec(text) ?? [];
  if (whole + fraction === '') return undefined;
  return writtenOnce(sign === '-', whole, fraction, Number(exponent));
}

/** What people read in an amount; undefined if its digits are not grouped as thousands are. */
function valueIn({ digits, isNegative }: AmountText, decimal: Mark): string | undefined {
  const [whole = '', fraction = '', ...more] = digits.split(decimal);
  const [first = '', ...groups] = whole.split(/\D/);
  const separators = new Set(whole.replaceAll(/\d/g, ''));
  const isGrouped = groups.every((group, index) => (index === groups.length - 1 ? /^\d{3}$/ : /^\d{2,3}$/).test(group));
  if (more.length > 0 || separators.size > 1 || !isGrouped || /\D/.test(fraction)) return undefined;
  if (groups.length > 0 && !/^\d{1,3}$/.test(first)) return undefined;
  return writtenOnce(isNegative, first + groups.join(''), fraction, 0);
}

function writtenOnce(isNegative: boolean, whole: string, fraction: string, exponent: number): string {
  const all = `${whole}${fraction}`.replaceAll('_', '').replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  if (digits === '') return '0';
  const power = exponent - fraction.replaceAll('_', '').length + all.length - digits.length;
  return `${isNegative ? '-' : ''}${digits}e${power}`;
}

/** What "numbers" reads, without an expression that could be wrong for a column's other values. */
const bothForms =
  '{ "decimal": ",", "thousands": "." } in "numbers" reads 1.007,50, and { "decimal": ".", "thousands": "," } reads 1,007.50';

/** What to do about text without any known value. */
export const textAdvice = `Say how its numbers are written: ${bothForms}.`;

/** What to do about texts that people do not read as numbers either. */
export const leaveOutAdvice = 'TRY_CAST(… AS DOUBLE) instead of CAST leaves such values out, and reports say how many.';

export function isNumberText(text: string): boolean {
  return amountIn(text) !== undefined;
}

/** What to do about one text that is not a number. It may be the result of an expression on the file's text. */
export function valueAdvice(text: string): string {
  const suffixes = suffixAdvice([text]);
  if (suffixes !== undefined) return suffixes;
  const isMadeOfOne = /\d[.,]\d/.test(text) && !/\p{L}/u.test(text);
  return isMadeOfOne || isNumberText(text) ? `Mind the thousands separator: ${bothForms}.` : leaveOutAdvice;
}

/** What to do about texts of a column as written in the file. `cast` converts them to numbers. */
export function columnAdvice(texts: readonly string[], column: string, cast: 'CAST' | 'TRY_CAST' = 'CAST'): string {
  const suffixes = suffixAdvice(texts);
  if (suffixes !== undefined) return suffixes;
  const [first, second] = conversionsOf(texts, column, cast);
  if (first === undefined) return 'Its values are written in more than one way; give them one.';
  if (second === undefined) return `Use ${first}.`;
  return `Use ${first} where the comma is the decimal mark, and ${second} where it marks thousands.`;
}

/** What to do about suffixes that multiply, which no expression reads. */
function suffixAdvice(texts: readonly string[]): string | undefined {
  const example = texts.find((text) => amountIn(text)?.suffix);
  if (example === undefined) return undefined;
  const amounts = texts.flatMap((text) => amountIn(text) ?? []);
  const word = amountIn(example)?.suffix?.word;
  return areSettled(amounts)
    ? `"${word}" multiplies, which "numbers" reads: set it to how they are written, such as { "decimal": ".", "thousands": "," }.`
    : `What "${word}" multiplies by is not clear. Write the numbers out.`;
}
