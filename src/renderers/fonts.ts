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

const hanFonts = { ja: 'Noto Sans JP', zh: 'Noto Sans SC', ko: 'Noto Sans KR' };
const kana = /[\p{sc=Hiragana}\p{sc=Katakana}]/u;

/** The font families in order of preference. Han characters look as the locale writes them, or as in Japan beside kana. */
export function fontFamilies(locale: string, text: string): string[] {
  const { language } = new Intl.Locale(locale);
  const own = language === 'ja' || language === 'zh' || language === 'ko' ? hanFonts[language] : undefined;
  const first = own ?? (kana.test(text) ? hanFonts.ja : hanFonts.zh);
  const others = Object.values(hanFonts).filter((family) => family !== first);
  return ['Noto Sans', 'Noto Sans Arabic', 'Noto Sans Hebrew', first, ...others, 'Noto Color Emoji'];
}

/** What the 48 KB of Noto Sans Hebrew cover of Latin, in the letters of Noto Sans. */
const commonLatin = /^[\x20-\x7e\u00a0£¥§À-ÿ–—…€−]*$/;

/**
 * The font files that the labels of a picture need. resvg reads a file anew for every letter, so a small one draws
 * four times as fast as Noto Sans with its 629 KB.
 */
export function labelFontFiles(text: string): string[] {
  const file = (font: string, name: string) => join(folder(font, regular), `${name}_${regular}.ttf`);
  const hebrew = file('noto-sans-hebrew', 'NotoSansHebrew');
  if (commonLatin.test(text)) return [hebrew];
  const files = [file('noto-sans', 'NotoSans')];
  if (/\p{sc=Arabic}/u.test(text)) files.push(file('noto-sans-arabic', 'NotoSansArabic'));
  if (/\p{sc=Hebrew}/u.test(text)) files.push(hebrew);
  if (/\p{sc=Hangul}/u.test(text)) files.push(file('noto-sans-kr', 'NotoSansKR'));
  if (kana.test(text)) files.push(file('noto-sans-jp', 'NotoSansJP'));
  else if (/\p{sc=Han}/u.test(text)) files.push(file('noto-sans-sc', 'NotoSansSC'));
  return files;
}
