import type { Connector } from '../src/reporting/connectors/contract.ts';
import type { NetworkRules } from '../src/reporting/connectors/network/rules.ts';
import { planReport } from '../src/reporting/documents/report-plan.ts';
import { bigQueryConnector, bigQueryPlace, startFilledBigQuery } from '../test/support/bigquery.ts';
import { openTestContext } from '../test/support/connector-context.ts';
import { snowflakeConnector, snowflakePlace, startFilledSnowflake } from '../test/support/snowflake.ts';
import { median } from './median.ts';

const rounds = 5;
const answerMs = 200;
const shared = { unit: 'number', better: 'up' } as const;
const rowsOf = {
  ...{ table: 'known', date: 'day' },
  metrics: [
    { key: 'entries', label: 'Entries', sql: 'count(*)', additive: true, ...shared },
    { key: 'average', label: 'Average', sql: 'avg(amount)', additive: false, ...shared },
  ],
  dimensions: [{ key: 'place', label: 'Place', sql: 'place' }],
};
const periods = {
  current: { from: '2024-02-01', to: '2024-02-29' },
  compare: { from: '2024-01-01', to: '2024-01-31' },
};

/** Of the queries of a generation, through a double that takes 200 ms for each answer; medians in milliseconds. */
export interface WarehouseFigures {
  readonly queries: number;
  /** The query that takes longest alone, from the look at the source to its answer. */
  readonly slowestMs: number;
  readonly togetherMs: number;
  readonly ratio: number;
}

export async function benchWarehouses(): Promise<Record<string, WarehouseFigures>> {
  const [bigQuery, snowflake] = await Promise.all([startFilledBigQuery(), startFilledSnowflake()]);
  bigQuery.double.answerMs = answerMs;
  snowflake.double.answerMs = answerMs;
  return {
    bigquery: await measure(bigQueryConnector as Connector, bigQueryPlace, bigQuery),
    snowflake: await measure(snowflakeConnector as Connector, snowflakePlace, snowflake),
  };
}

async function measure(
  connector: Connector,
  place: object,
  { secret, network }: { readonly secret: unknown; readonly network: NetworkRules },
): Promise<WarehouseFigures> {
  const config = { ...place, ...rowsOf };
  await using described = openTestContext({ secret, network });
  const description = await connector.describe(config, secret, described);
  const connection = { id: 'con_known', name: 'Known', system: connector.system, description };
  const plan = planReport({ sections: null, connections: [connection], periods, timeZone: 'UTC' });
  const queries = plan.connections.flatMap((planned) => planned.queries);
  const time = async (asked: typeof queries) => {
    await using context = openTestContext({ secret, network });
    const begin = performance.now();
    await connector.queryAll?.(config, secret, asked, context);
    return performance.now() - begin;
  };
  const slowest: number[] = [];
  const together: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const alone: number[] = [];
    for (const query of queries) alone.push(await time([query]));
    const all = await time(queries);
    // The first warms up.
    if (round === 0) continue;
    slowest.push(Math.max(...alone));
    together.push(all);
  }
  const [slowestMs, togetherMs] = [median(slowest), median(together)];
  return { queries: queries.length, slowestMs, togetherMs, ratio: togetherMs / slowestMs };
}
