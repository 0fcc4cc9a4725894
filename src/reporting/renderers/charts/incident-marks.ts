import { typeScale } from '../design.ts';
import { textWidth } from '../text/text-width.ts';

/** Something that was found on the days of some points, by their positions, with its number as a text. */
export interface MarkedPoints {
  readonly number: string;
  readonly first: number;
  readonly last: number;
}

/** Brackets above the marked days, with the numbers of what was found, in points. */
export interface IncidentMarks {
  /** The brackets as the data of an SVG path, and the surfaces below them. */
  readonly brackets: string;
  readonly bands: string;
  readonly labels: readonly { readonly text: string; readonly x: number }[];
  /** The baseline of the labels. */
  readonly y: number;
}

const fontSize = typeScale.tiny;
/** Above the plot: what the labels and brackets take. */
export const marksRoom = fontSize * 2.3;
const labelBase = fontSize * 0.85;
const bracketTop = fontSize * 1.3;
const bracketEnd = 3;
/** Between two labels. */
const gap = 3;

/** Whether a chart has marks, for which it needs `marksRoom` more. */
export function isMarked({ marked = [] }: { readonly marked?: readonly MarkedPoints[] }): boolean {
  return marked.length > 0;
}

interface Run {
  readonly numbers: string[];
  readonly from: number;
  to: number;
}

/** Lays out what was found; `span` says where a point begins and ends. What shares days has one bracket. */
export function layoutMarks(
  marked: readonly MarkedPoints[],
  span: (index: number) => readonly [number, number],
  { left, right, bottom }: { readonly left: number; readonly right: number; readonly bottom: number },
): IncidentMarks | null {
  if (marked.length === 0) return null;
  const runs = runsOf(marked);
  const places = runs.map(({ from, to }) => [rounded(span(from)[0]), rounded(span(to)[1])] as const);
  return {
    brackets: places
      .map(([from, to]) => `M${from},${bracketTop + bracketEnd}V${bracketTop}H${to}v${bracketEnd}`)
      .join(''),
    bands: places.map(([from, to]) => `M${from},${bracketTop}H${to}V${bottom}H${from}Z`).join(''),
    labels: labelsOf(
      runs.map(({ numbers }, index) => {
        const [from, to] = places[index] ?? [left, right];
        return { numbers, x: (from + to) / 2 };
      }),
      left,
      right,
    ),
    y: labelBase,
  };
}

/** Days of one incident or of several that overlap. */
function runsOf(marked: readonly MarkedPoints[]): Run[] {
  const runs: Run[] = [];
  for (const { number, first, last } of marked.toSorted((one, other) => one.first - other.first)) {
    const run = runs.at(-1);
    if (run && first <= run.to) {
      run.numbers.push(number);
      run.to = Math.max(run.to, last);
    } else runs.push({ numbers: [number], from: first, to: last });
  }
  return runs;
}

interface Labelled {
  readonly numbers: readonly string[];
  readonly x: number;
}

/** Labels that would touch become one. */
function labelsOf(all: readonly Labelled[], left: number, right: number): { text: string; x: number }[] {
  const apart: Labelled[] = [];
  for (const label of all) {
    const last = apart.at(-1);
    const isFree = !last || boxOf(last).right + gap <= boxOf(label).left;
    if (isFree) apart.push(label);
    else apart.splice(-1, 1, { numbers: [...last.numbers, ...label.numbers], x: (last.x + label.x) / 2 });
  }
  // One that became wider may touch the one before it.
  if (apart.length < all.length) return labelsOf(apart, left, right);
  return apart.map((label) => ({ text: textOf(label), x: rounded(boxOf(label).x) }));

  function boxOf(label: Labelled) {
    const half = textWidth(textOf(label), fontSize) / 2;
    const x = Math.max(left + half, Math.min(label.x, right - half));
    return { x, left: x - half, right: x + half };
  }
}

/** Of many numbers the first and the last: those between stand between. */
function textOf({ numbers }: Labelled): string {
  return numbers.length > 2 ? `${numbers[0]}–${numbers.at(-1)}` : numbers.join(', ');
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
