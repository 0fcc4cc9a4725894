import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentFaults } from '../../../src/domains/templates/content.ts';
import { follow, keepKeys } from '../../../src/domains/templates/follow.ts';
import { library } from '../../../src/domains/templates/library.ts';
import type { Description } from '../../../src/reporting/connectors/contract.ts';
import { describeChoice } from '../../../src/reporting/connectors/hosted/choice.ts';
import { knownCatalogs } from '../../../src/reporting/connectors/known-catalogs.ts';
import { systems } from '../../../src/reporting/connectors/registry.ts';
import { planReport } from '../../../src/reporting/documents/report-plan.ts';

/** Of a database or Prometheus, whose metrics are those of its owner. */
const ofOwner: Description = {
  metrics: [{ key: 'anything', label: 'Anything', unit: 'count', decimals: null, better: 'none', additive: true }],
  dimensions: [],
};
const describe = (system: string) => {
  const catalog = knownCatalogs[system];
  return catalog ? describeChoice(catalog, {}) : ofOwner;
};
const periods = {
  current: { from: '2026-01-01', to: '2026-01-31' },
  compare: { from: '2025-12-01', to: '2025-12-31' },
};

test('ten templates come with the service, each under one id and name', () => {
  assert.equal(library.length, 10);
  assert.equal(new Set(library.map(({ id }) => id)).size, 10);
  assert.equal(new Set(library.map(({ name }) => name)).size, 10);
});

for (const template of library) {
  const most = Math.max(...template.slots.map(({ systems }) => systems.length));
  for (let turn = 0; turn < most; turn++) {
    const chosen = template.slots.map(({ systems: all }) => all[turn % all.length] ?? '');
    test(`the template "${template.id}" shows what ${chosen.join(', ')} offer unless others are chosen`, () => {
      assert.deepEqual(contentFaults(template, systems), []);
      const connections = chosen.map((system) => ({ id: `con_${system}`, system, name: system, config: '{}' }));
      const keys = keepKeys(null, template.settings.sections);
      const { settings, slots, sections } = follow({ ...template, keys }, { connections, choices: {}, own: {} });
      assert.ok(slots.every(({ connection }) => connection));
      assert.ok(sections?.every(({ section }) => section));
      const described = connections.map(({ id, name, system }) => ({
        id,
        name,
        system,
        description: describe(system),
      }));
      const plan = planReport({
        sections: settings.sections ?? null,
        connections: described,
        periods,
        timeZone: 'UTC',
      });
      assert.equal(plan.sections.length, template.settings.sections?.length);
      assert.equal(plan.connections.length, connections.length);
    });
  }
}
