import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  type FollowedSettings,
  type Follower,
  follow,
  type KeyedContent,
  keepKeys,
  keepOwn,
} from '../../../src/domains/templates/follow.ts';
import type { SectionSettings } from '../../../src/reporting/documents/section-settings.ts';

const connection = (id: string, system: string, metrics?: readonly string[]) => ({
  ...{ id, system, name: id },
  config: JSON.stringify(metrics ? { metrics } : {}),
});
const shop = connection('con_shop', 'shopify', ['revenue', 'orders']);
const ads = connection('con_ads', 'google-ads', ['cost', 'conversions']);

const slots = [
  { slot: 'shop', systems: ['shopify', 'woocommerce'] },
  { slot: 'ads', systems: ['google-ads', 'meta-ads'], names: { results: { 'google-ads': 'conversions' } } },
];
const kpis = (slot: string, metrics: string[], title: string | null = null): SectionSettings => ({
  ...{ type: 'kpis', title, connection_id: slot, metrics },
});
const text = (markdown: string): SectionSettings => ({ type: 'text', title: null, markdown });
const template = (sections: SectionSettings[] | null, before: KeyedContent | null = null): KeyedContent => ({
  slots,
  settings: { title: 'The month', sections },
  keys: keepKeys(before, sections),
});
const follower = (more: Partial<Follower> = {}): Follower => ({
  ...{ connections: [shop, ads], choices: {}, own: {} },
  ...more,
});
const sectionsOf = (content: KeyedContent, by: Follower) => follow(content, by).settings.sections ?? null;
const edited = (content: KeyedContent, by: Follower, change: (sections: SectionSettings[]) => SectionSettings[]) => {
  const { settings } = follow(content, by);
  return { ...by, own: keepOwn(content, by, { ...settings, sections: change([...(settings.sections ?? [])]) }) };
};

describe('a slot', () => {
  const content = template([kpis('slot:shop', ['revenue']), kpis('slot:ads', ['results', 'cost'])]);

  test('is filled by the only connection of one of its systems, with the names of that system', () => {
    assert.deepEqual(sectionsOf(content, follower()), [
      kpis('con_shop', ['revenue']),
      kpis('con_ads', ['conversions', 'cost']),
    ]);
  });

  test('that is empty leaves its sections out, until a connection comes', () => {
    const without = follow(content, follower({ connections: [shop] }));
    assert.deepEqual(without.settings.sections, [kpis('con_shop', ['revenue'])]);
    assert.equal(without.slots[1]?.connection, null);
    assert.equal(sectionsOf(content, follower())?.length, 2);
  });

  test('with several that fit is empty until somebody chooses, and again when the chosen one is gone', () => {
    const other = connection('con_meta', 'meta-ads', ['results', 'cost']);
    const several = follower({ connections: [shop, ads, other] });
    assert.equal(sectionsOf(content, several)?.length, 1);
    const chosen = { ...several, choices: { ads: 'con_meta' } };
    assert.deepEqual(sectionsOf(content, chosen)?.[1], kpis('con_meta', ['results', 'cost']));
    assert.deepEqual(
      sectionsOf(content, { ...chosen, connections: [shop, ads] })?.[1],
      kpis('con_ads', ['conversions', 'cost']),
    );
  });

  test('tells which metrics its connection lacks; sections show the others', () => {
    const poor = connection('con_ads', 'google-ads', ['cost']);
    const { settings, missing } = follow(content, follower({ connections: [shop, poor] }));
    assert.deepEqual(settings.sections?.[1], kpis('con_ads', ['cost']));
    assert.deepEqual(missing.get('ads'), ['results']);
    assert.deepEqual(missing.get('shop'), []);
  });
});

describe('sections of an empty slot or a missing metric', () => {
  const none = follower({ connections: [shop] });
  const left = (section: SectionSettings, by = none) => sectionsOf(template([section]), by);

  test('a text that names a figure of it is left out whole, others stay with their names filled in', () => {
    assert.deepEqual(left(text('Sold {{slot:shop.revenue.current}} in {{period.current}}')), [
      text('Sold {{con_shop.revenue.current}} in {{period.current}}'),
    ]);
    assert.deepEqual(left(text('Spent {{slot:ads.cost.current}}')), []);
  });

  test('a funnel that lacks a step is left out, since its loss would be another', () => {
    const funnel: SectionSettings = { type: 'funnel', connection_id: 'slot:shop', metrics: ['visits', 'orders'] };
    assert.deepEqual(left(funnel), []);
  });

  test('a chart of two series shows the one that there is', () => {
    const series: SectionSettings = { type: 'timeseries', connection_id: 'slot:shop', metrics: ['visits', 'orders'] };
    assert.deepEqual(left(series), [{ type: 'timeseries', connection_id: 'con_shop', metric: 'orders' }]);
  });

  test('channels keep the rows and figures that there are, and no ratio of what is not', () => {
    const channels: SectionSettings = {
      type: 'channels',
      rows: [{ connection_id: 'slot:shop' }, { connection_id: 'slot:ads' }],
      metrics: [
        { key: 'revenue', label: 'Revenue', unit: 'currency', of: { 'slot:shop': 'revenue' } },
        { key: 'cost', label: 'Cost', unit: 'currency', of: { 'slot:ads': 'cost' } },
        { key: 'share', label: 'Share', unit: 'percent', ratio: ['cost', 'revenue'] },
      ],
    };
    assert.deepEqual(left(channels), [
      {
        type: 'channels',
        rows: [{ connection_id: 'con_shop' }],
        metrics: [{ key: 'revenue', label: 'Revenue', unit: 'currency', of: { con_shop: 'revenue' } }],
      },
    ]);
    assert.deepEqual(left(channels, follower({ connections: [] })), []);
  });

  test('goals of it are not set, and a section of those goals alone is left out', () => {
    const goal = { id: 'spend', connection_id: 'slot:ads', metric: 'cost', amount: 100, per: 'month' } as const;
    const content = template([{ type: 'goals', goals: ['spend'] }]);
    const withGoal = { ...content, settings: { ...content.settings, goals: [goal] } };
    assert.deepEqual(follow(withGoal, none).settings, { title: 'The month', sections: [] });
    assert.deepEqual(follow(withGoal, follower()).settings.goals, [{ ...goal, connection_id: 'con_ads' }]);
  });
});

describe('what is a project’s own', () => {
  const first = [text('One'), kpis('slot:shop', ['revenue']), text('Two')];
  const content = template(first);
  const changed = (change: (sections: SectionSettings[]) => SectionSettings[]) => template(change([...first]), content);

  test('nothing, while its settings are the template’s', () => {
    assert.deepEqual(keepOwn(content, follower(), follow(content, follower()).settings), {});
  });

  test('a section that it changed survives a change of the template, which all others follow', () => {
    const by = edited(content, follower(), ([, ...rest]) => [text('Mine'), ...rest]);
    const next = changed(() => [text('One, again'), kpis('slot:shop', ['revenue', 'orders']), text('Two')]);
    assert.deepEqual(sectionsOf(next, by), [text('Mine'), kpis('con_shop', ['revenue', 'orders']), text('Two')]);
    assert.deepEqual(
      follow(next, by).sections?.map(({ origin }) => origin),
      ['changed', 'template', 'template'],
    );
  });

  test('a section that it added stays behind the one it stood behind', () => {
    const by = edited(content, follower(), ([one, two, ...rest]) =>
      [one, two, text('Mine'), ...rest].filter((each) => each !== undefined),
    );
    const next = changed(([one, two, three]) =>
      [text('New'), one, two, text('Newer'), three].filter((each) => each !== undefined),
    );
    assert.deepEqual(sectionsOf(next, by), [
      ...[text('New'), text('One'), kpis('con_shop', ['revenue']), text('Mine'), text('Newer'), text('Two')],
    ]);
  });

  test('a section that it removed stays away; new ones of the template come', () => {
    const by = edited(content, follower(), ([, ...rest]) => rest);
    const next = changed((sections) => [text('New'), ...sections]);
    assert.deepEqual(sectionsOf(next, by), [text('New'), kpis('con_shop', ['revenue']), text('Two')]);
    assert.equal(follow(next, by).hidden.length, 1);
  });

  test('the order that it gave stays, and what the template moves does not undo it', () => {
    const by = edited(content, follower(), (sections) => sections.toReversed());
    const next = changed(([one, two, three]) => [two, one, text('New'), three].filter((each) => each !== undefined));
    assert.deepEqual(sectionsOf(next, by), [text('Two'), kpis('con_shop', ['revenue']), text('One'), text('New')]);
  });

  test('where it moved nothing, it follows what the template moves', () => {
    const by = edited(content, follower(), ([, ...rest]) => [text('Mine'), ...rest]);
    const next = changed((sections) => sections.toReversed());
    assert.deepEqual(sectionsOf(next, by), [text('Two'), kpis('con_shop', ['revenue']), text('Mine')]);
  });

  test('a section that the template drops goes, unless the project had changed it', () => {
    const by = edited(content, follower(), ([, ...rest]) => [text('Mine'), ...rest]);
    const next = changed(() => [kpis('slot:shop', ['revenue'])]);
    assert.deepEqual(sectionsOf(next, by), [text('Mine'), kpis('con_shop', ['revenue'])]);
    assert.deepEqual(
      follow(next, by).sections?.map(({ origin }) => origin),
      ['own', 'template'],
    );
  });

  test('editing while a slot is empty hides nothing of that slot', () => {
    const poor = edited(content, follower({ connections: [] }), ([one, two]) =>
      [one, text('Mine'), two].filter((each) => each !== undefined),
    );
    assert.deepEqual(sectionsOf(content, { ...poor, connections: [shop] }), [
      ...[text('One'), kpis('con_shop', ['revenue']), text('Mine'), text('Two')],
    ]);
  });

  test('a title, a value of the brand and a goal are kept by themselves', () => {
    const goal = (id: string, amount: number) => ({
      ...{ id, connection_id: 'slot:shop', metric: 'revenue', amount, per: 'month' as const },
      ...(id === 'orders' && { metric: 'orders' }),
    });
    const given: KeyedContent = {
      ...content,
      settings: { ...content.settings, brand: { name: 'Us', footer: 'Foot' }, goals: [goal('revenue', 10)] },
    };
    const { settings } = follow(given, follower());
    const mine = { ...goal('orders', 5), connection_id: 'con_shop' };
    const sent: FollowedSettings = {
      ...settings,
      title: 'Mine',
      brand: { name: 'Us', footer: null },
      goals: [...(settings.goals ?? []), mine],
    };
    const by = follower({ own: keepOwn(given, follower(), sent) });
    const next = {
      ...given,
      settings: {
        ...given.settings,
        title: 'Next',
        brand: { name: 'We', footer: 'Foot' },
        goals: [goal('revenue', 20)],
      },
    };
    const { title, brand, goals } = follow(next, by).settings;
    assert.deepEqual(
      { title, brand, amounts: goals?.map(({ amount }) => amount) },
      { title: 'Mine', brand: { name: 'We' }, amounts: [20, 5] },
    );
  });

  test('the automatic layout, and a layout in the place of an automatic one', () => {
    const automatic = follower({ own: keepOwn(content, follower(), { title: 'The month', sections: null }) });
    assert.equal(
      sectionsOf(
        changed((sections) => [...sections, text('New')]),
        automatic,
      ),
      null,
    );
    const open = template(null);
    const laid = follower({ own: keepOwn(open, follower(), { title: 'The month', sections: [text('Mine')] }) });
    assert.deepEqual(sectionsOf(open, laid), [text('Mine')]);
    assert.deepEqual(sectionsOf(template(first, open), laid), [text('Mine')]);
  });
});

const someSection = fc.oneof(
  fc.constantFrom('A', 'B', 'C').map(text),
  fc.constantFrom<SectionSettings>({ type: 'page_break' }, { type: 'highlights', title: null }),
  fc.constantFrom('revenue', 'orders', 'visits').map((metric) => kpis('slot:shop', [metric])),
  fc.constantFrom('cost', 'results').map((metric) => kpis('slot:ads', [metric])),
);
const someSections = fc.array(someSection, { maxLength: 7 });
const someConnections = fc.subarray([shop, ads]);
const concrete = (section: SectionSettings): SectionSettings =>
  section.type === 'kpis' ? { ...section, connection_id: section.connection_id.replace('slot:', 'con_') } : section;

test('whatever is sent for a project is what it has, whatever its template and its connections', () => {
  fc.assert(
    fc.property(someSections, someSections, someSections, someConnections, (one, two, three, connections) => {
      const content = template(one);
      const by = follower({ connections });
      const sent = { title: 'The month', sections: two.map(concrete) };
      const own = keepOwn(content, by, sent);
      assert.deepEqual(follow(content, { ...by, own }).settings, sent);
      const again = { title: 'Mine', sections: three.map(concrete) };
      const next = template(three, content);
      assert.deepEqual(follow(next, { ...by, own: keepOwn(next, { ...by, own }, again) }).settings, again);
    }),
    { numRuns: 1_000 },
  );
});

test('a change of a template never touches what a project wrote, and never loses it', () => {
  fc.assert(
    fc.property(someSections, someSections, fc.nat(6), (one, two, place) => {
      const content = template(one);
      const by = edited(content, follower(), (sections) => sections.toSpliced(place, 0, text('Mine')));
      const shown = sectionsOf(template(two, content), by) ?? [];
      assert.equal(shown.filter((section) => section.type === 'text' && section.markdown === 'Mine').length, 1);
      const rest = shown.filter((section) => !(section.type === 'text' && section.markdown === 'Mine'));
      assert.deepEqual(rest, sectionsOf(template(two), follower()));
    }),
    { numRuns: 1_000 },
  );
});
