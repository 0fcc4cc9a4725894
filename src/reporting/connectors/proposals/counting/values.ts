import { amountIn } from '../../file/amount-texts.ts';

/** A numeric column of a sample, as its values are written. */
export interface Values {
  readonly name: string;
  /** Of each row; null where there is none. Per cent signs are taken for hundredths. */
  readonly numbers: readonly (number | null)[];
  /** The digits behind the decimal point that nearly all values keep to. */
  readonly digits: number;
  readonly isPercent: boolean;
  /** Whether its values have the mark of a currency. */
  readonly isMoney: boolean;
}

/** Rows that a wider reach of digits would be found in are few: a 0.30000000000000004 among amounts is one. */
const nearlyAll = 0.95;

/** The values of texts; `decimal` is the decimal mark, undefined where numbers are as programs write them. */
export function valuesOf(
  name: string,
  texts: readonly (string | null)[],
  { decimal, isPercent = false, isMoney = false }: { decimal?: '.' | ','; isPercent?: boolean; isMoney?: boolean } = {},
): Values {
  const read = texts.map((text) => (text === null ? undefined : numberOf(text, decimal)));
  const written = read.flatMap((one) => one?.digits ?? []).sort((one, other) => one - other);
  const digits = written[Math.max(0, Math.ceil(written.length * nearlyAll) - 1)] ?? 0;
  const numbers = read.map((one) => (one === undefined ? null : isPercent ? one.value / 100 : one.value));
  return { name, numbers, digits: isPercent ? digits + 2 : digits, isPercent, isMoney };
}

function numberOf(text: string, decimal: '.' | ',' | undefined): { value: number; digits: number } | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (decimal === undefined) return plainNumber(trimmed);
  const amount = amountIn(trimmed);
  if (!amount) return plainNumber(trimmed);
  const kept = amount.digits.replaceAll(decimal === ',' ? /[^\d,]/g : /[^\d.]/g, '').replace(',', '.');
  const power = amount.suffix?.power ?? 0;
  return plainNumber(`${amount.isNegative ? '-' : ''}${kept.replace(/\.$/, '')}e${power}`);
}

function plainNumber(text: string): { value: number; digits: number } | undefined {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) return undefined;
  const [, fraction = '', exponent = '0'] = /^[^.e]*(?:\.(\d*?))?0*(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  return { value, digits: Math.max(0, fraction.length - Number(exponent)) };
}
