import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

function folder(font: string, weight: string): string {
  return join(dirname(require.resolve(`@expo-google-fonts/${font}/package.json`)), weight);
}

const regular = '400Regular';
const bold = '700Bold';

/** The folders of every font that a PDF may embed, one file each. */
export function fontFolders(): string[] {
  const pairs = [
    'noto-sans',
    'vazirmatn',
    'noto-sans-arabic',
    'noto-sans-hebrew',
    'noto-sans-jp',
    'noto-sans-sc',
    'noto-sans-kr',
  ];
  return [
    ...pairs.flatMap((font) => [folder(font, regular), folder(font, bold)]),
    folder('noto-sans', '400Regular_Italic'),
    folder('noto-color-emoji', regular),
  ];
}

type HanLanguage = 'ja' | 'zh' | 'ko';

const hanFonts: Readonly<Record<HanLanguage, string>> = { ja: 'Noto Sans JP', zh: 'Noto Sans SC', ko: 'Noto Sans KR' };
const kana = /[\p{sc=Hiragana}\p{sc=Katakana}]/u;
const hangul = /\p{sc=Hangul}/u;

/** Whose forms Han characters have: the locale's, elsewhere Japan's beside kana and China's otherwise. */
function hanLanguage(locale: string, text: string): HanLanguage {
  const { language } = new Intl.Locale(locale).maximize();
  if (language === 'ja' || language === 'zh' || language === 'ko') return language;
  return kana.test(text) ? 'ja' : 'zh';
}

/** East Asian letters and punctuation, emoji, and the symbols that only the fonts of those have. */
const eastAsianOrSymbol =
  /[\u2190-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{1f000}-\u{3ffff}]/u;

/** A family by its name, or one for the characters alone that a regular expression names. */
export type FontFamily = string | { readonly name: string; readonly covers: string };

const notoArabic = 'Noto Sans Arabic';

/** The figures of Noto Sans Arabic are all as wide as each other; those of Vazirmatn are not. */
const arabicFigures = { name: notoArabic, covers: '[٠-٩۰-۹٪٫٬]' };

/** Arabic letters that Vazirmatn lacks, such as those of Sindhi: two fonts in one word would tear its letters apart. */
const beyondVazirmatn =
  /[[[\u0600-\u08ff]&&[\p{L}\p{M}]]--[\u0610-\u0612\u0615\u0621-\u063a\u063d\u0640-\u0658\u065a\u065b\u066e-\u0671\u0674\u0679\u067c\u067e\u0681\u0685\u0686\u0688\u0689\u0691\u0693\u0695\u0696\u0698\u069a\u06a0\u06a1\u06a4\u06a9-\u06ad\u06af\u06b5\u06ba\u06bc-\u06be\u06c0-\u06c3\u06c6-\u06d0\u06d2\u06d3\u06d5\u06dc\u0762\u0763]]/v;

/**
 * The Arabic fonts of a text. Noto Sans Arabic draws most letters as a body and its dots, two glyphs that both stand for
 * the letter, so that text copied out of a PDF has it twice. Vazirmatn draws every letter as one.
 */
function arabicFamilies(text: string): FontFamily[] {
  const isArabic = /\p{scx=Arabic}/u.test(text);
  return !isArabic || beyondVazirmatn.test(text) ? [notoArabic] : [arabicFigures, 'Vazirmatn', notoArabic];
}

/** What Noto Sans alone covers: Latin, Greek, Cyrillic and the punctuation and currencies around them. */
const western = /^[\0-\u052f\u1e00-\u206f\u20a0-\u20bf\u2100-\u214f\u2212]*$/;

/**
 * The font families of all that a report shows, in order of preference: Noto Sans alone where that has every letter. Typst
 * reads a font when it first needs a letter of it, and for a letter without a glyph every one of the list, so the large
 * ones are left out where they cannot help.
 */
export function fontFamilies(locale: string, text: string): FontFamily[] {
  if (western.test(text)) return ['Noto Sans'];
  const small = ['Noto Sans', ...arabicFamilies(text), 'Noto Sans Hebrew'];
  if (!eastAsianOrSymbol.test(text)) return small;
  const language = hanLanguage(locale, text);
  const others = Object.values(hanFonts).filter((family) => family !== hanFonts[language]);
  return [...small, hanFonts[language], ...others, 'Noto Color Emoji'];
}

/** What the 48 KB of Noto Sans Hebrew cover of Latin, in the letters of Noto Sans. */
const commonLatin = /^[\x20-\x7e\u00a0£¥§À-ÿ–—…€−]*$/;

/**
 * The font files that the labels of a picture need. resvg reads a file anew for every letter, so a small one draws
 * four times as fast as Noto Sans with its 629 KB.
 */
export function labelFontFiles(locale: string, text: string): string[] {
  const file = (font: string, name: string) => join(folder(font, regular), `${name}_${regular}.ttf`);
  const hebrew = file('noto-sans-hebrew', 'NotoSansHebrew');
  if (commonLatin.test(text)) return [hebrew];
  const files = [file('noto-sans', 'NotoSans')];
  if (/\p{sc=Arabic}/u.test(text)) files.push(file('noto-sans-arabic', 'NotoSansArabic'));
  if (/\p{sc=Hebrew}/u.test(text)) files.push(hebrew);
  if (!eastAsianOrSymbol.test(text)) return files;
  const eastAsian = {
    ja: file('noto-sans-jp', 'NotoSansJP'),
    zh: file('noto-sans-sc', 'NotoSansSC'),
    ko: file('noto-sans-kr', 'NotoSansKR'),
  };
  const language = hanLanguage(locale, text);
  files.push(eastAsian[language]);
  if (hangul.test(text) && language !== 'ko') files.push(eastAsian.ko);
  return files;
}
