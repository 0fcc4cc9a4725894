import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { getConnector } from '../../../src/reporting/connectors/registry.ts';
import { planReport } from '../../../src/reporting/documents/report-plan.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import { hostedSystems } from '../../support/hosted-systems.ts';

const { systems, oauth } = await hostedSystems();
const days = {
  current: { from: '2026-02-27', to: '2026-03-28' },
  compare: { from: '2026-01-28', to: '2026-02-26' },
};

for (const { system, start, config, secret } of systems) {
  test(`${system}: a report of 30 days takes as many requests as the documentation says`, async () => {
    const double = await start();
    const connector = getConnector(system);
    const own = { [system]: double.url, 'google-oauth': oauth.url };
    const systemAddresses = { ...localNetwork.systemAddresses, ...own };
    await using context = openTestContext({ secret, network: { ...localNetwork, systemAddresses } });
    const description = await connector.describe(config, secret, context);
    const connection = { id: 'con_1', name: system, system, description };
    const timeZone = 'Europe/Berlin';
    const plan = planReport({ sections: null, connections: [connection], periods: days, timeZone });
    const queries = plan.connections.flatMap((planned) => planned.queries);
    if (connector.queryAll) await connector.queryAll(config, secret, queries, context);
    else for (const query of queries) await connector.query(config, secret, query, context);

    const page = await readFile(new URL('../../../docs/connectors/README.md', import.meta.url), 'utf8');
    const row = new RegExp(`^\\| \`${system}\` +\\| +(\\d+) \\|`, 'm').exec(page);
    const requests = double.seen.length;
    assert.equal(Number(row?.[1]), requests, `${system}: docs/connectors/README.md must say ${requests} requests`);
  });
}
