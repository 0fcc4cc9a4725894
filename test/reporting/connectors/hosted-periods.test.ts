import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Grouping } from '../../../src/reporting/connectors/contract.ts';
import { getConnector, systems as known } from '../../../src/reporting/connectors/registry.ts';
import { hostileValue } from '../../doubles/web-visits.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import { type HostedSystem, hostedSystems } from '../../support/hosted-systems.ts';

const { systems, oauth } = await hostedSystems();

const none = { from: '2024-01-01', to: '2024-01-31' };
const year = { from: '2025-06-01', to: '2026-06-01' };
/** With the days of all doubles, and the clock change of 29 March. */
const weeks = { from: '2026-02-25', to: '2026-04-05' };
const clockChange = '2026-03-29';
/** It has a dimension with words of its own, so that nobody can name anything there. */
const withoutNames: ReadonlySet<string> = new Set(['stripe']);

async function open({ system, start, config, secret }: HostedSystem) {
  const double = await start();
  const connector = getConnector(system);
  const systemAddresses = { ...localNetwork.systemAddresses, [system]: double.url, 'google-oauth': oauth.url };
  const context = openTestContext({ secret, network: { ...localNetwork, systemAddresses } });
  const { metrics, dimensions } = await connector.describe(config, secret, context);
  const added = metrics.filter(({ additive }) => additive);
  const base = { timeZone: 'Europe/Berlin', metrics: added.map(({ key }) => key), limit: 1_000 };
  const ask = (period: { from: string; to: string }, by: Grouping) => {
    const own = dimensions.find(({ key }) => typeof by === 'object' && key === by.dimension)?.metrics;
    const asked = own ? own.map(({ key }) => key) : base.metrics;
    return connector.query(config, secret, { ...base, ...period, metrics: asked, by }, context);
  };
  return { ask, dimensions, metrics: base.metrics, context, verify: () => connector.verify(config, secret, context) };
}

type Values = readonly (number | null)[];

function assertClose(found: Values | undefined, expected: Values | undefined): void {
  const round = (values: Values | undefined) => values?.map((value) => Math.round((value ?? 0) * 1e6) / 1e6);
  assert.deepEqual(round(found), round(expected));
}

test('every hosted system of the registry is tried here', () => {
  assert.deepEqual(
    systems.map(({ system }) => system),
    known.slice(known.indexOf('google-analytics')),
  );
});

for (const hosted of systems) {
  const { system } = hosted;
  test(`${system}: an account without anything, a day, one with a clock change and 366 days have what there is`, async () => {
    const { ask, dimensions, metrics, context, verify } = await open(hosted);
    await using _ = context;
    const groupings: Grouping[] = ['none', 'day', 'week', ...dimensions.map(({ key }) => ({ dimension: key }))];
    for (const by of groupings) {
      const { rows, hasData } = await ask(none, by);
      const filled = rows.filter(({ values }) => values.some((value) => value !== null));
      assert.deepEqual([filled, hasData], [[], false], JSON.stringify(by));
    }
    for (const { code } of await verify()) assert.equal(code, 'no_data');

    const total = await ask(year, 'none');
    const months = await ask(year, 'month');
    assert.ok(total.hasData && metrics.length > 0);
    const summed = metrics.map((_, index) => months.rows.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
    assertClose(total.rows[0]?.values, summed);

    const days = await ask(weeks, 'day');
    for (const day of [days.rows[0]?.key ?? '', clockChange]) {
      const alone = await ask({ from: day, to: day }, 'none');
      assertClose(alone.rows[0]?.values, days.rows.find(({ key }) => key === day)?.values);
    }
  });
}

for (const hosted of systems.filter(({ system }) => !withoutNames.has(system))) {
  test(`${hosted.system}: names that were made to do harm stay as they are`, async () => {
    const { ask, dimensions, context } = await open(hosted);
    await using _ = context;
    const found = await Promise.all(dimensions.map(({ key }) => ask(year, { dimension: key })));
    const keys = found.flatMap(({ rows }) => rows.map(({ key }) => key));
    assert.ok(
      keys.some((key) => key?.includes(hostileValue)),
      JSON.stringify(keys),
    );
  });
}
