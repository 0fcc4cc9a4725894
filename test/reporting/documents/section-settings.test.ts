import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import { sectionsSettings } from '../../../src/reporting/documents/section-settings.ts';

const accepts = (section: object): boolean => Check(sectionsSettings, [section]);
const kpis = { type: 'kpis', connection_id: 'con_1' };
const series = { type: 'timeseries', connection_id: 'con_1', metric: 'sales' };
const breakdown = { type: 'breakdown', connection_id: 'con_1', dimension: 'place' };

test('every kind of section is accepted with and without its optional fields [C-SETTINGS-5]', () => {
  const full = [
    { type: 'highlights', title: null },
    { ...kpis, title: 'Key figures', metrics: ['sales', 'revenue'] },
    { ...series, title: null, by: 'week' },
    { ...breakdown, title: 'Places', metrics: ['sales'], limit: 100 },
    { type: 'text', title: 'What we did', markdown: '# Hello' },
  ];
  const bare = [{ type: 'highlights' }, kpis, series, breakdown, { type: 'text', markdown: '' }];
  assert.ok(Check(sectionsSettings, [...full, ...bare]));
});

test('unknown fields, kinds and units are refused [C-SETTINGS-5]', () => {
  assert.ok(!accepts({ ...kpis, limit: 10 }));
  assert.ok(!accepts({ type: 'pie', connection_id: 'con_1' }));
  assert.ok(!accepts({ ...series, by: 'year' }));
  assert.ok(!accepts({ type: 'text', markdown: 'x', html: 'y' }));
});

test('limits hold on both sides [C-SETTINGS-4, C-SETTINGS-5]', () => {
  assert.ok(!accepts({ ...breakdown, limit: 0 }) && !accepts({ ...breakdown, limit: 101 }));
  assert.ok(!accepts({ ...breakdown, limit: 1.5 }));
  assert.ok(!accepts({ ...kpis, metrics: [] }) && !accepts({ ...kpis, metrics: ['a', 'a'] }));
  assert.ok(!accepts({ ...kpis, metrics: Array.from({ length: 21 }, (_, index) => `m${index}`) }));
  assert.ok(!accepts({ ...kpis, title: '' }) && !accepts({ ...kpis, title: '  ' }));
  assert.ok(accepts({ ...kpis, title: '😀'.repeat(200) }) && !accepts({ ...kpis, title: '😀'.repeat(201) }));
  assert.ok(accepts({ type: 'text', markdown: '😀'.repeat(20_000) }));
  assert.ok(!accepts({ type: 'text', markdown: '😀'.repeat(20_001) }));
  assert.ok(Check(sectionsSettings, Array(50).fill(kpis)) && !Check(sectionsSettings, Array(51).fill(kpis)));
});
