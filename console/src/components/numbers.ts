/** How a number is written in a field; nothing for none. */
export function formatNumber(value: number, locale: string, options: Intl.NumberFormatOptions): string {
  return Number.isNaN(value) ? '' : new Intl.NumberFormat(locale, options).format(value);
}

/**
 * The number that somebody means, rounded as it is written; NaN for none. The mark that is not the language's for decimals
 * parts thousands where it can, else decimals: to Germans `1.500` is fifteen hundred, `1.5` one and a half, and `0.125` an eighth.
 */
export function parseNumber(text: string, locale: string, options: Intl.NumberFormatOptions): number {
  const plain = text
    .normalize('NFKC')
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) % 16))
    .replace(/[\s\p{Cf}%٪٬'’]/gu, '')
    .replace('٫', '.')
    .replace('−', '-');
  const [mark, other] = new Intl.NumberFormat(locale).format(0.5).includes(',') ? [',', '.'] : ['.', ','];
  const pieces = plain.split(other);
  const isFraction = /^[+-]?0?$/.test(pieces[0] ?? '');
  const partsThousands = pieces.length > 2 || plain.includes(mark) || (pieces.at(-1)?.length === 3 && !isFraction);
  const written = partsThousands ? pieces.join('').replace(mark, '.') : pieces.join('.');
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(written)) return Number.NaN;
  const { style, maximumFractionDigits = 0 } = new Intl.NumberFormat(locale, options).resolvedOptions();
  return style === 'percent'
    ? Number((Number(written) / 100).toFixed(maximumFractionDigits + 2))
    : Number(Number(written).toFixed(maximumFractionDigits));
}
