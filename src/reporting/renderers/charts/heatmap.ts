import { typeScale } from '../design.ts';
import { textWidth } from '../text/text-width.ts';
import type { ChartLabel } from './chart-label.ts';

/** What a heatmap shows, every figure as text; null where there is none. */
export interface HeatmapCells {
  readonly rowNames: readonly string[];
  readonly columnNames: readonly string[];
  /** From 0 to the last of `strengths`; null without a figure. */
  readonly steps: readonly (readonly (number | null)[])[];
  /** As short as fields need; the unit stands at the scale. */
  readonly texts: readonly (readonly string[])[];
  readonly scale: { readonly least: string; readonly most: string };
  /** What a field without a figure is called; null where all have one. */
  readonly noFigure: string | null;
}

/** A heatmap in points from the upper left corner. */
export interface Heatmap {
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
  readonly cells: readonly HeatmapCell[];
  readonly labels: readonly ChartLabel[];
}

export interface HeatmapCell {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** How much of the accent it has; null for a field without a figure, which is an outline. */
  readonly strength: number | null;
  /** Its place among `rows` and `columns`; null for those of the scale. */
  readonly at: readonly [row: number, column: number] | null;
}

/**
 * How much of the accent each step has: one hue from light to dark, which is told apart in grey and by every eye. Letters
 * are readable on each: dark ones on the first three, those of the page on the others.
 */
export const strengths = [0.07, 0.22, 0.42, 0.82, 1] as const;
const darkFrom = 3;

const fontSize = typeScale.tiny;
const [tallest, lowest] = [17, 9];
const sizes = [fontSize, 6.2, 5.5, 4.8];
const gap = 1;
const [swatchWidth, swatchHeight] = [16, 8];

/** Lays out the fields, `mirrored` from the right, and below them the scale. */
export function layoutHeatmap(
  { rowNames, columnNames, steps, texts, scale, noFigure }: HeatmapCells,
  { width, height: room }: { readonly width: number; readonly height: number },
  mirrored: boolean,
): Heatmap {
  const names = Math.max(...rowNames.map((name) => textWidth(name, fontSize))) + 6;
  const pitch = Math.min((width - names) / Math.max(1, columnNames.length), 64);
  const top = fontSize * 1.8;
  const line = Math.max(lowest, Math.min(tallest, (room - top - 24) / rowNames.length));
  const from = (x: number, wide: number) => rounded(mirrored ? width - x - wide : x);
  const size = fittingSize(texts.flat(), pitch - gap - 1, line);
  const placed = rowNames.flatMap((_, row) =>
    columnNames.map((__, column): HeatmapCell => {
      const step = steps[row]?.[column] ?? null;
      const x = from(names + column * pitch, pitch - gap);
      const strength = step === null ? null : (strengths[step] ?? 1);
      return {
        x,
        y: rounded(top + row * line),
        width: rounded(pitch - gap),
        height: rounded(line - gap),
        strength,
        at: [row, column],
      };
    }),
  );
  const bottom = top + rowNames.length * line + 6;
  const { cells, labels } = scaleBelow(bottom);
  const side = mirrored ? ({ x: width, anchor: 'end' } as const) : ({ x: 0, anchor: 'start' } as const);
  return {
    ...{ width, height: Math.ceil(bottom + swatchHeight + 4), fontSize },
    cells: [...placed, ...cells],
    labels: [
      ...rowNames.map((text, row) => ({ text, ...side, y: top + (row + 0.5) * line + fontSize * 0.35 - gap / 2 })),
      ...columnLabels(),
      ...(size === null ? [] : placed.flatMap(figureIn)),
      ...labels,
    ],
  };

  /** As many as have room, from the first on. */
  function columnLabels(): ChartLabel[] {
    const widest = Math.max(...columnNames.map((name) => textWidth(name, fontSize))) + 4;
    const every = Math.max(1, Math.ceil(widest / pitch));
    return columnNames.flatMap((text, column): ChartLabel[] => {
      if (column % every !== 0) return [];
      const half = textWidth(text, fontSize) / 2;
      const middle = from(names + column * pitch, pitch - gap) + (pitch - gap) / 2;
      const x = Math.max(half, Math.min(middle, width - half));
      return [{ text, x, y: top - fontSize * 0.6, anchor: 'middle' }];
    });
  }

  function figureIn({ at, x, y, ...cell }: HeatmapCell): ChartLabel[] {
    const [row, column] = at ?? [0, 0];
    const step = steps[row]?.[column] ?? null;
    if (step === null) return [];
    const text = texts[row]?.[column] ?? '';
    const tone = step >= darkFrom ? 'onColor' : 'text';
    const type = size ?? fontSize;
    return [{ text, x: x + cell.width / 2, y: y + cell.height / 2 + type * 0.35, anchor: 'middle', tone, size: type }];
  }

  function scaleBelow(y: number): { cells: HeatmapCell[]; labels: ChartLabel[] } {
    const cells: HeatmapCell[] = [];
    const labels: ChartLabel[] = [];
    const textAt = (text: string, x: number) => {
      const wide = textWidth(text, fontSize);
      labels.push({ text, x: from(x, wide) + wide / 2, y: y + swatchHeight - 1, anchor: 'middle' });
      return x + wide;
    };
    const swatchAt = (strength: number | null, x: number) => {
      cells.push({
        x: from(x, swatchWidth - gap),
        y,
        width: swatchWidth - gap,
        height: swatchHeight,
        strength,
        at: null,
      });
      return x + swatchWidth;
    };
    let x = textAt(scale.least, names) + 6;
    for (const strength of strengths) x = swatchAt(strength, x);
    x = textAt(scale.most, x + 6);
    if (noFigure !== null) textAt(noFigure, swatchAt(null, x + 20) + 6);
    return { cells, labels };
  }
}

/** The type size in which all figures fit into their fields; null where none does, so that colours are all that there is. */
function fittingSize(texts: readonly string[], width: number, height: number): number | null {
  return sizes.find((size) => size <= height - 2 && texts.every((text) => textWidth(text, size) <= width)) ?? null;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
