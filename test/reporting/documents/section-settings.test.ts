import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import { sectionsSettings } from '../../../src/reporting/documents/section-settings.ts';

const accepts = (section: object): boolean => Check(sectionsSettings, [section]);
const kpis = { type: 'kpis', connection_id: 'con_1' };
const series = { type: 'timeseries', connection_id: 'con_1', metric: 'sales' };
const cost = { key: 'cost', label: 'Cost', unit: 'currency', of: { con_1: 'cost', con_2: 'spend' } };
const orders = { key: 'orders', label: 'Orders', unit: 'count', of: { con_1: 'orders' } };
const perOrder = { key: 'cpo', label: 'Cost per order', unit: 'currency', better: 'down', ratio: ['cost', 'orders'] };
const channels = {
  type: 'channels',
  rows: [{ connection_id: 'con_1', label: 'Search' }, { connection_id: 'con_2' }],
  metrics: [cost, orders, perOrder],
};
const funnel = { type: 'funnel', connection_id: 'con_1', metrics: ['visits', 'orders'] };
const dataUri = (type: string, bytes: Uint8Array) => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
const png = (length: number) =>
  Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(length - 8)]);
const image = { type: 'image', picture: dataUri('image/png', png(70)), alternative: 'A page' };
const breakdown = { type: 'breakdown', connection_id: 'con_1', dimension: 'place' };

test('every kind of section is accepted with and without its optional fields [C-SETTINGS-5]', () => {
  const full = [
    { type: 'highlights', title: null },
    { ...kpis, title: 'Key figures', metrics: ['sales', 'revenue'] },
    { ...series, title: null, by: 'week' },
    { ...breakdown, title: 'Places', metrics: ['sales'], limit: 100 },
    { ...channels, title: 'Channels' },
    { ...funnel, title: null },
    { type: 'text', title: 'What we did', markdown: '# Hello' },
    { ...image, title: 'The new page', caption: 'Since May' },
  ];
  const bare = [
    { type: 'highlights' },
    kpis,
    series,
    breakdown,
    channels,
    funnel,
    { type: 'text', markdown: '' },
    image,
  ];
  assert.ok(accepts({ type: 'page_break' }));
  assert.ok(Check(sectionsSettings, [...full, ...bare]));
});

test('unknown fields, kinds and units are refused [C-SETTINGS-5]', () => {
  assert.ok(!accepts({ ...kpis, limit: 10 }));
  assert.ok(!accepts({ type: 'pie', connection_id: 'con_1' }));
  assert.ok(!accepts({ ...series, by: 'year' }));
  assert.ok(!accepts({ type: 'text', markdown: 'x', html: 'y' }));
});

test('limits hold on both sides [C-SETTINGS-4, C-SETTINGS-5]', () => {
  assert.ok(!accepts({ ...breakdown, limit: 0 }) && !accepts({ ...breakdown, limit: 501 }));
  assert.ok(!accepts({ ...breakdown, limit: 1.5 }));
  assert.ok(!accepts({ ...kpis, metrics: [] }) && !accepts({ ...kpis, metrics: ['a', 'a'] }));
  assert.ok(!accepts({ ...kpis, metrics: Array.from({ length: 21 }, (_, index) => `m${index}`) }));
  assert.ok(!accepts({ ...kpis, title: '' }) && !accepts({ ...kpis, title: '  ' }));
  assert.ok(accepts({ ...kpis, title: '😀'.repeat(200) }) && !accepts({ ...kpis, title: '😀'.repeat(201) }));
  assert.ok(accepts({ type: 'text', markdown: '😀'.repeat(20_000) }));
  assert.ok(!accepts({ type: 'text', markdown: '😀'.repeat(20_001) }));
  assert.ok(Check(sectionsSettings, Array(50).fill(kpis)) && !Check(sectionsSettings, Array(51).fill(kpis)));
});

test('channels have different systems and keys, and ratios of two that are none', () => {
  const withMetrics = (...metrics: unknown[]) => accepts({ ...channels, metrics });
  assert.ok(!accepts({ ...channels, rows: [{ connection_id: 'con_1' }, { connection_id: 'con_1', label: 'Again' }] }));
  assert.ok(!accepts({ ...channels, rows: [] }) && !withMetrics());
  assert.ok(!withMetrics(cost, { ...orders, key: 'cost' }), 'a key twice');
  assert.ok(!withMetrics(cost, perOrder), 'a ratio of what is not there');
  assert.ok(!withMetrics(cost, orders, perOrder, { ...perOrder, key: 'x', ratio: ['cpo', 'orders'] }), 'of a ratio');
  assert.ok(!withMetrics({ ...cost, ratio: ['cost', 'orders'] }, orders), 'both');
  assert.ok(!withMetrics({ key: 'none', label: 'None', unit: 'count' }), 'neither');
  assert.ok(!withMetrics({ ...cost, of: {} }) && !withMetrics({ ...cost, unit: 'euro' }));
});

test('a funnel has two to eight different steps', () => {
  const steps = (length: number) => Array.from({ length }, (_, index) => `m${index}`);
  assert.ok(accepts({ ...funnel, metrics: steps(8) }));
  for (const metrics of [steps(1), steps(9), ['a', 'a']]) assert.ok(!accepts({ ...funnel, metrics }));
});

test('a picture is one of three kinds with 512 KiB at most, or the name of a stored one; it has an alternative', () => {
  const picture = (text: string) => accepts({ ...image, picture: text });
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  assert.ok(picture(`data:image/svg+xml,${encodeURIComponent(svg)}`) && picture(`sha256:${'0a'.repeat(32)}`));
  assert.ok(picture(dataUri('image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0]))));
  assert.ok(picture(dataUri('image/png', png(512 * 1024))) && !picture(dataUri('image/png', png(512 * 1024 + 1))));
  for (const text of [
    'https://example.com/a.png',
    'sha256:0a',
    `sha256:${'0A'.repeat(32)}`,
    dataUri('image/gif', png(9)),
  ]) {
    assert.ok(!picture(text), text);
  }
  assert.ok(!picture(dataUri('image/jpeg', png(99))), 'a PNG that says it is a JPEG');
  const { alternative: _, ...unnamed } = image;
  assert.ok(!accepts(unnamed) && !accepts({ ...image, alternative: ' ' }) && !accepts({ ...image, caption: '' }));
});

test('a table by two dimensions has room for so many rows, and side by side for one metric alone', () => {
  const pair = { ...breakdown, secondary_dimension: 'device' };
  const own_columns = [{ key: 'a', label: 'A', expression: 'sales', unit: 'count' }];
  for (const fitting of [
    { ...breakdown, secondary_dimension: null },
    { ...pair, limit: 100, own_columns, marks: 'goal', sort: { by: null } },
    { ...pair, limit: 25, secondary_limit: 20, layout: 'grouped' },
    { ...pair, limit: 100, secondary_limit: 20, layout: 'cross', metrics: ['sales'] },
  ]) {
    assert.ok(accepts(fitting), JSON.stringify(fitting));
  }
  for (const refused of [
    { ...breakdown, layout: 'cross' },
    { ...breakdown, secondary_limit: 3 },
    { ...breakdown, secondary_dimension: 'place' },
    { ...pair, display: 'bars' },
    { ...pair, limit: 101 },
    { ...pair, limit: 26, secondary_limit: 20 },
    { ...pair, layout: 'cross', metrics: ['sales', 'revenue'] },
    { ...pair, layout: 'cross', own_columns },
    { ...pair, layout: 'cross', sort: {} },
  ]) {
    assert.ok(!accepts(refused), JSON.stringify(refused));
  }
  assert.ok(!accepts({ ...pair, secondary_limit: 21 }) && !accepts({ ...pair, secondary_limit: 0 }));
});
