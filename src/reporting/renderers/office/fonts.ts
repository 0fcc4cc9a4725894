import type { BrandFont } from '../../documents/brand-fonts.ts';

const latin = 'Calibri';
const otherComplex = 'Arial';
const kana = /[\p{sc=Hiragana}\p{sc=Katakana}]/u;
const hangul = /\p{sc=Hangul}/u;

/** Fonts that come with Office, by script. */
const byScript: Readonly<Record<string, string>> = {
  Jpan: 'Yu Gothic',
  Kore: 'Malgun Gothic',
  Hans: 'Microsoft YaHei',
  Hant: 'Microsoft JhengHei',
  Thai: 'Leelawadee UI',
  Deva: 'Nirmala UI',
  Beng: 'Nirmala UI',
  Taml: 'Nirmala UI',
};
const eastAsian = ['Jpan', 'Kore', 'Hans', 'Hant'];

/**
 * The fonts of a document for Latin, East Asian and complex scripts. Han characters take the forms of the locale, or
 * else those of Japan or Korea if the text has kana or Hangul. A brand's own font is for Latin.
 */
export function officeFonts(locale: string, text: string, font: BrandFont | undefined) {
  const script = new Intl.Locale(locale).maximize().script ?? '';
  const beside = kana.test(text) ? 'Jpan' : hangul.test(text) ? 'Kore' : 'Hans';
  const han = eastAsian.includes(script) ? script : beside;
  const complex = eastAsian.includes(script) ? undefined : byScript[script];
  return { latin: font ?? latin, eastAsian: byScript[han] ?? latin, complex: complex ?? otherComplex };
}
