import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrandFont, brandFonts } from '../../documents/brand-fonts.ts';

/** The fonts of a report, each in full: packing copies the files that are named like this, and no others. */
const files = {
  sans: new URL('400Regular/NotoSans_400Regular.ttf', import.meta.resolve('@expo-google-fonts/noto-sans')),
  sansBold: new URL('700Bold/NotoSans_700Bold.ttf', import.meta.resolve('@expo-google-fonts/noto-sans')),
  vazirmatn: new URL('400Regular/Vazirmatn_400Regular.ttf', import.meta.resolve('@expo-google-fonts/vazirmatn')),
  vazirmatnBold: new URL('700Bold/Vazirmatn_700Bold.ttf', import.meta.resolve('@expo-google-fonts/vazirmatn')),
  arabic: new URL(
    '400Regular/NotoSansArabic_400Regular.ttf',
    import.meta.resolve('@expo-google-fonts/noto-sans-arabic'),
  ),
  arabicBold: new URL('700Bold/NotoSansArabic_700Bold.ttf', import.meta.resolve('@expo-google-fonts/noto-sans-arabic')),
  hebrew: new URL(
    '400Regular/NotoSansHebrew_400Regular.ttf',
    import.meta.resolve('@expo-google-fonts/noto-sans-hebrew'),
  ),
  hebrewBold: new URL('700Bold/NotoSansHebrew_700Bold.ttf', import.meta.resolve('@expo-google-fonts/noto-sans-hebrew')),
  japanese: new URL('400Regular/NotoSansJP_400Regular.ttf', import.meta.resolve('@expo-google-fonts/noto-sans-jp')),
  japaneseBold: new URL('700Bold/NotoSansJP_700Bold.ttf', import.meta.resolve('@expo-google-fonts/noto-sans-jp')),
  chinese: new URL('400Regular/NotoSansSC_400Regular.ttf', import.meta.resolve('@expo-google-fonts/noto-sans-sc')),
  chineseBold: new URL('700Bold/NotoSansSC_700Bold.ttf', import.meta.resolve('@expo-google-fonts/noto-sans-sc')),
  korean: new URL('400Regular/NotoSansKR_400Regular.ttf', import.meta.resolve('@expo-google-fonts/noto-sans-kr')),
  koreanBold: new URL('700Bold/NotoSansKR_700Bold.ttf', import.meta.resolve('@expo-google-fonts/noto-sans-kr')),
  sansItalic: new URL(
    '400Regular_Italic/NotoSans_400Regular_Italic.ttf',
    import.meta.resolve('@expo-google-fonts/noto-sans'),
  ),
  emoji: new URL(
    '400Regular/NotoColorEmoji_400Regular.ttf',
    import.meta.resolve('@expo-google-fonts/noto-color-emoji'),
  ),
} as const;

interface FamilyFiles {
  readonly regular: URL;
  readonly bold: URL;
  readonly italic: URL;
}

/** The families that a brand may choose, looked for when one does. */
const brandFiles: Readonly<Record<BrandFont, () => FamilyFiles>> = {
  'Noto Sans': () => ({ regular: files.sans, bold: files.sansBold, italic: files.sansItalic }),
  'Open Sans': () => ({
    regular: new URL('400Regular/OpenSans_400Regular.ttf', import.meta.resolve('@expo-google-fonts/open-sans')),
    bold: new URL('700Bold/OpenSans_700Bold.ttf', import.meta.resolve('@expo-google-fonts/open-sans')),
    italic: new URL(
      '400Regular_Italic/OpenSans_400Regular_Italic.ttf',
      import.meta.resolve('@expo-google-fonts/open-sans'),
    ),
  }),
  'Source Sans 3': () => ({
    regular: new URL('400Regular/SourceSans3_400Regular.ttf', import.meta.resolve('@expo-google-fonts/source-sans-3')),
    bold: new URL('700Bold/SourceSans3_700Bold.ttf', import.meta.resolve('@expo-google-fonts/source-sans-3')),
    italic: new URL(
      '400Regular_Italic/SourceSans3_400Regular_Italic.ttf',
      import.meta.resolve('@expo-google-fonts/source-sans-3'),
    ),
  }),
  Lato: () => ({
    regular: new URL('400Regular/Lato_400Regular.ttf', import.meta.resolve('@expo-google-fonts/lato')),
    bold: new URL('700Bold/Lato_700Bold.ttf', import.meta.resolve('@expo-google-fonts/lato')),
    italic: new URL('400Regular_Italic/Lato_400Regular_Italic.ttf', import.meta.resolve('@expo-google-fonts/lato')),
  }),
  'PT Serif': () => ({
    regular: new URL('400Regular/PTSerif_400Regular.ttf', import.meta.resolve('@expo-google-fonts/pt-serif')),
    bold: new URL('700Bold/PTSerif_700Bold.ttf', import.meta.resolve('@expo-google-fonts/pt-serif')),
    italic: new URL(
      '400Regular_Italic/PTSerif_400Regular_Italic.ttf',
      import.meta.resolve('@expo-google-fonts/pt-serif'),
    ),
  }),
};

/** The files of a family that a brand may choose. */
export function brandFontFiles(font: BrandFont): FamilyFiles {
  return brandFiles[font]();
}

/** The folders of every font of the house that a PDF may embed, one file each. */
export function fontFolders(): string[] {
  return Object.values(files).map((file) => dirname(fileURLToPath(file)));
}

/** Those of the families that brands may choose. */
export function brandFontFolders(): string[] {
  const chosen = brandFonts.filter((font) => font !== 'Noto Sans');
  return chosen.flatMap((font) => Object.values(brandFontFiles(font)).map((file) => dirname(fileURLToPath(file))));
}

type HanLanguage = 'ja' | 'zh' | 'ko';

const hanFonts: Readonly<Record<HanLanguage, string>> = { ja: 'Noto Sans JP', zh: 'Noto Sans SC', ko: 'Noto Sans KR' };
const kana = /[\p{sc=Hiragana}\p{sc=Katakana}]/u;
const hangul = /\p{sc=Hangul}/u;

/** Which country's forms Han characters take: the locale's, or else Japan's next to kana and China's otherwise. */
function hanLanguage(locale: string, text: string): HanLanguage {
  const { language } = new Intl.Locale(locale).maximize();
  if (language === 'ja' || language === 'zh' || language === 'ko') return language;
  return kana.test(text) ? 'ja' : 'zh';
}

/** East Asian letters and punctuation, emoji, and the symbols that only those fonts have. */
const eastAsianOrSymbol =
  /[\u2190-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{1f000}-\u{3ffff}]/u;

/** A family by name, or one only for the characters that a regular expression matches. */
export type FontFamily = string | { readonly name: string; readonly covers: string };

const notoArabic = 'Noto Sans Arabic';

/** The digits of Noto Sans Arabic all have the same width; those of Vazirmatn do not. */
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

/** What Noto Sans covers by itself: Latin, Greek, Cyrillic, and their punctuation and currencies. */
const western = /^[\0-\u052f\u1e00-\u206f\u20a0-\u20bf\u2100-\u214f\u2212]*$/;

/**
 * The font families for everything a report shows, in order of preference: only Noto Sans if it has every letter. Typst
 * reads a font when it first needs a letter from it, and for a letter without a glyph every font in the list, so large
 * ones that cannot help are left out. A brand's own family comes first: what it lacks is set in the others.
 */
export function fontFamilies(locale: string, text: string, font: BrandFont = 'Noto Sans'): FontFamily[] {
  const families = houseFamilies(locale, text);
  return font === 'Noto Sans' ? families : [font, ...families];
}

function houseFamilies(locale: string, text: string): FontFamily[] {
  if (western.test(text)) return ['Noto Sans'];
  const small = ['Noto Sans', ...arabicFamilies(text), 'Noto Sans Hebrew'];
  if (!eastAsianOrSymbol.test(text)) return small;
  const language = hanLanguage(locale, text);
  const others = Object.values(hanFonts).filter((family) => family !== hanFonts[language]);
  return [...small, hanFonts[language], ...others, 'Noto Color Emoji'];
}

/** The Latin letters in the 48 KB of Noto Sans Hebrew, drawn as in Noto Sans. */
const commonLatin = /^[\x20-\x7e\u00a0£¥§À-ÿ–—…€−]*$/;

/**
 * The font files that the labels of a picture need. resvg reads a file again for every letter, so a small one draws
 * four times as fast as Noto Sans with its 629 KB.
 */
export function labelFontFiles(locale: string, text: string): string[] {
  if (commonLatin.test(text)) return [fileURLToPath(files.hebrew)];
  return labelFonts(locale, text).map((file) => fileURLToPath(file));
}

function labelFonts(locale: string, text: string): URL[] {
  const fonts: URL[] = [files.sans];
  if (/\p{sc=Arabic}/u.test(text)) fonts.push(files.arabic);
  if (/\p{sc=Hebrew}/u.test(text)) fonts.push(files.hebrew);
  if (!eastAsianOrSymbol.test(text)) return fonts;
  const eastAsian = { ja: files.japanese, zh: files.chinese, ko: files.korean };
  const language = hanLanguage(locale, text);
  fonts.push(eastAsian[language]);
  if (hangul.test(text) && language !== 'ko') fonts.push(files.korean);
  return fonts;
}
