import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  About,
  ChangeFinding,
  ExtremesFinding,
  Finding,
  OutlierFinding,
} from '../../../src/reporting/documents/highlights/findings.ts';
import { importanceOf, pickHighlights } from '../../../src/reporting/documents/highlights/ranking.ts';
import { place, revenue, sales } from './rows-source.ts';

const about: About = { connectionId: 'con_1', metric: sales, name: 'Sales', position: 0 };
const later: About = { connectionId: 'con_1', metric: revenue, name: 'Revenue', position: 10 };

function change(ratio: number, of: About = about): ChangeFinding {
  const direction = ratio < 0 ? 'down' : 'up';
  return {
    kind: 'change',
    about: of,
    direction,
    from: 100,
    to: 100 + 100 * ratio,
    ratio,
    perDay: false,
    average: null,
    contributors: [],
  };
}

function outlier(score: number, date: string): OutlierFinding {
  const day = { date, value: 60 };
  const days = { from: date, to: date };
  return { kind: 'outlier', about, direction: 'up', days, count: 1, day, usual: 20, byWeekday: false, score, also: [] };
}

const north = { dimension: place, label: 'North' };

test('importance combines the weight of the kind, the strength of the finding, and the position of its metric', () => {
  const close = (finding: Finding, expected: number) => {
    assert.ok(Math.abs(importanceOf(finding) - expected) < 1e-12, `${importanceOf(finding)} is not ${expected}`);
  };
  close({ kind: 'no_data', connectionId: 'con_1', connectionName: 'Shop' }, 1);
  close(change(-0.05), 0.5); // 0.05 / (0.05 + 0.05)
  close(change(0.2), 0.8);
  close(change(0.2, later), 0.4); // half, at the eleventh place
  close({ ...change(1), ratio: null, from: 0 }, 1 / 1.05);
  close({ kind: 'share', about, direction: 'up', ...north, from: 0.25, to: 0.3 }, 0.4); // 0.8 * 0.05 / (0.05 + 0.05)
  close({ kind: 'arrival', about, ...north, figure: 30, share: 0.3 }, 0.6); // 0.8 * 0.3 / (0.3 + 0.1)
  close(outlier(7, '2026-02-05'), 0.4);
  const day = (value: number) => ({ date: '2026-02-01', value });
  close({ kind: 'trend', about, direction: 'up', unit: 'week', count: 4, from: day(100), to: day(120) }, 0.35);
  const days = { from: '2026-02-01', to: '2026-02-14' };
  close({ kind: 'run', about, direction: 'up', days, count: 14, distance: 3 }, 0.3);
  const extremes: ExtremesFinding = {
    kind: 'extremes',
    about,
    high: { ...day(30), record: false },
    low: null,
    median: 20,
  };
  close(extremes, 0.15); // 0.3 * 0.5 / (0.5 + 0.5)
  close({ ...extremes, high: { ...day(30), record: true } }, 0.25);
});

test('the most important come first, whatever their kind, at most eight', () => {
  const picked = pickHighlights([change(0.05, later), outlier(14, '2026-02-05'), change(-0.9)]);
  assert.deepEqual(
    picked.map(({ kind }) => kind),
    ['change', 'outlier', 'change'],
  );
  const many = Array.from({ length: 20 }, (_, index) => {
    return change(5, { ...about, connectionId: `con_${index}`, position: 0 });
  });
  assert.equal(pickHighlights(many).length, 8);
  assert.deepEqual(pickHighlights(many), many.slice(0, 8), 'equal ones keep their order');
});

test('findings of hardly any importance are left out', () => {
  assert.deepEqual(pickHighlights([change(0.012, later)]), []); // 0.012 / 0.062 / 2 is 0.097
  assert.equal(pickHighlights([change(0.013, later)]).length, 1);
});

test('with each pick the same metric and the same kind lose importance', () => {
  // By itself the outlier of sales is more important than the change of the other metric, after that of sales it is not.
  const other = { ...change(0.0375, { ...later, position: 0 }) }; // 0.4286 * 0.9 = 0.3857
  const picked = pickHighlights([outlier(8.75, '2026-02-05'), other, change(0.9)]); // 0.4444 * 0.7 = 0.3111
  assert.deepEqual(picked, [change(0.9), other, outlier(8.75, '2026-02-05')]);
});

test('a value of a dimension is reported once: as contributor, share or arrival', () => {
  const share: Finding = { kind: 'share', about, direction: 'up', ...north, from: 0.2, to: 0.9 };
  const moved = { ...change(0.1), contributors: [{ ...north, part: 0.8 }] };
  assert.deepEqual(pickHighlights([moved, share]), [share, { ...moved, contributors: [] }]);
  const strong = { ...change(0.9), contributors: [{ ...north, part: 0.8 }] };
  assert.deepEqual(pickHighlights([strong, share]), [strong]);
});

test('a day is reported once: as outlier or as extreme', () => {
  const high = { date: '2026-02-05', value: 60, record: false };
  const low = { date: '2026-02-09', value: 5, record: false };
  const extremes: ExtremesFinding = { kind: 'extremes', about, high, low, median: 20 };
  const found = outlier(14, '2026-02-05');
  assert.deepEqual(pickHighlights([extremes, found]), [found, { ...extremes, high: null }]);
  assert.deepEqual(pickHighlights([{ ...extremes, low: null }, found]), [found]);
});
