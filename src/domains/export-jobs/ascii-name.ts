/** ASCII spellings of letters that Unicode does not decompose into an ASCII letter and marks. */
const written: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', þ: 'th', Þ: 'Th', ð: 'd', Ð: 'D', đ: 'd', Đ: 'D' },
  ...{ ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', ħ: 'h', Ħ: 'H', ŧ: 't', Ŧ: 'T', ŋ: 'n', Ŋ: 'N', ı: 'i', ĸ: 'k' },
  ...{ '‐': '-', '–': '-', '—': '-', '−': '-', '’': "'", '‘': "'" },
};

/**
 * A name in printable ASCII without `"`, `\` and `%`: `Größe Łódź.pdf` is `Grosse Lodz.pdf`. Other scripts are dropped;
 * may be empty.
 */
export function asciiName(name: string): string {
  return [...name.normalize('NFKD')]
    .map((character) => written[character] ?? character)
    .join('')
    .replace(/[^\x20-\x7e]|["\\%]/g, '')
    .trim();
}
