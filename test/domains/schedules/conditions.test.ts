import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Condition, findUnmet } from '../../../src/domains/schedules/conditions.ts';
import type { ReportDocument, Section } from '../../../src/reporting/documents/model.ts';
import { givenAccount } from '../../support/accounts.ts';
import { createTestDatabase, engines, type TestDatabase } from '../../support/databases.ts';
import { smallDocument } from '../../support/outcomes.ts';
import { openSchedules } from '../../support/schedule-runs.ts';

const from = { connection_id: 'con_1', connection_name: 'Shop', notes: [] };
const revenue = {
  key: 'revenue',
  label: 'Revenue',
  unit: 'currency',
  decimals: null,
  better: 'up',
  additive: true,
} as const;

/** A key figure, with its goal's sentiment where it has one. */
function kpis(current: number | null, compare: number | null, sentiment?: 'good' | 'bad'): Section {
  const absolute = (current ?? 0) - (compare ?? 0);
  const ratio = compare ? absolute / Math.abs(compare) : null;
  const change = { absolute, ratio, direction: absolute > 0 ? 'up' : 'down', sentiment: 'neutral' } as const;
  const goal = sentiment && { goal: { target: 1, ratio: 1, prorated: false, sentiment } };
  const known = current !== null && compare !== null;
  return {
    ...from,
    type: 'kpis',
    title: null,
    items: [{ metric: revenue, current, compare, change: known ? change : null, spark: [], ...goal }],
  };
}

function documentWith(section: Section, rows: number | null = 3): ReportDocument {
  const periods = { current: { from: '2026-01-01', to: '2026-01-31' }, compare: null };
  const asked = { metrics: [], dimensions: [], periods, time_zone: 'UTC', queries: 1, rows_compare: null };
  const times = { fetched_at: '2026-02-01T00:00:00Z', fresh_at: null };
  const source = { connection_id: 'con_1', connection_name: 'Shop', system: 'file', rows_current: rows };
  return smallDocument({ sections: [section], sources: [{ ...source, ...asked, ...times }] });
}

const change = (percent: number): Condition => ({ type: 'change', metric: 'revenue', percent });
const cases: readonly [Condition, ReportDocument, string | undefined][] = [
  [{ type: 'rows' }, documentWith(kpis(1, 1)), undefined],
  [{ type: 'rows' }, documentWith(kpis(0, 5), 0), 'no_rows'],
  [{ type: 'rows' }, documentWith(kpis(2, 5), null), undefined],
  [{ type: 'rows' }, documentWith(kpis(0, 5), null), 'no_rows'],
  [change(10), documentWith(kpis(110, 100)), undefined],
  [change(10), documentWith(kpis(90, 100)), undefined],
  [change(10), documentWith(kpis(109, 100)), 'changed_less'],
  [change(10), documentWith(kpis(5, 0)), undefined],
  [change(10), documentWith(kpis(0, 0)), 'changed_less'],
  [change(10), documentWith(kpis(null, 100)), 'figure_missing'],
  [{ type: 'change', metric: 'orders', percent: 1 }, documentWith(kpis(5, 1)), 'figure_missing'],
  [{ type: 'goal_off_course' }, documentWith(kpis(1, 1, 'bad')), undefined],
  [{ type: 'goal_off_course' }, documentWith(kpis(1, 1, 'good')), 'goals_on_course'],
  [{ type: 'goal_off_course' }, documentWith(kpis(1, 1)), 'goals_missing'],
];
for (const [index, [condition, document, code]] of cases.entries()) {
  test(`case ${index}: with ${JSON.stringify(condition)} the report ${code ? `does not go out: ${code}` : 'goes out'}`, () => {
    assert.equal(findUnmet([condition], document)?.code, code);
  });
}

for (const engine of engines) {
  describe(`${engine}: conditions of schedules`, () => {
    let database: TestDatabase;
    let schedules: Awaited<ReturnType<typeof openSchedules>>;
    before(async () => {
      database = await createTestDatabase(engine);
      schedules = await openSchedules(database.db, await givenAccount(database.db), 'smtp://127.0.0.1:1');
    });
    after(async () => {
      await database[Symbol.asyncDispose]();
      schedules.close();
    });

    test('a report that does not meet its condition goes to nobody, and its run says why, before anybody is asked', async () => {
      const onlyIf = [change(10)];
      const { run } = await schedules.givenMadeReport({ onlyIf, approve: true }, documentWith(kpis(101, 100)));
      assert.deepEqual(
        [run.state, JSON.parse(run.not_sent ?? '')],
        ['not_sent', { code: 'changed_less', metric: 'revenue', percent: 10, changed: 1 }],
      );
      assert.ok(run.report_id);
      assert.deepEqual(await schedules.deliveriesOf(run), []);
    });

    test('one that meets it goes on', async () => {
      const { schedule, run } = await schedules.givenMadeReport({ onlyIf: [change(10)] }, documentWith(kpis(150, 100)));
      assert.deepEqual([run.state, run.not_sent], ['exporting', null]);
      await schedules.completeNext(schedule.project_id);
    });

    test('a report whose document is lost ends its run with the reason', async () => {
      const document = documentWith(kpis(150, 100));
      const lost = { ...document, report_id: smallDocument().report_id };
      const made = await schedules.givenMadeReport({ onlyIf: [change(10)] }, lost, () => schedules.loseDocuments());
      assert.equal(made.run.state, 'failed');
      assert.match(made.run.failure ?? '', /is lost; generate the report again/);
    });
  });
}
