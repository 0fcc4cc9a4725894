import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { givenCaller, givenProject } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { givenConnection } from '../support/flights.ts';
import { suiteService } from '../support/service.ts';

for (const engine of engines) {
  describe(`${engine}: goals of a project`, async () => {
    const service = await suiteService(engine);
    const given = async () => {
      const { account, token } = await givenCaller(service.db);
      const { id } = await givenProject(service.db, account);
      const connection_id = await givenConnection(service.db, id, 'flights');
      const goal = { id: 'flights', connection_id, metric: 'flights', amount: 360_000.5, per: 'month' };
      const set = (settings: object) => service.call('PATCH', `/api/v1/projects/${id}`, { token, body: { settings } });
      const faults = async (settings: object) => {
        const { status, body } = await set(settings);
        assert.deepEqual([status, body.error?.code], [400, 'invalid_request']);
        return body.error.details.map(({ field, rule }: { field: string; rule: string }) => `${field} ${rule}`);
      };
      return { token, goal, set, faults };
    };

    test('goals are kept as they are set, and gone when settings are replaced without them [C-GOALS-1, C-SETTINGS-1]', async () => {
      const { goal, set } = await given();
      const goals = [
        { ...goal, from: '2026-01-01', to: '2026-06-30' },
        { ...goal, id: 'next', per: 'year', from: '2026-07-01', to: null },
      ];
      const sections = [{ type: 'goals', title: null, goals: ['next'] }];
      const { status, body } = await set({ goals, sections });
      assert.deepEqual([status, body.data?.settings.goals, body.data?.settings.sections], [200, goals, sections]);
      assert.ok(!('goals' in (await set({ title: 'T' })).body.data.settings));
      assert.ok(!('goals' in (await set({ goals: null })).body.data.settings));
      assert.deepEqual((await set({ goals: [] })).body.data.settings.goals, []);
    });

    test('faults of goals are named by their fields [C-GOALS-1, C-GOALS-2, C-BODY-9]', async () => {
      const { goal, faults } = await given();
      const second = (changes: object) => ({ goals: [goal, { ...goal, id: 'b', ...changes }] });
      assert.deepEqual(await faults(second({ id: 'flights', from: '2026-01-01', metric: 'avg_delay' })), [
        'settings.goals.1.id unique',
      ]);
      assert.deepEqual(await faults(second({ from: '2026-01-01' })), ['settings.goals.1 overlap']);
      assert.deepEqual(await faults({ goals: [{ ...goal, from: '2026-02-01', to: '2026-01-31' }] }), [
        'settings.goals.0.to order',
      ]);
      assert.deepEqual(await faults({ goals: [{ ...goal, from: '2026-02-30' }] }), ['settings.goals.0.from format']);
      assert.deepEqual(await faults({ goals: [{ ...goal, per: 'week' }] }), ['settings.goals.0.per enum']);
      assert.deepEqual(await faults({ goals: [{ ...goal, amount: 1e16 }] }), ['settings.goals.0.amount maximum']);
      assert.deepEqual(await faults({ sections: [{ type: 'goals', goals: ['x'] }] }), [
        'settings.sections.0.goals.0 value',
      ]);
    });

    test('an unknown connection, and a metric that its configuration lacks, are faults [C-GOALS-3]', async () => {
      const { token, goal, faults } = await given();
      const unknown = { ...goal, connection_id: 'con_00000000000000000000000000' };
      assert.deepEqual(await faults({ goals: [unknown] }), ['settings.goals.0.connection_id value']);
      assert.deepEqual(await faults({ goals: [{ ...goal, metric: 'profit' }] }), ['settings.goals.0.metric value']);
      const created = await service.call('POST', '/api/v1/projects', {
        token,
        body: { name: 'P', settings: { goals: [goal] } },
      });
      assert.deepEqual([created.status, created.body.error?.details[0].field], [400, 'settings.goals.0.connection_id']);
    });
  });
}
