import { type ExpressionNode, partsOf } from './expression-tree.ts';

/** Binding takes a time that grows with the cube of the levels: 230 took 165 ms. */
const mostLevels = 150;
/** DuckDB writes some functions out with an argument repeated, so that nested ones double and double again. */
const mostNodes = 5_000;

/** How often the written-out form of a function has one of its arguments. */
const repeats: Readonly<Record<string, number>> = {
  nullif: 2,
  fmod: 3,
  round_even: 3,
  split_part: 3,
  wavg: 3,
  weighted_avg: 3,
};

/** Says what about an expression would take too long to bind; undefined if nothing would. */
export function findExcess(node: ExpressionNode): string | undefined {
  const { levels, nodes } = measure(node);
  if (levels > mostLevels) return `it nests more than ${mostLevels} levels deep`;
  if (nodes > mostNodes) return 'it nests functions such as nullif and fmod, or BETWEEN, too deep';
  return undefined;
}

interface Measures {
  readonly levels: number;
  /** Of the written-out form. */
  readonly nodes: number;
}

function measure(node: ExpressionNode): Measures {
  const parts = partsOf(node).map(measure);
  const levels = 1 + parts.reduce((most, part) => Math.max(most, part.levels), 0);
  const nodes = 1 + timesOf(node) * parts.reduce((sum, part) => sum + part.nodes, 0);
  return { levels, nodes };
}

function timesOf({ class: kind, function_name: name = '' }: ExpressionNode): number {
  if (kind === 'BETWEEN') return 2;
  return repeats[name.toLowerCase()] ?? 1;
}
