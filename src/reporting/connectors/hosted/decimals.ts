const form = /^(-?\d{1,60})(?:\.(\d{1,60}))?(?:[eE]([+-]?\d{1,2}))?$/;

/** The text of a figure that a vendor gives as a number or as text; undefined if it is neither. */
export function decimalText(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && form.test(text) ? text : undefined;
}

/** The exact sum of decimals (`decimalText`), which doubles would miss by a fraction of a cent; another such text. */
export function addDecimals(texts: readonly string[]): string {
  const parts = texts.map(partsOf);
  const scale = parts.reduce((most, part) => Math.max(most, part.scale), 0);
  const sum = parts.reduce((total, part) => total + part.digits * 10n ** BigInt(scale - part.scale), 0n);
  return `${sum}e-${scale}`;
}

/** A decimal as whole digits, of which the last `scale` come after the point. */
function partsOf(text: string): { readonly digits: bigint; readonly scale: number } {
  const [, whole = '', fraction = '', exponent = '0'] = form.exec(text) ?? [];
  return { digits: BigInt(whole + fraction), scale: fraction.length - Number(exponent) };
}
