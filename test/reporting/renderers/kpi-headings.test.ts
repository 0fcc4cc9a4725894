import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KpisSection } from '../../../src/reporting/documents/model.ts';
import { reportView } from '../../../src/reporting/renderers/view/report-view.ts';
import { comparison, metrics, reportDocument } from '../../support/documents.ts';

const kpis = (connection_name: string, title: string | null = null): KpisSection => {
  const items = [{ metric: metrics.sessions, spark: [], ...comparison(2, 1) }];
  return { type: 'kpis', title, connection_id: `con_${connection_name}`, connection_name, notes: [], items };
};

const headings = (...sections: KpisSection[]) =>
  reportView(reportDocument({ locale: 'en-GB', sections })).sections.map(({ title, source }) => [title, source]);

test('key figures of several systems are told apart by their headings', () => {
  assert.deepEqual(headings(kpis('Shop'), kpis('Web')), [
    ['Key figures · Shop', null],
    ['Key figures · Web', null],
  ]);
});

test('those of one system, and those with titles of their own, keep their headings', () => {
  assert.deepEqual(headings(kpis('Shop'), kpis('Shop')), [
    ['Key figures', 'Source: Shop'],
    ['Key figures', 'Source: Shop'],
  ]);
  assert.deepEqual(headings(kpis('Shop', 'Sales'), kpis('Web')), [
    ['Sales', 'Source: Shop'],
    ['Key figures', 'Source: Web'],
  ]);
});
