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
  const pairs = ['noto-sans', 'noto-sans-arabic', 'noto-sans-hebrew', 'noto-sans-jp', 'noto-sans-sc', 'noto-sans-kr'];
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

function findHanLanguage(locale: string): HanLanguage | undefined {
  const { language } = new Intl.Locale(locale).maximize();
  return language === 'ja' || language === 'zh' || language === 'ko' ? language : undefined;
}

/** Whose forms Han characters have: the locale's, elsewhere Japan's beside kana and China's otherwise. */
function hanLanguage(locale: string, text: string): HanLanguage {
  return findHanLanguage(locale) ?? (kana.test(text) ? 'ja' : 'zh');
}

/** East Asian letters and punctuation, emoji, and the symbols that only the fonts of those have. */
const eastAsianOrSymbol =
  /[\u2190-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{1f000}-\u{3ffff}]/u;

/**
 * The font families of a document with this text, in order of preference. Typst reads a font when it first needs a letter
 * of it, and for a letter without a glyph every one of the list, so the large ones are left out where they cannot help.
 */
export function fontFamilies(locale: string, text: string): string[] {
  const small = ['Noto Sans', 'Noto Sans Arabic', 'Noto Sans Hebrew'];
  // The dates of an East Asian locale are written in it, whatever the language of the text.
  if (!findHanLanguage(locale) && !eastAsianOrSymbol.test(text)) return small;
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
