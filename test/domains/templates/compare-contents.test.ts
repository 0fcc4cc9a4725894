import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareContents } from '../../../src/domains/templates/compare-contents.ts';
import type { TemplateSettings } from '../../../src/domains/templates/content.ts';
import { keepKeys } from '../../../src/domains/templates/follow.ts';

const text = (title: string, markdown = title) => ({ type: 'text', title, markdown }) as const;
const ads = { slot: 'ads', systems: ['google-ads'] };
const contentOf = (keys: string, settings: TemplateSettings, slots = [ads]) => ({ slots, settings, keys: [...keys] });
const lettered = (keys: string, ...sections: ReturnType<typeof text>[]) => contentOf(keys, { sections });
const told = (...[before, after]: Parameters<typeof compareContents>) =>
  compareContents(before, after).sections.map(({ change, moved, section, before: was, after: is, fields }) =>
    `${change}${moved ? ' moved' : ''} ${'title' in section && section.title} ${was}>${is} ${fields}`.trim(),
  );

test('equal contents have no differences, whatever is absent, null or empty', () => {
  const before = contentOf('a', { sections: [text('A')], title: null, goals: null }, [{ ...ads }]);
  const after = contentOf('a', { sections: [text('A')], brand: {} }, [
    { ...ads, required: false, names: {} } as typeof ads,
  ]);
  assert.deepEqual(compareContents(before, after), { sections: [], slots: [], fields: [] });
});

test('sections that are added, removed and changed are told with their places and fields', () => {
  const before = lettered('abc', text('A'), text('B'), text('C'));
  const after = lettered('adc', text('A'), text('D'), text('C', 'Other words'));
  assert.deepEqual(told(before, after), ['removed B 2>null', 'added D null>2', 'changed C 3>3 markdown']);
});

test('of sections in another order the fewest count as moved, and one can be changed besides', () => {
  const before = lettered('abcd', text('A'), text('B'), text('C'), text('D'));
  const after = lettered('dabc', text('New'), text('A'), text('B'), text('C'));
  assert.deepEqual(told(before, after), ['changed moved New 4>1 title,markdown']);
});

test('slots and other settings are told, and the automatic layout as such', () => {
  const other = { slot: 'shop', systems: ['shopify'] };
  const before = contentOf('a', { sections: [text('A')], title: 'One', on_failure: 'block' }, [ads, other]);
  const search = { slot: 'search', systems: ['search-console'] };
  const after = contentOf('', { title: 'Two', on_failure: 'block' }, [{ ...ads, systems: ['meta-ads'] }, search]);
  const { slots, fields, sections } = compareContents(before, after);
  assert.deepEqual(slots, [
    { slot: 'ads', change: 'changed', fields: ['systems'] },
    { slot: 'search', change: 'added', fields: [] },
    { slot: 'shop', change: 'removed', fields: [] },
  ]);
  assert.deepEqual(fields, ['sections', 'title']);
  assert.deepEqual(
    sections.map(({ change }) => change),
    ['removed'],
  );
});

test('a section keeps its key while it is edited, so that it counts as changed', () => {
  const before = lettered('ab', text('A'), text('B'));
  const sections = [text('A'), text('Better')];
  const after = { slots: [ads], settings: { sections }, keys: keepKeys(before, sections) };
  assert.deepEqual(told(before, after), ['changed B 2>2 title,markdown'.replace(' B ', ' Better ')]);
});
