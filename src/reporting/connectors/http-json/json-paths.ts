import jmespath from 'jmespath';
import { ConnectorError } from '../contract.ts';

/** A JMESPath expression that was checked. */
export interface JsonPath {
  /** What it finds in a JSON value; null for nothing. Throws `invalid_config`. */
  find(json: unknown): unknown;
}

interface PathNode {
  readonly type: string;
  readonly name?: string;
  readonly value?: unknown;
  readonly children?: readonly PathNode[];
}

/** The types of the library lack its parser. */
const { compile } = jmespath as unknown as { compile(expression: string): PathNode };

/** How often an expression may repeat what it is given. Without a bound `[@, @][] | [@, @][] | …` doubles with each step. */
const maxGrowth = 100;

/** Reads a JMESPath expression; gives what is wrong with it as a text instead. */
export function readPath(expression: string): JsonPath | string {
  let tree: PathNode;
  try {
    tree = compile(expression);
  } catch {
    return 'is not a JMESPath expression';
  }
  const unknown = functionsIn(tree).find((name) => !isFunction(name));
  if (unknown !== undefined) return `uses the function ${unknown}, which JMESPath does not have`;
  if (growthOf(tree) > maxGrowth) return `repeats parts of the answer more than ${maxGrowth} times`;
  return { find: (json) => find(json, expression) };
}

function find(json: unknown, expression: string): unknown {
  try {
    return jmespath.search(json, expression) ?? null;
  } catch (error) {
    const message = `The JMESPath expression "${expression}" cannot be applied to the answer. Check what it takes.`;
    throw new ConnectorError('invalid_config', message, { cause: error });
  }
}

function functionsIn({ type, name, children = [], value }: PathNode): string[] {
  const own = type === 'Function' && name !== undefined ? [name] : [];
  return [...own, ...children.flatMap(functionsIn), ...(isPair(type) ? functionsIn(value as PathNode) : [])];
}

function isFunction(name: string): boolean {
  try {
    jmespath.search(null, `${name}()`);
    return true;
  } catch (error) {
    return !String(error).includes('Unknown function');
  }
}

function isPair(type: string): boolean {
  return type === 'KeyValuePair';
}

/** The most that the result can be larger than the value that the expression is applied to. */
function growthOf({ type, name, children = [], value }: PathNode): number {
  if (isPair(type)) return growthOf(value as PathNode);
  const growths = children.map(growthOf);
  if (/^MultiSelect/.test(type) || /^(Or|And)Expression$/.test(type)) return Math.max(1, sumOf(growths));
  if (type !== 'Function') return productOf(growths);
  // Writing a text as JSON can double it.
  const own = name === 'to_string' ? 2 : 1;
  const references = growths.filter((_, index) => children[index]?.type === 'ExpressionReference');
  const values = growths.filter((_, index) => children[index]?.type !== 'ExpressionReference');
  return own * Math.max(1, sumOf(values)) * productOf(references);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function productOf(numbers: readonly number[]): number {
  return numbers.reduce((product, number) => product * number, 1);
}
