import type { NumberFormat } from './config.ts';
import { quote } from './sql.ts';

const foreignDigits = '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹０１２３４５６７８９';
const foreignMarks = '．，－＋（）％٪／：\u3000';
const latinMarks = '.,-+()%%/: ';
/** Marks that order letters, not to be seen. */
const unseen = '\u200e\u200f\u061c\u2066\u2067\u2068\u2069\ufeff';

const from = foreignDigits + foreignMarks;
const to = '0123456789'.repeat(3) + latinMarks;
const latinOf = new Map([...from].map((character, index) => [character, to[index] ?? '']));
const otherCharacter = new RegExp(`[${from}٫٬${unseen}]`, 'g');

const isLatin = /^[\x20-\x7e\u00a0\u202f€−]*$/;

/** A text with the digits and marks of other scripts as in `1,234.56`. */
export function latin(text: string): string {
  if (isLatin.test(text)) return text;
  return text.replaceAll(otherCharacter, (character) => {
    if (character === '٫') return '.';
    return character === '٬' ? ',' : (latinOf.get(character) ?? '');
  });
}

/** A text as SQL, with the digits and marks of other scripts as in `format`; most texts have none. */
export function latinSql(text: string, { decimal, thousands }: NumberFormat = { decimal: '.' }): string {
  const marks = thousands === undefined ? '٫' : '٫٬';
  const written = `translate(${text}, ${quote(from + marks + unseen)}, ${quote(`${to}${decimal}${thousands ?? ''}`)})`;
  return `CASE WHEN strlen(${text}) = length(${text}) THEN ${text} ELSE ${written} END`;
}
