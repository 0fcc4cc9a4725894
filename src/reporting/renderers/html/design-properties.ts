import { chartStrokes, metricStyles, spacing, typeScale } from '../design.ts';

/**
 * Screens are read from farther away than paper: 10 points on paper become one rem, 16 pixels unless the reader has
 * changed it.
 */
export const pointsPerRem = 10;

/** The shared sizes as CSS custom properties, for the stylesheet to build on. Strokes stay in points. */
export function designProperties(): string {
  const { title, ...sizes } = typeScale;
  const { compareDash, targetDash, area, filledArea, band, ...strokes } = chartStrokes;
  const properties = [
    ...Object.entries(sizes).map(([name, points]) => `--size-${name}: ${points / pointsPerRem}rem;`),
    ...Object.entries(title).map(([name, points]) => `--title-${name}: ${points / pointsPerRem}rem;`),
    ...Object.entries(spacing).map(([name, points]) => `--space-${name}: ${points / pointsPerRem}rem;`),
    ...Object.entries(strokes).map(([name, points]) => `--stroke-${name}: ${points}pt;`),
    `--dash-compare: ${dashes(compareDash)};`,
    `--dash-target: ${dashes(targetDash)};`,
    ...metricStyles.slice(1).map(({ color, dash }) => `--dash-${color}: ${dashes(dash)};`),
    `--area-opacity: ${area};`,
    `--area-opacity-filled: ${filledArea};`,
    `--band-opacity: ${band};`,
  ];
  return `:root {\n  ${properties.join('\n  ')}\n}\n\n`;
}

function dashes(lengths: readonly number[]): string {
  return lengths.map((points) => `${points}pt`).join(' ');
}
