/** The digits that the fonts of PDF files have: Latin, the two Arabic ones, Devanagari, and those of East Asia. */
const drawn: ReadonlySet<string> = new Set(['latn', 'arab', 'arabext', 'deva', 'fullwide', 'hanidec']);
const locales = new Map<string, string>();
const mostLocales = 500;

/**
 * The locale with digits that every file can show: its own, or else Latin ones. A report whose figures cannot be shown
 * is useless.
 */
export function withDrawnDigits(locale: string): string {
  const known = locales.get(locale);
  if (known !== undefined) return known;
  const { numberingSystem } = new Intl.NumberFormat(locale).resolvedOptions();
  const legible = drawn.has(numberingSystem) ? locale : new Intl.Locale(locale, { numberingSystem: 'latn' }).toString();
  if (locales.size >= mostLocales) locales.clear();
  locales.set(locale, legible);
  return legible;
}
