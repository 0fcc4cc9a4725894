import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Metric } from '../../console/src/screens/connections/metrics.ts';
import {
  type Choice,
  type Column,
  columnOf,
  countedAs,
  countedOf,
  plainColumn,
  ratioOf,
  summable,
  totalOf,
  type Way,
} from '../../console/src/screens/connections/ways.ts';

const way = (counted: Way, sql: string, more: Partial<Choice['metric']> = {}, total: number | null = null): Choice => ({
  ...{ counted, of: [], total },
  metric: { sql, unit: 'number', better: 'up', additive: false, ...more },
});
const column = (name: string, choices: readonly Choice[], metric: string | null = name.toLowerCase()): Column => ({
  ...{ column: name, kind: 'flow', metric, doubt: false, choices },
});
const sum = (name: string, total: number, unit: 'count' | 'currency' = 'count') =>
  way('total', `sum("${name}")`, { unit, additive: true }, total);

const ratio = {
  ...way('ratio', 'sum("Cost") / nullif(sum("Orders"), 0)', { unit: 'currency' }, 27.4),
  of: ['Cost', 'Orders'],
};
const columns = [
  column('Cost', [sum('Cost', 274, 'currency'), way('mean', 'avg("Cost")', { unit: 'currency' }, 9)]),
  column('Orders', [sum('Orders', 10), way('at_end', 'sum("Orders")', { at: 'end' }, 3)]),
  column('CPA', [ratio, sum('CPA', 1534.4, 'currency'), way('mean', 'avg("CPA")', { unit: 'currency' }, 30)]),
];
const [cost, orders, cpa] = columns as [Column, Column, Column];
const metric = (sql: string, more: Partial<Metric> = {}): Metric => ({
  ...{ key: 'cpa', label: 'Price of an order', sql, unit: 'currency', better: 'down', additive: false },
  ...more,
});

suite('ways of counting', () => {
  test('a metric is known by its expression, whatever it is called, and the value at the end apart from the sum', () => {
    assert.equal(columnOf(metric('avg("Cost")'), columns), cost);
    assert.equal(columnOf(metric('avg(Cost)'), columns), cost, 'quotes that a name does not need');
    assert.equal(columnOf(metric('median("CPA")'), columns), cpa, 'by its key');
    assert.equal(columnOf(metric('median(x)', { key: 'x' }), columns), undefined);
    const wayOf = (sql: string, more: Partial<Metric> = {}, of = orders) =>
      countedOf(metric(sql, more), of, columns).way;
    assert.equal(wayOf('sum("Orders")'), 'total');
    assert.equal(wayOf('sum("Orders")', { at: 'end' }), 'at_end');
    assert.equal(wayOf('sum("Cost") / nullif(sum("Orders"), 0)', {}, cpa), 'ratio');
    assert.equal(wayOf('median("CPA")', {}, cpa), 'own');
    assert.equal(wayOf('sum("CPA") / nullif(count(*), 0)', {}, cpa), 'own');
  });

  test('another way changes how it counts, and not what it is called', () => {
    const [, , mean] = cpa.choices as [Choice, Choice, Choice];
    const [, end] = orders.choices as [Choice, Choice];
    const first = metric('sum("CPA")', { additive: true, decimals: 2 });
    assert.deepEqual(countedAs(first, mean), { ...first, sql: 'avg("CPA")', better: 'up', additive: false });
    const atEnd = countedAs(first, end);
    assert.deepEqual([atEnd.at, atEnd.key, atEnd.decimals], ['end', 'cpa', 2]);
    assert.equal('at' in countedAs(atEnd, mean), false, 'a mean has no end');
    const [total] = orders.choices as [Choice];
    for (const choice of [total, ...plainColumn(atEnd).choices.filter(({ counted }) => counted === 'total')]) {
      const added = countedAs(atEnd, choice);
      assert.deepEqual([added.additive, 'at' in added], [true, false], 'what adds up has no end');
      assert.deepEqual([countedAs(added, end).additive, countedAs(added, end).at], [false, 'end']);
    }
  });

  test('a ratio of any two columns is read back as what it is, with its factor and total', () => {
    assert.deepEqual(summable(columns), ['Cost', 'Orders', 'CPA']);
    for (const times of [1, 100, 1000]) {
      const made = ratioOf(['Cost', 'Orders'], times, columns, metric('')) ?? assert.fail();
      assert.deepEqual([made.total, made.metric.unit, made.metric.additive], [27.4 * times, 'currency', false]);
      const again = countedOf(countedAs(metric('sum("CPA")'), made), cpa, columns);
      assert.deepEqual(again, { way: 'ratio', of: ['Cost', 'Orders'], times });
    }
    const other = ratioOf(['Orders', 'Cost'], 1, columns, metric('', { unit: 'percent' })) ?? assert.fail();
    assert.deepEqual([other.metric.unit, other.total], ['percent', 10 / 274]);
    assert.equal(ratioOf(['Orders', 'Nothing'], 1, columns, metric('')), undefined);
    assert.equal(totalOf(countedAs(metric(''), other), columns), 10 / 274);
    assert.equal(totalOf(metric('avg(Cost)'), columns), 9);
    assert.equal(totalOf(metric('median(x)'), columns), undefined);
    const empty = [cost, column('None', [sum('None', 0)])];
    assert.equal(ratioOf(['Cost', 'None'], 1, empty, metric(''))?.total, null, 'nothing is divided by nothing');
  });

  test('a ratio is divided as the source can divide', () => {
    const ofClickhouse = columns.map((one) => ({
      ...one,
      choices: [...one.choices, way('daily_mean', 'toFloat64(sum("x")) / nullif(toFloat64(count(DISTINCT day)), 0)')],
    }));
    const made = ratioOf(['Cost', 'Orders'], 1000, ofClickhouse, metric('')) ?? assert.fail();
    assert.equal(made.metric.sql, 'toFloat64(sum("Cost")) / nullif(toFloat64(sum("Orders")), 0) * 1000');
    const again = countedOf(countedAs(metric(''), made), cpa, ofClickhouse);
    assert.deepEqual(again, { way: 'ratio', of: ['Cost', 'Orders'], times: 1000 });
    const plain = ratioOf(['Cost', 'Orders'], 1, columns, metric('')) ?? assert.fail();
    assert.equal(plain.metric.sql, '1e0 * sum("Cost") / nullif(sum("Orders"), 0)');
  });

  test('without a look at the source a sum can be a mean, and an expression of its own stays what it is', () => {
    const waysOf = (sql: string) =>
      plainColumn(metric(sql)).choices.map(({ counted, metric: { sql: made } }) => [counted, made]);
    assert.deepEqual(waysOf('sum(CASE WHEN a = \')\' THEN "b)" END)').slice(0, 2), [
      ['total', 'sum(CASE WHEN a = \')\' THEN "b)" END)'],
      ['mean', 'avg(CASE WHEN a = \')\' THEN "b)" END)'],
    ]);
    for (const own of [
      'sum(a) / nullif(sum(b), 0)',
      'count(*)',
      'sum(a) + 1',
      'median(a)',
      'sum(a) FILTER (WHERE b)',
    ]) {
      assert.deepEqual(waysOf(own), [], own);
    }
  });
});
