/** The colours of a report, all `#rrggbb`. */
export interface Palette {
  /** The brand's colour, darkened where needed so that it reads on white and white reads on it (at least 4.5 to 1). */
  readonly accent: string;
  /** A breath of the accent, for surfaces under text. */
  readonly tint: string;
  /** The accent at half strength, for bars. */
  readonly bar: string;
  readonly text: string;
  readonly muted: string;
  readonly rule: string;
  readonly good: string;
  readonly bad: string;
}

const houseAccent = '#1f4e79';

export function palette(accentColor: string | null): Palette {
  const accent = readable(/^#[0-9a-f]{6}$/i.test(accentColor ?? '') ? (accentColor as string) : houseAccent);
  return {
    accent,
    tint: mix(accent, '#ffffff', 0.95),
    bar: mix(accent, '#ffffff', 0.45),
    text: '#1c2530',
    muted: '#5d6875',
    rule: '#dde2e8',
    good: '#19703f',
    bad: '#b3261e',
  };
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

/** `part` of the second colour in the first. */
function mix(first: string, second: string, part: number): string {
  const other = channels(second);
  const mixed = channels(first).map((value, index) => Math.round(value * (1 - part) + (other[index] ?? 0) * part));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** The contrast of a colour with white by WCAG 2. */
export function contrastWithWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

function readable(color: string): string {
  const steps = Array.from({ length: 21 }, (_, step) => mix(color, '#000000', step / 20));
  return steps.find((step) => contrastWithWhite(step) >= 4.5) ?? '#000000';
}
