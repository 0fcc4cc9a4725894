import { type AmountText, amountIn, areSettled } from '../file/amount-texts.ts';
import type { NumberFormat } from '../file/config.ts';

/** What the texts of one column say about how its numbers are written. */
export interface NumberEvidence {
  /** The decimal mark, where a text tells it; two if the texts contradict each other. */
  readonly decimals: ReadonlySet<'.' | ','>;
  /** What groups digits, where a text tells it. */
  readonly thousands: ReadonlySet<'.' | ',' | "'" | ' '>;
  /** Marks before three digits that may be either. */
  readonly open: ReadonlySet<'.' | ','>;
  /** Whether a program reads all of them as they are, without blanks around them. */
  readonly isPlain: boolean;
  readonly isPercent: boolean;
  readonly isWhole: boolean;
  /** Whether a text has an exponent, as `1e5` has. */
  readonly isFloating: boolean;
  /** The signs and codes of currencies. */
  readonly currencies: ReadonlySet<string>;
  /** The most digits behind the decimal mark. */
  readonly scale: number;
  /** A text with a suffix that multiplies, such as `1.2k`. */
  readonly multiplied: string | undefined;
  /** Whether every suffix has one meaning. */
  readonly isSettled: boolean;
}

const plain = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** What the texts tell; undefined if one of them is not a number. */
export function numberEvidence(texts: readonly string[]): NumberEvidence | undefined {
  const evidence = {
    decimals: new Set<'.' | ','>(),
    thousands: new Set<'.' | ',' | "'" | ' '>(),
    open: new Set<'.' | ','>(),
    isPlain: true,
    isPercent: texts.length > 0,
    isWhole: true,
    isFloating: false,
    currencies: new Set<string>(),
    scale: 0,
  };
  const amounts: AmountText[] = [];
  let multiplied: string | undefined;
  for (const text of texts) {
    const isPlain = plain.test(text);
    const amount = amountIn(text);
    if (amount?.unit || !(amount || plain.test(text.trim()))) return undefined;
    evidence.isPlain &&= isPlain;
    evidence.isPercent &&= amount?.isPercent === true;
    if (!amount) {
      evidence.isWhole = false;
      evidence.isFloating = true;
      continue;
    }
    if (amount.currency !== '') evidence.currencies.add(amount.currency);
    if (amount.suffix) multiplied ??= text.trim();
    amounts.push(amount);
    weigh(amount, evidence);
  }
  return { ...evidence, multiplied, isSettled: areSettled(amounts) };
}

interface Weighed {
  readonly decimals: Set<'.' | ','>;
  readonly thousands: Set<'.' | ',' | "'" | ' '>;
  readonly open: Set<'.' | ','>;
  isWhole: boolean;
  scale: number;
}

function weigh({ digits, suffix }: AmountText, evidence: Weighed): void {
  const marks = digits.replaceAll(/\d/g, '');
  const last = marks.at(-1);
  if (last === undefined) return;
  const before = new Set([...marks.slice(0, -1)].map(kindOf));
  const isPoint = last === '.' || last === ',';
  const isRepeated = before.has(kindOf(last));
  const isGroupOfThree = /[1-9]\d{0,2}\D\d{3}$/.test(digits) && marks.length === 1;
  for (const mark of before) evidence.thousands.add(mark);
  if (!isPoint || isRepeated) return void evidence.thousands.add(kindOf(last));
  if (isGroupOfThree && !/^0/.test(digits)) return void evidence.open.add(last);
  const fraction = digits.length - 1 - digits.lastIndexOf(last) - (suffix?.power ?? 0);
  evidence.decimals.add(last);
  evidence.isWhole &&= fraction <= 0;
  evidence.scale = Math.max(evidence.scale, fraction);
}

function kindOf(mark: string): '.' | ',' | "'" | ' ' {
  if (mark === '.' || mark === ',') return mark;
  return mark === "'" || mark === '’' ? "'" : ' ';
}

/** The format that all columns of numbers have, and whether some tell so. */
export interface FileNumbers {
  readonly format: NumberFormat;
  /** Whether the decimal mark is only guessed from the separator. */
  readonly isGuessed: boolean;
  /** Whether columns contradict each other. */
  readonly isMixed: boolean;
}

/** Files separated by semicolons have the comma as decimal mark. */
export function numbersOfFile(columns: readonly NumberEvidence[], delimiter: string): FileNumbers {
  const decimals = columns.flatMap((column) => [...decimalsOf(column)]);
  const points = decimals.filter((mark) => mark === '.').length;
  const commas = decimals.length - points;
  const isGuessed = decimals.length === 0;
  const usual = delimiter === ';' ? ',' : '.';
  const decimal = points === commas ? usual : points > commas ? '.' : ',';
  const thousands = columns.flatMap((column) => [...column.thousands]).filter((mark) => mark !== decimal);
  const [first = decimal === ',' ? '.' : ','] = thousands.toSorted((a, b) => Number(isPoint(a)) - Number(isPoint(b)));
  return { format: { decimal, thousands: first }, isGuessed, isMixed: points > 0 && commas > 0 };
}

function isPoint(mark: string): boolean {
  return mark === '.' || mark === ',';
}

/** Thousands tell the decimal mark too: it is the other one, and a point beside apostrophes. */
function decimalsOf({ decimals, thousands }: NumberEvidence): ReadonlySet<'.' | ','> {
  if (decimals.size > 0) return decimals;
  if (thousands.has('.')) return new Set([',']);
  if (thousands.has(',') || thousands.has("'")) return new Set(['.']);
  return thousands.has(' ') ? new Set([',']) : new Set();
}

/** Whether a column's texts fit a format. */
export function fits({ decimals, thousands }: NumberEvidence, format: NumberFormat): boolean {
  const isGrouped = [...thousands].every((mark) => mark === format.thousands);
  return isGrouped && [...decimals].every((mark) => mark === format.decimal);
}
