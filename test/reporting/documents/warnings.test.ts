import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectionFigures } from '../../../src/reporting/documents/figures.ts';
import { findWarnings, type LateConnection } from '../../../src/reporting/documents/warnings.ts';

const periods = {
  current: { from: '2026-02-01', to: '2026-02-28' },
  compare: { from: '2026-01-04', to: '2026-01-31' },
};
const metric = (key: string, label: string) =>
  ({ key, label, unit: 'number', decimals: null, better: 'none', additive: false }) as const;

function figuresOf(leftOut: Readonly<Record<keyof typeof periods, readonly number[] | undefined>>): ConnectionFigures {
  const asked = (['current', 'compare'] as const).map((period) => ({ period, ...periods[period] }));
  const answer = { rows: [{ key: null, values: [1, 2] }], groupCount: 1, hasData: true, rowsRead: 9, freshAt: null };
  return {
    connection: {
      id: 'con_1',
      name: 'Web shop',
      system: 'file',
      description: { metrics: [metric('orders', 'Orders'), metric('net', 'Net')], dimensions: [] },
    },
    periods,
    queries: asked.map((of) => ({ ...of, timeZone: 'UTC', metrics: ['net', 'orders'], by: 'none', limit: 1 })),
    answers: asked.map(({ period }) => ({ ...answer, ...(leftOut[period] && { leftOut: leftOut[period] }) })),
    fetchedAt: '2026-03-02T00:00:00Z',
  };
}

const told = (figures: ConnectionFigures, notThereYet: readonly LateConnection[] = []) =>
  findWarnings({
    ...{ periods, notThereYet, connections: [figures], omitted: [], today: '2026-03-02' },
    ...{ timeZone: 'UTC', currency: 'EUR', locale: 'en-US' },
  });

test('values that a metric left out are reported with connection, metric, period and count', () => {
  const warnings = told(figuresOf({ current: [1_250, 0], compare: [3, 1] }));
  const tail = 'left out of';
  assert.deepEqual(
    warnings,
    [
      `Web shop has 1,250 values that cannot be read and are ${tail} Net in the current period.`,
      `Web shop has 1 value that cannot be read and is ${tail} Orders in the compared period.`,
      `Web shop has 3 values that cannot be read and are ${tail} Net in the compared period.`,
    ].map((message) => ({ code: 'values_left_out', message, connection_id: 'con_1' })),
  );
});

test('nothing is reported if no value was left out or none could be', () => {
  assert.deepEqual(told(figuresOf({ current: [0, 0], compare: undefined })), []);
});

test('a connection that had no figures of a day when it was asked is named first, with the day; others are not', () => {
  const figures = figuresOf({ current: [1, 0], compare: undefined });
  const [first, ...rest] = told(figures, [{ connectionId: 'con_1', day: '2026-02-28' }]);
  assert.deepEqual(first, {
    code: 'not_there_yet',
    message: 'The figures of Web shop for Feb 28, 2026 were not there yet.',
    connection_id: 'con_1',
  });
  assert.deepEqual(rest, told(figures, [{ connectionId: 'con_2', day: '2026-02-28' }]));
});
