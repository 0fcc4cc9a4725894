/**
 * The colours of a report by their role, all `#rrggbb`. Text of any role is readable on `background` and on `tint`
 * (contrast of at least 4.5 to 1).
 */
export interface Palette {
  readonly background: string;
  /** The brand's colour as it was given, for large surfaces. */
  readonly brand: string;
  /** Text on `brand`: white, or black on a light brand. */
  readonly onBrand: string;
  /** The brand's colour for lines, links and marks, made darker or lighter where it would be unreadable. */
  readonly accent: string;
  /** A hint of the accent, for surfaces under text. */
  readonly tint: string;
  /** The accent at half strength, for bars. */
  readonly bar: string;
  /** Further metrics and parts of a chart, as readable as the accent and of other hues. */
  readonly second: string;
  readonly third: string;
  readonly fourth: string;
  readonly text: string;
  /** Labels, and the compared period. */
  readonly muted: string;
  readonly rule: string;
  readonly good: string;
  readonly bad: string;
}

const houseAccent = '#1f4e79';
const white = '#ffffff';
const black = '#000000';

const light = {
  background: white,
  text: '#1c2530',
  muted: '#5d6875',
  rule: '#dde2e8',
  good: '#19703f',
  bad: '#b3261e',
};
const dark = {
  background: '#14191f',
  text: '#e8ecf1',
  muted: '#a3adb9',
  rule: '#333d48',
  good: '#63cf93',
  bad: '#ff9288',
};

/** The colours of a brand on paper and on white screens; the default ones for a colour that is not `#rrggbb`. */
export function palette(accentColor: string | null): Palette {
  return derived(accentColor, light, black);
}

/** The same roles on a dark screen. */
export function darkPalette(accentColor: string | null): Palette {
  return derived(accentColor, dark, white);
}

/** Hues that are easily told apart, in the order in which charts use them. */
const hues = ['#b45309', '#0f766e', '#1d4ed8', '#9d2f8f'];

/** All of them but the one most like the accent. */
function otherHues(accent: string): string[] {
  const own = channels(accent);
  const distance = (color: string) => Math.hypot(...channels(color).map((value, index) => value - (own[index] ?? 0)));
  const nearest = hues.toSorted((one, other) => distance(one) - distance(other))[0];
  return hues.filter((hue) => hue !== nearest);
}

function derived(accentColor: string | null, base: typeof light, towards: string): Palette {
  const brand = /^#[0-9a-f]{6}$/i.test(accentColor ?? '') ? (accentColor as string) : houseAccent;
  const accent = readable(brand, base.background, towards);
  const others = otherHues(brand).map((hue) => readable(hue, base.background, towards));
  const [second = accent, third = accent, fourth = accent] = others;
  return {
    ...base,
    second,
    third,
    fourth,
    brand,
    onBrand: contrast(white, brand) >= 4.5 ? white : black,
    accent,
    tint: mix(accent, base.background, 0.94),
    bar: mix(accent, base.background, 0.45),
  };
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

/** `part` of the second colour in the first. */
export function mix(first: string, second: string, part: number): string {
  const other = channels(second);
  const mixed = channels(first).map((value, index) => Math.round(value * (1 - part) + (other[index] ?? 0) * part));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours by WCAG 2, from 1 to 21. */
export function contrast(first: string, second: string): number {
  const [low = 0, high = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** The colour changed as little as needed to be readable on the background and, with a margin, on a tint of it. */
function readable(color: string, background: string, towards: string): string {
  for (let part = 0; part < 1; part += 0.05) {
    const moved = mix(color, towards, part);
    if (contrast(moved, background) >= 5.2) return moved;
  }
  return towards;
}
