const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Whether the text is a well-formed BCP 47 tag of a known language; `german` is only well-formed. */
export function isLocale(text: string): boolean {
  try {
    return languageNames.of(new Intl.Locale(text).language) !== undefined;
  } catch {
    return false;
  }
}
