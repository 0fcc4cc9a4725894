import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Value } from 'typebox/value';
import { sections as words } from '../../console/src/messages/en/sections.ts';
import { newGoal, sectionsWithGoal } from '../../console/src/screens/layout/goals/goals.ts';
import {
  type ChannelsSection,
  makeChannels,
  ratioOf,
  withFigure,
  withoutColumn,
  withoutRow,
  withRow,
} from '../../console/src/screens/layout/sections/channels.ts';
import { describe } from '../../console/src/screens/layout/sections/describe.ts';
import {
  breakdownFrom,
  dimensionsOf,
  galleryFrom,
  heatmapFrom,
  kpisFrom,
  secondaryOf,
  seriesFrom,
  withDimension,
  withDisplay,
  withLayout,
  withParts,
  withSecondary,
  withSpan,
} from '../../console/src/screens/layout/sections/figures.ts';
import { make } from '../../console/src/screens/layout/sections/make.ts';
import {
  insertBlock,
  insertText,
  toggleLines,
  toggleMarks,
} from '../../console/src/screens/layout/sections/markdown-edits.ts';
import {
  placeholderNamesOf,
  showNames,
  storeNames,
} from '../../console/src/screens/layout/sections/placeholder-names.ts';
import { isKnown, readPlaceholder } from '../../console/src/screens/layout/sections/placeholders.ts';
import type { OfferedMetric, Source } from '../../console/src/screens/layout/types.ts';
import { goalsSettings } from '../../src/reporting/documents/goal-settings.ts';
import { sectionsSettings, sectionTypes } from '../../src/reporting/documents/section-settings.ts';

const metric = (key: string, unit = 'count', additive = true): OfferedMetric => {
  return { key, label: key[0]?.toUpperCase() + key.slice(1), unit, better: 'up', additive };
};
const source = (id: string, metrics: readonly OfferedMetric[], dimensions: readonly string[] = []): Source => {
  return {
    id,
    name: `${id} name`,
    system: 'file',
    metrics,
    dimensions: dimensions.map((key) => ({ key, label: key, pairs_with: dimensions.filter((other) => other !== key) })),
  };
};
const shop = source('con_shop', [metric('rate', 'percent', false), metric('visits'), metric('orders')], ['country']);
const search = source('con_search', [metric('cost', 'currency'), metric('clicks'), metric('conversions')]);
const social = source('con_social', [metric('cost', 'currency'), metric('conversions'), metric('likes')], ['campaign']);
const ads: Source = {
  ...source('con_ads', [metric('spend', 'currency'), metric('clicks')], ['campaign', 'ad']),
  dimensions: [
    { pairs_with: [], key: 'campaign', label: 'Campaign' },
    { pairs_with: [], key: 'ad', label: 'Ad', pictures: true },
  ],
};
const all = [shop, search, social];

suite('new sections', () => {
  for (const type of sectionTypes.filter((each) => each !== 'image')) {
    test(`one of the kind ${type} is what the service takes, of what the connections offer`, () => {
      const made = make[type]([...all, ads]);
      assert.equal(made.type, type);
      assert.deepEqual([...Value.Errors(sectionsSettings, [made])], []);
    });
  }

  test('a picture is all that a new picture lacks, besides what it shows', () => {
    const faults = Value.Errors(sectionsSettings, [
      { ...make.image(all), alternative: 'A page', picture: `sha256:${'0'.repeat(64)}` },
    ]);
    assert.deepEqual([...faults], []);
  });

  test('they begin with figures that add up, and with a connection that has what they need', () => {
    assert.deepEqual(make.timeseries(all), {
      type: 'timeseries',
      connection_id: 'con_shop',
      metric: 'visits',
      by: 'auto',
    });
    assert.deepEqual(make.breakdown([search, social]), {
      type: 'breakdown',
      connection_id: 'con_social',
      dimension: 'campaign',
    });
    assert.deepEqual(make.funnel([search]), {
      type: 'funnel',
      connection_id: 'con_search',
      metrics: ['clicks', 'conversions'],
    });
  });

  test('a gallery begins with what has pictures, and over another connection is of what has some there', () => {
    const made = make.gallery([...all, ads]);
    assert.deepEqual(made, {
      type: 'gallery',
      connection_id: 'con_ads',
      dimension: 'ad',
      metrics: ['spend', 'clicks'],
    });
    assert.equal(describe(made, [ads], words), 'Ad · Spend · Clicks');
    assert.ok(made.type === 'gallery');
    const moved = galleryFrom({ ...made, sort: { by: 'clicks' } }, social);
    assert.deepEqual(moved, {
      ...made,
      connection_id: 'con_social',
      dimension: '',
      metrics: ['cost', 'conversions', 'likes'],
    });
  });

  test('without a connection nothing breaks', () => {
    for (const type of sectionTypes) assert.equal(make[type]([]).type, type);
  });
});

suite('sections in a line', () => {
  test('what they show, with the connection where there are several, and the kind where the title hides it', () => {
    const kpis = { type: 'kpis', connection_id: 'con_shop', metrics: ['visits', 'gone'] } as const;
    assert.equal(describe({ ...kpis, metrics: [...kpis.metrics] }, all, words), 'con_shop name · Visits · gone');
    assert.equal(describe({ ...kpis, metrics: ['visits'], title: 'Shop' }, [shop], words), 'Key figures · Visits');
    assert.equal(
      describe({ type: 'text', markdown: '\n## **Spring** is {{x.y.current}}\n' }, all, words),
      'Spring is …',
    );
    const series = { type: 'timeseries', connection_id: 'con_shop', metric: 'visits', by: 'week' } as const;
    assert.equal(describe(withSpan(series, '13_months'), [shop], words), 'Visits · 13 months');
    const heatmap = { type: 'heatmap', connection_id: 'con_shop', metric: 'visits', by: 'hour' } as const;
    assert.equal(describe(heatmap, [shop], words), 'Visits · Hour');
    assert.equal(describe({ type: 'goals', goals: ['a'] }, all, words), '1 goal');
    assert.equal(describe({ type: 'page_break' }, all, words), '');
  });
});

suite('figures over another connection', () => {
  test('names that are there too stay, others give way to what leads', () => {
    const series = { type: 'timeseries', connection_id: 'con_search', metrics: ['cost', 'conversions'] } as const;
    const moved = seriesFrom({ ...series, metrics: [...series.metrics] }, social);
    assert.deepEqual(moved, { type: 'timeseries', connection_id: 'con_social', metric: 'cost' });
    const kpis = kpisFrom({ type: 'kpis', connection_id: 'con_shop', metrics: ['visits'] }, search);
    assert.deepEqual(kpis, { type: 'kpis', connection_id: 'con_search', metrics: ['cost', 'clicks', 'conversions'] });
    const heatmap = { type: 'heatmap', connection_id: 'con_shop', metric: 'visits', by: 'week' } as const;
    assert.deepEqual(heatmapFrom(heatmap, search), { ...heatmap, connection_id: 'con_search', metric: 'cost' });
    const breakdown = breakdownFrom({ type: 'breakdown', connection_id: 'con_shop', dimension: 'country' }, social);
    assert.deepEqual(breakdown, { type: 'breakdown', connection_id: 'con_social', dimension: 'campaign' });
  });

  test('a span comes with its own unit, and goes without a trace', () => {
    const series = { type: 'timeseries', connection_id: 'con_shop', metric: 'visits', by: 'week' } as const;
    const spanned = withSpan(series, '12_weeks');
    assert.deepEqual(spanned, { ...series, by: 'auto', span: '12_weeks' });
    assert.deepEqual([...Value.Errors(sectionsSettings, [spanned])], []);
    assert.deepEqual(withSpan(spanned, 'own'), { ...series, by: 'auto' });
  });

  test('what does not answer keeps all names', () => {
    const silent = source('con_silent', []);
    const moved = kpisFrom({ type: 'kpis', connection_id: 'con_shop', metrics: ['visits'] }, silent);
    assert.deepEqual(moved, { type: 'kpis', connection_id: 'con_silent', metrics: ['visits'] });
  });

  test('a donut has one figure that adds up, and no more rows than it has room for', () => {
    const table = { type: 'breakdown', connection_id: 'con_shop', dimension: 'country', limit: 20 } as const;
    const donut = withDisplay({ ...table, metrics: ['rate', 'visits'] }, 'donut', shop);
    assert.deepEqual(donut, { ...table, metrics: ['visits'], display: 'donut', limit: 6 });
    assert.deepEqual([...Value.Errors(sectionsSettings, [donut])], []);
    assert.deepEqual(withDisplay(donut, 'table', shop), { ...donut, display: 'table' });
  });
});

suite('tables by two dimensions', () => {
  const ads = source('con_ads', [metric('cost', 'currency'), metric('clicks')], ['campaign', 'device', 'country']);
  const plain = { type: 'breakdown', connection_id: 'con_ads', dimension: 'campaign', limit: 200 } as const;
  const isTaken = (section: object) => assert.deepEqual([...Value.Errors(sectionsSettings, [section])], []);

  test('a table takes a second dimension with as many rows as there is room for, and gives it up again', () => {
    const pair = withSecondary(plain, 'device');
    assert.deepEqual(pair, { ...plain, secondary_dimension: 'device', limit: 100 });
    isTaken(pair);
    const long = withParts(pair, 20);
    assert.deepEqual([long.limit, long.secondary_limit], [25, 20]);
    isTaken(long);
    assert.deepEqual(withSecondary(long, null), { ...plain, limit: 25 });
  });

  test('side by side it has one figure and nothing else about it', () => {
    const own = { key: 'a', label: 'A', expression: 'cost', unit: 'currency' } as const;
    const sort = { by: null };
    const full = {
      ...plain,
      secondary_dimension: 'device',
      limit: 10,
      own_columns: [own],
      marks: 'goal',
      sort,
    } as const;
    const cross = withLayout({ ...full, own_columns: [own], sort }, 'cross', ads);
    const { limit: _, ...rest } = plain;
    const expected = { ...rest, limit: 10, secondary_dimension: 'device', layout: 'cross', metrics: ['cost'] };
    assert.deepEqual(cross, expected);
    isTaken(cross);
    const { layout: __, ...grouped } = expected;
    assert.deepEqual(withLayout(cross, 'grouped', ads), grouped);
  });

  test('it loses the second dimension where there is no such pair', () => {
    const pair = withSecondary({ ...plain, limit: 10 }, 'device');
    assert.deepEqual(withDimension(pair, 'country', ads), { ...pair, dimension: 'country' });
    assert.deepEqual(withDimension(pair, 'device', ads), { ...plain, limit: 10, dimension: 'device' });
    assert.equal(breakdownFrom(pair, shop).secondary_dimension, undefined);
    assert.deepEqual(withDisplay(pair, 'bars', ads), { ...plain, limit: 10, display: 'bars' });
    assert.deepEqual(
      secondaryOf(pair, ads).map(({ key }) => key),
      ['device', 'country'],
    );
    assert.equal(dimensionsOf(pair, ads), 'campaign / device');
  });
});

suite('channels', () => {
  const made = makeChannels([search, social]);

  test('systems stand side by side by what both have', () => {
    assert.deepEqual(made.rows, [{ connection_id: 'con_search' }, { connection_id: 'con_social' }]);
    assert.deepEqual(
      made.metrics.map(({ label, of }) => [label, of]),
      [
        ['Cost', { con_search: 'cost', con_social: 'cost' }],
        ['Conversions', { con_search: 'conversions', con_social: 'conversions' }],
      ],
    );
  });

  test('a ratio divides money by a count, and goes with its columns', () => {
    const ratio = ratioOf(made.metrics, words.channels.ratioLabel) ?? assert.fail('no ratio');
    assert.deepEqual(ratio, {
      label: 'Cost / Conversions',
      unit: 'currency',
      better: 'down',
      ratio: ['column-1', 'column-2'],
    });
    const whole: ChannelsSection = { ...made, metrics: [...made.metrics, { key: 'ratio', ...ratio }] };
    assert.deepEqual([...Value.Errors(sectionsSettings, [whole])], []);
    assert.deepEqual(
      withoutColumn(whole, 'column-2').metrics.map(({ key }) => key),
      ['column-1'],
    );
  });

  test('a system comes with what its columns show of it, and leaves nothing behind', () => {
    const alone = withoutRow(made, 'con_social');
    assert.deepEqual(
      alone.metrics.map(({ of }) => of),
      [{ con_search: 'cost' }, { con_search: 'conversions' }],
    );
    assert.deepEqual(withRow(alone, social, all), made);
  });

  test('a column without figures takes the unit of its first', () => {
    const column = withFigure({ key: 'x', label: 'New', unit: 'count', of: {} }, search, 'cost');
    assert.deepEqual(column, { key: 'x', label: 'New', unit: 'currency', better: 'up', of: { con_search: 'cost' } });
    assert.deepEqual(withFigure(column, search, null).of, {});
  });
});

suite('goals', () => {
  test('a new one is what the service takes, with a name and a figure of its own', () => {
    const first = newGoal([], all);
    const second = newGoal([first], all);
    assert.deepEqual([...Value.Errors(goalsSettings, [first, second])], []);
    assert.notEqual(first.id, second.id);
    assert.notEqual(first.metric, second.metric);
  });

  test('the sections that name one are known by their places', () => {
    const named = sectionsWithGoal([{ type: 'goals' }, { type: 'goals', goals: ['a'] }], 'a');
    assert.deepEqual(
      named.map(({ place }) => place),
      [2],
    );
  });
});

suite('texts', () => {
  const names = placeholderNamesOf(all, words.text);

  test('figures are read by their names and stored by their keys, there and back', () => {
    const stored = 'We had {{con_shop.visits.current}} ({{ con_shop.visits.change }}) in {{period.current}}, {{x}}.';
    const shown = showNames(stored, names);
    assert.equal(
      shown,
      'We had {{con_shop name · Visits}} ({{con_shop name · Visits · change}}) in {{Period}}, {{x}}.',
    );
    assert.equal(
      storeNames(shown, names),
      stored.replace('{{ con_shop.visits.change }}', '{{con_shop.visits.change}}'),
    );
    assert.equal(showNames('{{con_shop.visits.current}}', placeholderNamesOf([shop], words.text)), '{{Visits}}');
  });

  test('figures of the same name keep their keys', () => {
    const twice = placeholderNamesOf([shop, { ...shop, id: 'con_other' }], words.text);
    assert.equal(showNames('{{con_shop.visits.current}}', twice), '{{con_shop.visits.current}}');
  });

  test('what stands for nothing is known, as far as connections answer', () => {
    assert.equal(isKnown('con_shop.gone.current', all), false);
    assert.equal(isKnown('con_shop.visits.sum', all), false);
    assert.equal(isKnown('con_none.visits.current', all), false);
    assert.equal(isKnown('con_silent.visits.current', [source('con_silent', [])]), true);
    assert.deepEqual(readPlaceholder('period.compare'), { period: 'compare' });
  });

  test('buttons put marks where they belong, and take them away', () => {
    const bold = toggleMarks({ text: 'a word', start: 2, end: 6 }, '**', 'bold');
    assert.deepEqual(bold, { text: 'a **word**', start: 4, end: 8 });
    assert.deepEqual(toggleMarks(bold, '**', 'bold'), { text: 'a word', start: 2, end: 6 });
    const list = toggleLines({ text: 'one\ntwo\nthree', start: 1, end: 5 }, '- ');
    assert.deepEqual(list, { text: '- one\n- two\nthree', start: 0, end: 11 });
    assert.equal(toggleLines(list, '- ').text, 'one\ntwo\nthree');
    assert.equal(insertBlock({ text: 'one\ntwo', start: 1, end: 1 }, '| a |').text, 'one\n\n| a |\n\ntwo');
    assert.deepEqual(insertText({ text: 'ab', start: 1, end: 1 }, '-'), { text: 'a-b', start: 2, end: 2 });
  });
});
