import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Note, Section, Warning } from '../../../src/reporting/documents/model.ts';
import { reportView } from '../../../src/reporting/renderers/view/report-view.ts';
import { breakdown, reportDocument } from '../../support/documents.ts';

const noted = (connection: string, ...notes: readonly Note[]): Section => ({
  ...breakdown('City', (index) => `Row ${index}`, 3),
  connection_id: connection,
  notes,
});
const warning = (code: string, message: string, connection: string | null): Warning => ({
  code,
  message,
  connection_id: connection,
});

/** The notes under each section, and those at the end. */
function told(sections: readonly Section[], warnings: readonly Warning[]) {
  const view = reportView(reportDocument({ sections, warnings }));
  return [view.sections.map(({ note }) => note), view.warnings];
}

test('what is true of all days stands once, at the end', () => {
  const partial: Note = { code: 'partial_day', message: 'Not over.', date: '2026-02-28' };
  const missing: Note = { code: 'missing_days', message: 'No data on 2 days.', period: 'current', days: [] };
  const warnings = [
    warning('partial_period', 'The day was not over.', null),
    warning('missing_days', 'Shop has no data on 2 days.', 'con_1'),
  ];
  assert.deepEqual(told([noted('con_1', partial, missing)], warnings), [
    [null],
    ['The day was not over.', 'Shop has no data on 2 days.'],
  ]);
});

test('a fact about one section stands under it alone, one of several sections at the end alone', () => {
  const withheld: Note = { code: 'withheld_rows', message: 'Rare values are kept back.' };
  const warnings = [warning('withheld_rows', 'Search keeps rare values back.', 'con_1')];
  assert.deepEqual(told([noted('con_1', withheld), noted('con_1'), noted('con_2')], warnings), [
    ['Rare values are kept back.', null, null],
    [],
  ]);
  assert.deepEqual(told([noted('con_1', withheld), noted('con_1', { ...withheld })], warnings), [
    [null, null],
    ['Search keeps rare values back.'],
  ]);
});

test('what days are compared stands under the first section of each connection, with its averages', () => {
  const lengths = (message: string): Note => ({
    code: 'period_lengths_differ',
    message,
    current_days: 31,
    compare_days: 30,
    per_day: [],
  });
  const sections = [
    noted('con_1', lengths('One.')),
    noted('con_1', lengths('Again.')),
    noted('con_2', lengths('Two.')),
  ];
  const warnings = [warning('period_lengths_differ', 'The lengths differ.', null)];
  assert.deepEqual(told(sections, warnings), [['One.', null, 'Two.'], []]);
  assert.deepEqual(told([noted('con_1')], warnings), [[null], ['The lengths differ.']]);
});

test('a note that no warning repeats stands under its section', () => {
  const units: Note = { code: 'partial_units', message: 'One week is not whole.', unit: 'week', dates: [] };
  assert.deepEqual(told([noted('con_1', units), noted('con_1', { ...units })], []), [
    ['One week is not whole.', 'One week is not whole.'],
    [],
  ]);
});
