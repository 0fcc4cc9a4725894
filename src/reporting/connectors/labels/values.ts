import { translationsOf } from './translations.ts';

const namings: Readonly<Record<string, (language: string) => (value: string) => string>> = {
  country(language) {
    const names = regionNames(language, 'long');
    return (value) => {
      const code = codesOfCountries().get(value);
      return (code && names.of(code)) ?? value;
    };
  },
  device(language) {
    const words = translationsOf(language);
    return (value) => words.get(value.charAt(0).toUpperCase() + value.slice(1)) ?? value;
  },
};

/** What values of a dimension are called in a language (ISO 639); undefined where each system has its own. */
export function namingOf(dimension: string, language: string): ((value: string) => string) | undefined {
  return namings[dimension]?.(language);
}

function regionNames(language: string, style: 'long' | 'short'): Intl.DisplayNames {
  return new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' });
}

let codes: ReadonlyMap<string, string> | undefined;

/** The codes of countries (ISO 3166 alpha-2) by themselves and by the English names: systems have the one or the other. */
function codesOfCountries(): ReadonlyMap<string, string> {
  codes ??= findCodes();
  return codes;
}

function findCodes(): ReadonlyMap<string, string> {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index));
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  const [long, short] = [regionNames('en', 'long'), regionNames('en', 'short')];
  const known = pairs.filter((code) => long.of(code) !== undefined);
  return new Map(known.flatMap((code) => [code, short.of(code), long.of(code)].map((name) => [name ?? code, code])));
}
