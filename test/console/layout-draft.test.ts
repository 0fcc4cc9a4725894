import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { differencesBetween } from '../../console/src/screens/layout/draft/differences.ts';
import { isSame, moved, movedBy, toDraft, toSettings } from '../../console/src/screens/layout/draft/draft.ts';
import { beginHistory, changed, redone, undone } from '../../console/src/screens/layout/draft/history.ts';
import { startingSections } from '../../console/src/screens/layout/draft/starting-sections.ts';
import { dayIn, periodBefore, periodOf } from '../../console/src/screens/layout/preview/periods.ts';

const text = (title: string, markdown = title) => ({ type: 'text', title, markdown }) as const;
const layoutOf = (...titles: string[]) => ({ sections: titles.map((title) => text(title)) });

suite('drafts of layouts', () => {
  test('sections move before and after others and keep their names', () => {
    const { sections } = toDraft(layoutOf('a', 'b', 'c'));
    const [a, b, c] = sections?.map(({ key }) => key) ?? [];
    assert.ok(sections && a && b && c);
    const keys = (all: typeof sections) => all.map(({ key }) => key);
    assert.deepEqual(keys(moved(sections, new Set([c]), a, 'before')), [c, a, b]);
    assert.deepEqual(keys(moved(sections, new Set([a]), b, 'after')), [b, a, c]);
    assert.deepEqual(keys(moved(sections, new Set([a]), a, 'after')), [a, b, c]);
    assert.deepEqual(keys(movedBy(sections, b, -1)), [b, a, c]);
    assert.deepEqual(keys(movedBy(sections, c, 1)), [a, b, c]);
    assert.deepEqual(
      toSettings({ rest: {}, sections: moved(sections, new Set([c]), a, 'before') }),
      layoutOf('c', 'a', 'b'),
    );
    assert.deepEqual(
      toDraft(layoutOf('x', 'b'), { rest: {}, sections }).sections?.map(({ key }) => key),
      [a, b],
    );
  });

  test('settings that the service does not tell apart are the same, others are not', () => {
    assert.ok(isSame({ title: null, goals: [], brand: { name: null } }, {}));
    assert.ok(isSame({ title: 'x', brand: { name: 'y' } }, { brand: { name: 'y', logo: null }, title: 'x' }));
    assert.ok(!isSame({ sections: [] }, { sections: null }));
    assert.ok(!isSame(layoutOf('a', 'b'), layoutOf('b', 'a')));
    assert.ok(!isSame({ title: 'x' }, {}));
  });

  test('who types without a pause makes one change, which undo takes back and redo makes again', () => {
    let history = beginHistory('');
    history = changed(history, 'a', 'title', 0);
    history = changed(history, 'ab', 'title', 500);
    history = changed(history, 'ab!', 'other', 600);
    history = changed(history, 'abc', 'other', 5_000);
    assert.equal(undone(history).present, 'ab!');
    assert.equal(undone(undone(history)).present, 'ab');
    assert.equal(undone(undone(undone(history))).present, '');
    assert.equal(undone(undone(undone(undone(history)))).present, '');
    assert.equal(redone(undone(history)).present, 'abc');
    assert.equal(redone(history).present, 'abc');
    assert.deepEqual(changed(undone(history), 'new', null, 6_000).future, []);
  });

  test('what somebody changed is named: added, removed, changed, another order, parts of the whole', () => {
    const before = { ...layoutOf('a', 'b', 'c'), title: 'Old' };
    const titles = (sections: readonly object[]) => sections.map((one) => ('title' in one ? one.title : null));
    const named = (after: object) => {
      const { added, removed, changed: other, ...rest } = differencesBetween(before, { ...before, ...after });
      const sections = [added, removed, other].map(titles);
      return [...sections, ...Object.entries(rest).flatMap(([name, is]) => (is ? [name] : []))];
    };
    assert.deepEqual(named({}), [[], [], []]);
    assert.deepEqual(named(layoutOf('a', 'x', 'c', 'd')), [['d'], [], ['x']]);
    assert.deepEqual(named(layoutOf('a')), [[], ['b', 'c'], []]);
    assert.deepEqual(named(layoutOf('c', 'a', 'b')), [[], [], [], 'isReordered']);
    assert.deepEqual(named({ sections: null, title: 'New' }), [[], ['a', 'b', 'c'], [], 'automatic', 'texts']);
    assert.deepEqual(named({ goals: [], accent_color: '#000000' }), [[], [], [], 'brand']);
  });

  test('a layout to begin with shows every connection that has figures, under its name where there are several', () => {
    const metric = (key: string) => ({ key, label: key, unit: 'count', better: 'up', additive: true }) as const;
    const source = (id: string, metrics: string[]) => {
      return {
        id,
        name: id,
        system: 'file',
        metrics: metrics.map(metric),
        dimensions: [{ key: 'page', label: 'Page', pairs_with: [] }],
      };
    };
    const types = (...all: Parameters<typeof startingSections>) => startingSections(...all).map(({ type }) => type);
    assert.deepEqual(types([source('one', ['a'])], []), ['highlights', 'kpis', 'timeseries', 'breakdown']);
    assert.deepEqual(types([source('mute', [])], []), ['highlights']);
    const two = startingSections([source('one', ['a', 'b']), source('two', ['c'])], []);
    assert.deepEqual(
      two.flatMap((section) => (section.type === 'kpis' ? [section.title] : [])),
      ['one', 'two'],
    );
  });
});

suite('periods of previews', () => {
  test('presets end where days are over, months and quarters are whole', () => {
    const today = '2026-03-15';
    assert.deepEqual(periodOf('lastMonth', today), { from: '2026-02-01', to: '2026-02-28' });
    assert.deepEqual(periodOf('lastMonth', '2026-01-31'), { from: '2025-12-01', to: '2025-12-31' });
    assert.deepEqual(periodOf('thisMonth', today), { from: '2026-03-01', to: today });
    assert.deepEqual(periodOf('lastQuarter', today), { from: '2025-10-01', to: '2025-12-31' });
    assert.deepEqual(periodOf('thisYear', today), { from: '2026-01-01', to: today });
    assert.deepEqual(periodOf('last7', today), { from: '2026-03-08', to: '2026-03-14' });
    assert.deepEqual(periodOf('last90', today), { from: '2025-12-15', to: '2026-03-14' });
  });

  test('whole months are compared with as many whole months, other days with as many days', () => {
    assert.deepEqual(periodBefore({ from: '2026-03-01', to: '2026-03-31' }), { from: '2026-02-01', to: '2026-02-28' });
    assert.deepEqual(periodBefore({ from: '2025-10-01', to: '2025-12-31' }), { from: '2025-07-01', to: '2025-09-30' });
    assert.deepEqual(periodBefore({ from: '2026-03-08', to: '2026-03-14' }), { from: '2026-03-01', to: '2026-03-07' });
  });

  test('today is the day of the project', () => {
    const instant = Date.parse('2026-03-15T23:30:00Z');
    assert.equal(dayIn('UTC', instant), '2026-03-15');
    assert.equal(dayIn('Asia/Tokyo', instant), '2026-03-16');
  });
});
