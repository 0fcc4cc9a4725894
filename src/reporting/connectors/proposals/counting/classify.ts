import type { Meaning, Parts } from './choices.ts';
import { type Candidate, ratioByWords, ratiosByArithmetic, weightByWords } from './ratios.ts';
import { type Places, shapeOf } from './shape.ts';
import type { Values } from './values.ts';
import { readName } from './words.ts';

/**
 * What each numeric column of a sample is: by arithmetic with the others, then by its name, then by the shape of its values.
 * Where none of them tells, it is a sum with a doubt.
 */
export function classifyColumns(columns: readonly Values[], places: Places): Map<string, Meaning> {
  const candidates = columns.map((values): Candidate => {
    return { values, named: readName(values.name), shape: shapeOf(values, places) };
  });
  const ratios = ratiosByArithmetic(candidates);
  const parts = new Set([...ratios.values()].flatMap(({ numerator, denominator }) => [numerator, denominator]));
  return new Map(
    candidates.map((candidate) => {
      const { name } = candidate.values;
      const proven = ratios.get(name);
      if (proven) return [name, ofRatio(candidate, candidates, proven)];
      return [name, meaningOf(candidate, candidates, parts.has(name))];
    }),
  );
}

function meaningOf(candidate: Candidate, candidates: readonly Candidate[], isPart: boolean): Meaning {
  const { values, named, shape } = candidate;
  const better = named.term?.better;
  const unit = values.isMoney || named.isMoney ? 'currency' : shape.isWhole ? 'count' : 'number';
  if (named.kind === 'code' && !values.isMoney)
    return { kind: 'code', counted: undefined, unit: 'number', better: 'none' };
  if (named.kind === 'ratio' || values.isPercent) {
    const parts = ratioByWords(candidate, candidates);
    return ofRatio(candidate, candidates, parts);
  }
  if (named.kind === 'level') return levelOf(candidate, candidates);
  if (named.kind === 'people') {
    return {
      kind: 'people',
      counted: 'daily_mean',
      unit: 'count',
      better: better ?? 'up',
      doubt: 'people_add_up_twice',
    };
  }
  const flow: Meaning = { kind: 'flow', counted: 'total', unit, better: better ?? 'up' };
  if (named.kind === 'flow') {
    const isVague = named.term === undefined || named.term.isVague === true;
    const isDoubtful = named.isOpen || named.term?.isOpen || (isVague && shape.isDrifting);
    // Units held are a level, whatever is divided by them.
    const isLikeLevel = named.isPartly && shape.isSlow;
    return isLikeLevel || (isDoubtful && !isPart) ? { ...flow, doubt: 'counted_as' } : flow;
  }
  const isPlain = shape.isWhole && shape.isWild && !shape.isUnique && !shape.isDrifting;
  if ((isPart && !shape.isSlow) || isPlain) return flow;
  if (shape.isUnique && !values.isMoney) return { kind: 'code', counted: undefined, unit: 'number', better: 'none' };
  const open = { unit, better: 'none', doubt: 'counted_as' } as const;
  if (shape.isSlow && !shape.isConstant) return { kind: 'level', counted: 'at_end', ...open };
  if (shape.isFraction || shape.isConstant) return { kind: 'ratio', counted: 'mean', ...open };
  return { ...flow, ...open };
}

function levelOf(candidate: Candidate, candidates: readonly Candidate[]): Meaning {
  const { values, named, shape } = candidate;
  const { term } = named;
  const unit = values.isMoney || named.isMoney ? 'currency' : shape.isWhole && term?.addsUp ? 'count' : 'number';
  const level = { kind: 'level', unit, better: term?.better ?? 'none' } as const;
  const adds = term === undefined || term.addsUp === true;
  if (adds && !named.isOpen && (shape.isSlow || !shape.isFree)) return { ...level, counted: 'at_end' };
  if (adds) return { ...level, counted: 'at_end', doubt: 'counted_as' };
  return { ...level, ...meanOf(candidate, candidates) };
}

function meanOf(candidate: Candidate, candidates: readonly Candidate[]): Pick<Meaning, 'counted' | 'weight' | 'doubt'> {
  const weight = weightByWords(candidate, candidates);
  return weight === undefined ? { counted: 'mean', doubt: 'plain_mean' } : { counted: 'weighted_mean', weight };
}

function ofRatio(candidate: Candidate, candidates: readonly Candidate[], parts: Parts | undefined): Meaning {
  const { values, named } = candidate;
  const above = candidates.find((one) => one.values.name === parts?.numerator);
  const below = candidates.find((one) => one.values.name === parts?.denominator);
  const isMoney = (one: Candidate | undefined) => one !== undefined && (one.values.isMoney || one.named.isMoney);
  const isHundredfold = !values.isPercent && (parts ? parts.factor === 100 : isInHundredths(candidate));
  const isPercent = values.isPercent || isHundredfold || isFractionInPercent(candidate, parts !== undefined);
  const isAmount = parts ? isMoney(above) && !isMoney(below) : values.isMoney || named.isMoney;
  const unit = isPercent ? 'percent' : isAmount ? 'currency' : 'number';
  const better = named.kind === 'ratio' && named.term ? named.term.better : parts ? betterOf(above, below) : 'none';
  const weight = weightByWords(candidate, candidates);
  const common = {
    ...({ kind: named.kind === 'level' && !parts ? 'level' : 'ratio', unit, better, isHundredfold } as const),
    ...(weight !== undefined && { weight }),
  };
  if (parts) return { ...common, counted: 'ratio', parts };
  return { ...common, ...meanOf(candidate, candidates) };
}

/** A name in per cent, or one of a ratio that is written so, with values beyond 1: 4.2 for 4.2 %. */
function isInHundredths({ named, shape }: Candidate): boolean {
  return (named.isPercent || named.term?.unit === 'percent') && shape.greatest > 1.5;
}

/** Whether 0.4 is 40 %: certain where it is made of its parts, likely of rates that are large. */
function isFractionInPercent({ named, shape }: Candidate, isMade: boolean): boolean {
  if (named.kind !== 'ratio' || shape.greatest > 1.5 || named.isMoney) return false;
  const isRate = named.term === undefined || named.term.unit === 'percent';
  return shape.isFraction && (isMade ? isRate : named.term?.isLarge === true);
}

function betterOf(above: Candidate | undefined, below: Candidate | undefined): Meaning['better'] {
  const [one, other] = [above?.named.term?.better, below?.named.term?.better];
  if (one === undefined || other === undefined || one === other)
    return one === 'down' && other === 'down' ? 'none' : (one ?? 'none');
  return one === 'none' ? 'none' : one;
}
