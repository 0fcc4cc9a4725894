import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultOf } from '../../../src/reporting/connectors/file/faults.ts';
import { valueAdvice } from '../../../src/reporting/connectors/file/number-texts.ts';
import { assertLinear } from '../../support/growth.ts';

const files = [
  { path: '/data/one.csv', name: 'one.csv' },
  { path: '/data/two.csv', name: 'two.csv' },
] as unknown as Parameters<typeof faultOf>[1];
const { signal } = new AbortController();
const told = (value: string, end = 'to DOUBLE') =>
  faultOf(new Error(`Conversion Error: Could not convert string '${value}' ${end}`), files, signal).message;

const hostile = [
  "'No function matches ",
  '\'column "',
  'Original Line: ',
  "'\n",
  "'a\n \n",
  "'Could not convert string '",
  '1.1',
];

test('values of a file that are made to slow their fault down take time in proportion to their length', () => {
  for (const part of hostile) {
    assertLinear(
      JSON.stringify(part),
      (length) => part.repeat(length / part.length),
      (value) => told(value),
    );
    assertLinear(JSON.stringify(part), (length) => `${part.repeat(length / part.length)}x`, valueAdvice);
  }
});

test('a fault with a long value is told in few words, and still says what to do', () => {
  const message = told('7,5'.repeat(100_000));
  assert.ok(message.length < 1_000, String(message.length));
  assert.match(message, /is not a number\. Mind the thousands separator/);
  const quoted = `Original Line: ${'x'.repeat(300_000)}\nExpected Number of Columns: 2 Found: 3`;
  assert.match(told('', quoted), /Expected Number of Columns: 2 Found: 3/);
});
