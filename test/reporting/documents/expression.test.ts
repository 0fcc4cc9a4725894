import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  degreeOf,
  ExpressionError,
  evaluate,
  operandsOf,
  parseExpression,
  renamed,
} from '../../../src/reporting/documents/expression.ts';

const figures: Readonly<Record<string, number | null>> = { cost: 12.5, orders: 4, revenue: 50, none: null, zero: 0 };
const calculated = (text: string) => evaluate(parseExpression(text), (key) => figures[key] ?? null);

test('numbers, keys, operators and parentheses have their usual order', () => {
  for (const [text, value] of [
    ['cost / orders', 3.125],
    ['revenue - cost - 1', 36.5],
    ['revenue - (cost - 1)', 38.5],
    ['revenue/cost*2', 8],
    ['2 + 3 * orders', 14],
    ['-cost + 20', 7.5],
    ['-(cost) * -2', 25],
    ['"cost"/ 0.1', 125],
    ['((orders))', 4],
  ] as const) {
    assert.equal(calculated(text), value, text);
  }
});

test('what is decimal stays exact', () => {
  const of = (text: string, cost: number) => evaluate(parseExpression(text), () => cost);
  assert.equal(of('cost * 1.1', 1.1), 1.21);
  assert.equal(of('cost + 0.2', 0.1), 0.3);
  assert.equal(of('cost - 0.1', 0.3), 0.2);
});

test('a missing figure, a division by zero and an overflow have no value, and never zero', () => {
  for (const text of ['none + 1', 'cost / zero', 'zero / zero', 'cost * none', '0 * none', '1 / (orders - 4)']) {
    assert.equal(calculated(text), null, text);
  }
  assert.equal(
    evaluate(parseExpression('a * a'), () => 1e200),
    null,
  );
});

test('what cannot be read is told with its place', () => {
  for (const [text, position, words] of [
    ['', 1, /number or the key of a metric is missing/],
    ['cost /', 7, /number or the key of a metric is missing/],
    ['cost conversions', 6, /operator, one of \+ - \* \/, is missing/],
    ['(cost / orders', 15, /closing parenthesis is missing/],
    ['cost / orders)', 14, /operator/],
    ['cost % orders', 6, /"%" cannot be read/],
    ['cost / 1,5', 9, /"," cannot be read/],
    ['cost * 2x', 8, /"2" cannot be read/],
    ['cost * 1.2.3', 8, /"1" cannot be read/],
    ['cost ** 2', 7, /number or the key/],
    ['1 + 2', 1, /No metric is named/],
  ] as const) {
    assert.throws(
      () => parseExpression(text),
      (error) => error instanceof ExpressionError && error.position === position && words.test(error.message),
      text,
    );
  }
});

test('the metrics of an expression are known, each once, and can be renamed', () => {
  assert.deepEqual(operandsOf(parseExpression('(a - b) / a * "c d"')), ['a', 'b', 'c d']);
  const names = new Map([
    ['cost', 'spend'],
    ['orders', 'my orders'],
  ]);
  assert.equal(
    renamed('cost/(orders+1)', (key) => names.get(key)),
    'spend / ( "my orders" + 1 )',
  );
  assert.equal(
    renamed('cost / clicks', (key) => names.get(key)),
    undefined,
  );
});

test('how often money is in an expression', () => {
  const degree = (text: string) => degreeOf(parseExpression(text), (key) => (key === 'clicks' ? 0 : 1));
  assert.deepEqual(
    ['cost / clicks', 'revenue / cost', '(revenue - cost) / cost', 'cost * 1.2 + 5', '1 - cost / revenue'].map(degree),
    [1, 0, 0, 1, 0],
  );
  assert.ok(Number.isNaN(degree('cost + clicks')) && Number.isNaN(degree('(cost + clicks) / cost')));
  assert.equal(degree('clicks / cost'), -1);
});

test('whatever is written is read or refused with a place in it', () => {
  const part = fc.constantFrom('a', 'b9', '1', '2.5', '+', '-', '*', '/', '(', ')', ' ', '"x y"', '?');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      try {
        const value = evaluate(parseExpression(text), () => 2);
        assert.ok(value === null || Number.isFinite(value));
      } catch (error) {
        assert.ok(error instanceof ExpressionError);
        assert.ok(error.position >= 1 && error.position <= text.length + 1);
      }
    }),
  );
});
