import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { choiceOf, comparedWith, faultOf, periodOf, todayIn } from '../../console/src/screens/reports/periods.ts';
import { schedulePeriods } from '../../src/domains/schedules/schedule-periods.ts';

/** A Monday in Berlin that is still the Sunday before in New York, at the end of a quarter and of a year's first half. */
const now = new Date('2024-07-01T01:30:00Z');

suite('the periods that reports are made for', () => {
  test("today is that of the project's time zone", () => {
    assert.deepEqual([todayIn('Europe/Berlin', now), todayIn('America/New_York', now)], ['2024-07-01', '2024-06-30']);
  });

  for (const [preset, zone, from, to] of [
    ['lastMonth', 'Europe/Berlin', '2024-06-01', '2024-06-30'],
    ['lastMonth', 'America/New_York', '2024-05-01', '2024-05-31'],
    ['thisMonth', 'Europe/Berlin', '2024-07-01', '2024-07-01'],
    ['lastWeek', 'Europe/Berlin', '2024-06-24', '2024-06-30'],
    ['thisWeek', 'America/New_York', '2024-06-24', '2024-06-30'],
    ['last7Days', 'Europe/Berlin', '2024-06-24', '2024-06-30'],
    ['last28Days', 'Europe/Berlin', '2024-06-03', '2024-06-30'],
    ['last30Days', 'Europe/Berlin', '2024-06-01', '2024-06-30'],
    ['last90Days', 'Europe/Berlin', '2024-04-02', '2024-06-30'],
    ['lastQuarter', 'Europe/Berlin', '2024-04-01', '2024-06-30'],
    ['lastQuarter', 'America/New_York', '2024-01-01', '2024-03-31'],
    ['thisQuarter', 'America/New_York', '2024-04-01', '2024-06-30'],
    ['lastYear', 'Europe/Berlin', '2023-01-01', '2023-12-31'],
    ['thisYear', 'Europe/Berlin', '2024-01-01', '2024-07-01'],
  ] as const) {
    test(`${preset} in ${zone} is ${from} to ${to}`, () => {
      assert.deepEqual(periodOf(preset, zone, now), { from, to });
    });
  }

  for (const [period, preset, from, to] of [
    ['previous-month', 'lastMonth', '2024-06-01', '2024-06-30'],
    ['last-90-days', 'last90Days', '2024-04-02', '2024-06-30'],
    ['previous-day', 'own', '2024-06-30', '2024-06-30'],
    ['last-14-days', 'own', '2024-06-17', '2024-06-30'],
    ['last-365-days', 'own', '2023-07-02', '2024-06-30'],
    ['week-to-date', 'own', '2024-06-24', '2024-06-30'],
    ['month-to-date', 'own', '2024-06-01', '2024-06-30'],
    ['quarter-to-date', 'own', '2024-04-01', '2024-06-30'],
    ['year-to-date', 'own', '2024-01-01', '2024-06-30'],
  ] as const) {
    test(`what a template says, ${period}, is offered as ${from} to ${to}, as schedules report it`, () => {
      assert.deepEqual(choiceOf(period, 'Europe/Berlin', now), { preset, own: { from, to } });
      assert.deepEqual(schedulePeriods(period, 'none', todayIn('Europe/Berlin', now)).current, { from, to });
    });
  }

  test('the quarter before the first of a year is of the year before', () => {
    const period = periodOf('lastQuarter', 'UTC', new Date('2025-02-10T12:00:00Z'));
    assert.deepEqual(period, { from: '2024-10-01', to: '2024-12-31' });
  });

  test('a month is compared with months, and nothing with nothing', () => {
    const february = { from: '2024-02-01', to: '2024-02-29' };
    assert.deepEqual(comparedWith(february, 'previous'), { from: '2024-01-01', to: '2024-01-31' });
    assert.deepEqual(comparedWith(february, 'year-before'), { from: '2023-02-01', to: '2023-02-28' });
    assert.equal(comparedWith(february, 'none'), null);
    assert.equal(comparedWith({ from: '', to: '' }, 'previous'), null);
  });

  test('days of one’s own are two real ones in their order, not after today, and 366 at most', () => {
    const faults = [
      ['', '2024-01-01'],
      ['2024-01-02', '2024-01-01'],
      ['2024-01-01', '2999-01-01'],
      ['2023-01-01', '2024-01-02'],
      ['2023-01-01', '2024-01-01'],
    ].map(([from = '', to = '']) => faultOf({ from, to }, 'UTC'));
    assert.deepEqual(faults, ['missing', 'order', 'future', 'long', null]);
  });
});
