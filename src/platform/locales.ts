/** Made when somebody asks: its data takes 10 ms to load, which every start would pay. */
let languageNames: Intl.DisplayNames | undefined;

/** Whether the text is a well-formed BCP 47 tag of a known language; `german` is only well-formed. */
export function isLocale(text: string): boolean {
  languageNames ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  try {
    return languageNames.of(new Intl.Locale(text).language) !== undefined;
  } catch {
    return false;
  }
}
