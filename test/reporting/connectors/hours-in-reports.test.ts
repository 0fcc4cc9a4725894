import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getConnector } from '../../../src/reporting/connectors/registry.ts';
import { buildDocument } from '../../../src/reporting/documents/build-document.ts';
import { planReport } from '../../../src/reporting/documents/report-plan.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import { hostedSystems } from '../../support/hosted-systems.ts';
import { sectionOf } from '../documents/rows-source.ts';

const { systems, oauth } = await hostedSystems();
const periods = { current: { from: '2026-02-27', to: '2026-03-05' }, compare: null };
/** Visits of Umami's double begin in the first hour of a day in Berlin; all hours at midnight would be taken for none. */
const timeZone = 'Europe/Helsinki';
/** A metric of each system that it splits by hour, and one that adds up and that it does not. */
const metrics = new Map([
  ['meta-ads', { known: 'spend', unknown: 'purchases' }],
  ['matomo', { known: 'nb_visits', unknown: 'nb_pageviews' }],
  ['umami', { known: 'pageviews', unknown: 'visits' }],
]);

for (const { system, start, config, secret } of systems.filter((each) => metrics.has(each.system))) {
  test(`${system}: the hours of a heatmap come to its total, and other metrics are refused at the field`, async () => {
    const double = await start();
    const connector = getConnector(system);
    const systemAddresses = { ...localNetwork.systemAddresses, [system]: double.url, 'google-oauth': oauth.url };
    await using context = openTestContext({ secret, network: { ...localNetwork, systemAddresses } });
    const description = await connector.describe(config, secret, context);
    const connection = { id: 'con_1', name: 'Source', system, description };
    const { known = '', unknown = '' } = metrics.get(system) ?? {};
    const planOf = (metric: string) => {
      const section = { type: 'heatmap', connection_id: 'con_1', metric, by: 'hour' } as const;
      return planReport({ sections: [section], connections: [connection], periods, timeZone });
    };
    assert.throws(() => planOf(unknown), { field: 'metric', message: new RegExp(`not of "${unknown}"`) });
    const plan = planOf(known);
    const fetched = [];
    for (const { connection, queries } of plan.connections) {
      const answers = [];
      for (const query of queries) answers.push(await connector.query(config, secret, query, context));
      fetched.push({ connectionId: connection.id, fetchedAt: '2026-03-08T05:59:00Z', answers });
    }
    const document = buildDocument({
      ...{ reportId: 'rep_1', title: null, projectName: 'Shop', clientName: null, locale: 'en-US', currency: 'EUR' },
      ...{ brand: { accent_color: null, logo: null }, createdAt: '2026-03-08T06:00:00Z', plan, fetched },
    });
    const { rows, total, notes } = sectionOf(document, 'heatmap');
    // Each weekday is there once, so that means are what came in.
    const hours = rows.flat().reduce<number>((sum, value) => sum + (value ?? 0), 0);
    assert.ok(total && Math.abs(hours - total) < 1e-9, `${hours} of ${total}`);
    assert.ok(notes.every(({ code }) => code !== 'hours_missing' && code !== 'hours_unknown'));
  });
}
