import { contradicts, type Quotient, quotientsAmong } from './arithmetic.ts';
import type { Parts } from './choices.ts';
import type { Shape } from './shape.ts';
import type { Values } from './values.ts';
import { type Named, readName } from './words.ts';

/** A numeric column with all that is known of it before it is compared with others. */
export interface Candidate {
  readonly values: Values;
  readonly named: Named;
  readonly shape: Shape;
}

/**
 * The ratios that arithmetic finds, by column. b = a × c makes a and c alike by arithmetic; words, then digits and spread,
 * tell which of the two is the ratio and which the count.
 */
export function ratiosByArithmetic(candidates: readonly Candidate[]): Map<string, Parts> {
  const byName = new Map(candidates.map((candidate) => [candidate.values.name, candidate]));
  const counted = candidates.filter(({ named }) => named.kind !== 'code');
  const weighed = quotientsAmong(counted.map(({ values }) => values))
    .map((quotient) => ({ quotient, weight: weightOf(quotient, byName) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
  const ratios = new Map<string, Parts>();
  const parts = new Set<string>();
  for (const { quotient } of weighed) {
    const { column, numerator, denominator, factor } = quotient;
    if (ratios.has(column) || parts.has(column) || ratios.has(numerator) || ratios.has(denominator)) continue;
    ratios.set(column, { numerator, denominator, factor, isUneven: isUneven(byName, numerator, denominator) });
    parts.add(numerator).add(denominator);
  }
  return ratios;
}

function weightOf({ column, numerator, denominator, factor }: Quotient, of: ReadonlyMap<string, Candidate>): number {
  const [ratio, above, below] = [of.get(column), of.get(numerator), of.get(denominator)];
  if (!ratio || !above || !below) return 0;
  const isNamed =
    ratio.named.term?.of?.some(([one, other]) => isTerm(above, one) && isTerm(below, other)) ||
    (ratio.named.parts && isCalled(above, ratio.named.parts[0]) && isCalled(below, ratio.named.parts[1]));
  const digits = ratio.shape.isWhole ? (below.shape.isWhole ? 0 : -2) : below.shape.isWhole ? 3 : 1;
  const spread = ratio.shape.spread < below.shape.spread ? 1 : -1;
  const scaled = factor === 1 || ratio.named.kind === 'ratio' ? 0 : -1;
  const sign = ratio.values.isPercent ? 2 : 0;
  return (
    asRatio(ratio.named) +
    asPart(above.named) +
    asPart(below.named) +
    (isNamed ? 6 : 0) +
    digits +
    spread +
    scaled +
    sign
  );
}

function asRatio({ kind, term }: Named): number {
  if (kind === 'ratio') return 4;
  if (kind === undefined) return 0;
  if (kind === 'level') return term?.addsUp ? -4 : 2;
  return kind === 'flow' ? -6 : -4;
}

function asPart({ kind, term }: Named): number {
  if (kind === 'flow' || kind === 'people') return 2;
  if (kind === 'level') return term?.addsUp ? 1 : -3;
  return kind === 'ratio' ? -4 : 0;
}

function isTerm({ named }: Candidate, name: string): boolean {
  return named.term?.name === name && named.kind !== 'ratio';
}

/** Whether a part of a name, such as `conv` of `cost / conv`, means the column. */
function isCalled({ named, values }: Candidate, part: string): boolean {
  const words = readName(part);
  if (values.name.toLowerCase() === part.toLowerCase()) return true;
  return named.kind !== 'ratio' && words.term !== undefined && words.term.name === named.term?.name;
}

/** The parts of a ratio that only its name tells, where its values do not speak against them. */
export function ratioByWords(ratio: Candidate, candidates: readonly Candidate[]): Parts | undefined {
  const { named, values } = ratio;
  const others = candidates.filter((candidate) => candidate !== ratio && candidate.named.kind !== 'code');
  const pairs = [
    ...(named.parts
      ? pairsOf(
          others.filter((other) => isCalled(other, named.parts?.[0] ?? '')),
          others.filter((other) => isCalled(other, named.parts?.[1] ?? '')),
        )
      : []),
    ...(named.term?.of ?? []).flatMap(([above, below]) =>
      pairsOf(
        others.filter((other) => isTerm(other, above)),
        others.filter((other) => isTerm(other, below)),
      ),
    ),
  ];
  for (const [above, below] of pairs) {
    const factor = named.term?.factor ?? scaleOf(ratio, above, below);
    if (contradicts(values, above.values, below.values, factor)) continue;
    const [numerator, denominator] = [above.values.name, below.values.name];
    return { numerator, denominator, factor, isUneven: isUnevenPair(above, below) };
  }
  return undefined;
}

function pairsOf(ones: readonly Candidate[], others: readonly Candidate[]): (readonly [Candidate, Candidate])[] {
  return ones.flatMap((one) => others.filter((other) => other !== one).map((other) => [one, other] as const));
}

/** 4.2 stands for 4.2 % where a hundredth of it is what the parts make. */
function scaleOf(ratio: Candidate, above: Candidate, below: Candidate): 1 | 100 {
  const quotient = above.shape.median / (below.shape.median || 1);
  const scale = ratio.shape.median / (quotient || 1);
  return scale > 10 && scale < 1000 ? 100 : 1;
}

/** The column that weights a mean: the denominator that its name or its kind tells. */
export function weightByWords({ named, values }: Candidate, candidates: readonly Candidate[]): string | undefined {
  const others = candidates.filter((candidate) => candidate.values !== values && candidate.named.kind !== 'ratio');
  const part = named.parts?.[1];
  const told = part === undefined ? undefined : others.find((other) => isCalled(other, part));
  if (told) return told.values.name;
  for (const weight of named.term?.weights ?? []) {
    const found = others.find((other) => other.named.kind !== 'level' && isTerm(other, weight));
    if (found) return found.values.name;
  }
  return undefined;
}

function isUneven(of: ReadonlyMap<string, Candidate>, numerator: string, denominator: string): boolean {
  const [above, below] = [of.get(numerator), of.get(denominator)];
  return above !== undefined && below !== undefined && isUnevenPair(above, below);
}

function isUnevenPair(above: Candidate, below: Candidate): boolean {
  return above.values.numbers.some((number, row) => (number === null) !== (below.values.numbers[row] === null));
}
