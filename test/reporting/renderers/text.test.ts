import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runsAgainst } from '../../../src/reporting/renderers/pdf/text.ts';
import { typstData } from '../../../src/reporting/renderers/pdf/typst-data.ts';
import { cleanText, onOneLine } from '../../../src/reporting/renderers/text/clean-text.ts';
import { reportView } from '../../../src/reporting/renderers/view/report-view.ts';
import { reportDocument } from '../../support/documents.ts';
import { assertLinear } from '../../support/growth.ts';

test('only a text with letters of the other direction runs against its report', () => {
  const texts = ['Berlin', 'برلين', '1,234', '+3.1%'];
  assert.deepEqual(
    texts.map((text) => runsAgainst('ltr', text)),
    [false, true, false, false],
  );
  assert.deepEqual(
    texts.map((text) => runsAgainst('rtl', text)),
    [true, false, false, false],
  );
});

test('a report in a right-to-left language is laid out from right to left, with other texts turned', () => {
  const view = reportView(reportDocument({ title: 'تقرير', client_name: 'Northwind' }));
  const data = typstData({ ...view, direction: 'rtl' });
  assert.deepEqual([data.rtl, data.shownTitle, data.lead], [true, 'تقرير', ['Northwind']]);
});

test('a letter keeps eight marks, more than any script uses, so that none is drawn over other lines', () => {
  const marked = (count: number) => `a${'\u0301'.repeat(count)}b`;
  assert.deepEqual([4, 8, 9, 500].map(marked).map(cleanText), [4, 8, 8, 8].map(marked));
});

test('a text is put on one line in time proportional to its length, and keeps spaces that break no line', () => {
  assert.equal(onOneLine('a  b \n\t c\n\nd\u00a0\u00a0e'), 'a  b c d\u00a0\u00a0e');
  assertLinear('spaces', (length) => `a${' '.repeat(length)}b`, onOneLine);
  assertLinear('lines', (length) => ' \n'.repeat(length / 2), onOneLine);
});
