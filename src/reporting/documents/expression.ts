import { difference, product, quotient, sum } from './arithmetic.ts';

/** What a column of the customer's own works out from the metrics of its row, such as `cost / conversions`. */
export type Expression =
  | { readonly number: number }
  /** The key of a metric. */
  | { readonly metric: string }
  | { readonly operator: Operator; readonly left: Expression; readonly right: Expression };

type Operator = '+' | '-' | '*' | '/';

/** The most characters of an expression, which also bound how deep it is. */
export const longestExpression = 200;

/** What is wrong with an expression, and at which of its characters, from 1. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  readonly position: number;

  constructor(what: string, position: number) {
    super(`${what} at character ${position}`);
    this.position = position;
  }
}

interface Token {
  readonly text: string;
  readonly kind: 'number' | 'metric' | 'sign' | 'end';
  readonly position: number;
}

/** A number, a key, a key of other letters in quotes, or a sign. */
const token = /(?<number>\d+(?:\.\d+)?)(?![\w.])|(?<key>[A-Za-z_][\w.:]*)|"(?<quoted>[^"]+)"|(?<sign>[-+*/()])/y;

/**
 * Reads numbers, keys of metrics, `+ - * /` and parentheses; a key of other characters than letters, digits and `_ . :`
 * stands in double quotes. Throws ExpressionError.
 */
export function parseExpression(text: string): Expression {
  const tokens = tokensOf(text);
  let at = 0;
  const next = () => tokens[at] as Token;
  const takes = (...signs: readonly string[]): string | undefined => {
    const { kind, text: sign } = next();
    if (kind !== 'sign' || !signs.includes(sign)) return undefined;
    at++;
    return sign;
  };
  const chain = (signs: readonly Operator[], part: () => Expression) => {
    let left = part();
    for (let sign = takes(...signs); sign !== undefined; sign = takes(...signs)) {
      left = { operator: sign as Operator, left, right: part() };
    }
    return left;
  };
  const whole = (): Expression => chain(['+', '-'], () => chain(['*', '/'], factor));
  const factor = (): Expression => {
    if (takes('-')) return { operator: '*', left: { number: -1 }, right: factor() };
    const { kind, text: own, position } = next();
    if (takes('(')) {
      const inner = whole();
      if (!takes(')')) throw new ExpressionError('A closing parenthesis is missing', next().position);
      return inner;
    }
    if (kind !== 'number' && kind !== 'metric') {
      throw new ExpressionError('A number or the key of a metric is missing', position);
    }
    at++;
    return kind === 'number' ? { number: Number(own) } : { metric: own };
  };
  const expression = whole();
  if (next().kind !== 'end') throw new ExpressionError('An operator, one of + - * /, is missing', next().position);
  if (operandsOf(expression).length === 0) throw new ExpressionError('No metric is named', 1);
  return expression;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    while (/\s/.test(text.charAt(at))) at++;
    const position = at + 1;
    if (at >= text.length) return [...tokens, { text: '', kind: 'end', position }];
    token.lastIndex = at;
    const found = token.exec(text);
    if (!found?.groups) throw new ExpressionError(`"${text.charAt(at)}" cannot be read`, position);
    const { number, key, quoted, sign = '' } = found.groups;
    const named = key ?? quoted;
    tokens.push(
      number !== undefined
        ? { text: number, kind: 'number', position }
        : { text: named ?? sign, kind: named === undefined ? 'sign' : 'metric', position },
    );
    at = token.lastIndex;
  }
}

/** The keys of its metrics, each once, in their order. */
export function operandsOf(expression: Expression): string[] {
  if ('number' in expression) return [];
  if ('metric' in expression) return [expression.metric];
  return [...new Set([...operandsOf(expression.left), ...operandsOf(expression.right)])];
}

/** Its value; null where a figure is missing, by zero is divided, or it overflows. */
export function evaluate(expression: Expression, figureOf: (metric: string) => number | null): number | null {
  if ('number' in expression) return expression.number;
  if ('metric' in expression) return figureOf(expression.metric);
  const [left, right] = [evaluate(expression.left, figureOf), evaluate(expression.right, figureOf)];
  if (left === null || right === null) return null;
  switch (expression.operator) {
    case '+':
      return sum([left, right]);
    case '-':
      return difference(left, right);
    case '*':
      return product(left, right);
    case '/':
      return quotient(left, right);
  }
}

/**
 * How often what `degree` gives 1 is multiplied into it: of money, 1 for `cost / conversions` and 0 for `revenue / cost`. NaN
 * where unlike things are added; undefined for numbers alone, which can be added to anything.
 */
export function degreeOf(expression: Expression, degree: (metric: string) => 0 | 1): number | undefined {
  if ('number' in expression) return undefined;
  if ('metric' in expression) return degree(expression.metric);
  const [left, right] = [degreeOf(expression.left, degree), degreeOf(expression.right, degree)];
  if (left === undefined && right === undefined) return undefined;
  switch (expression.operator) {
    case '*':
      return (left ?? 0) + (right ?? 0);
    case '/':
      return (left ?? 0) - (right ?? 0);
    default:
      return left === undefined || right === undefined || left === right ? (left ?? right) : Number.NaN;
  }
}

/** The same text with other keys; undefined where `rename` does not know one. */
export function renamed(text: string, rename: (metric: string) => string | undefined): string | undefined {
  const plain = /^[A-Za-z_][\w.:]*$/;
  const written = tokensOf(text).map(({ kind, text: own }) => {
    if (kind !== 'metric') return own;
    const key = rename(own);
    return key === undefined || plain.test(key) ? key : `"${key}"`;
  });
  if (written.includes(undefined)) return undefined;
  return written.join(' ').trim();
}
