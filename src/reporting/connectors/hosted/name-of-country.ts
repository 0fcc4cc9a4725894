/** Made when somebody asks: its data takes 10 ms to load, which every start would pay. */
let names: Intl.DisplayNames | undefined;

/** The English name of a country by its code of two capital letters (ISO 3166-1); the code itself of an unknown one. */
export function nameOfCountry(code: string): string {
  names ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
  return names.of(code) ?? code;
}
