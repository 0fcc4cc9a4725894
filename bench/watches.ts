import { judgeNext } from '../src/domains/watches/judge-connection.ts';
import type { GivenWatch } from '../src/domains/watches/schema.ts';
import type { Measure } from '../src/platform/jobs/measures.ts';
import { givenAccount } from '../test/support/accounts.ts';
import { createFreshDatabase, engines } from '../test/support/databases.ts';
import { openShops, steady } from '../test/support/watches.ts';

/** What all watches of an account take on a day when their figures have come. */
export interface WatchFigures {
  readonly watches: number;
  readonly connections: number;
  /** Of connectors, by the call: what their systems were asked. */
  readonly asked: Readonly<Record<string, number>>;
  readonly seconds: number;
  /** Of the thread that judges; the engine of files is a process of its own. */
  readonly processorMsOfAWatch: number;
}

const connections = 100;
const days = 180;
const metrics = ['sessions', 'orders', 'cost'] as const;

/** Ten of each connection: of each metric a limit, a change and what is unusual, and silence. */
const watched: readonly Omit<GivenWatch, 'project_id' | 'connection_id'>[] = [
  ...metrics.flatMap((metric) => [
    { kind: 'threshold', metric, threshold: { direction: 'below', value: 1 } } as const,
    { kind: 'change', metric } as const,
    { kind: 'unusual', metric } as const,
  ]),
  { kind: 'silence' },
];

/** 1,000 watches of 100 connections to files of their own, each of 180 days. */
export async function benchWatches(): Promise<Record<string, WatchFigures>> {
  const figures: Record<string, WatchFigures> = {};
  for (const engine of engines) {
    await using database = await createFreshDatabase(engine);
    await using shops = await openShops(database.db, await givenAccount(database.db));
    for (let count = 0; count < connections; count++) {
      const shop = await shops.shop(steady(days, { sessions: 1_000 + count, orders: 30, cost: 90 }));
      for (const watch of watched) await shops.add(shop, watch);
    }
    const asked: Record<string, number> = {};
    const takeMeasure = ({ name, labels }: Measure) => {
      if (name === 'connector') asked[labels.call ?? ''] = (asked[labels.call ?? ''] ?? 0) + 1;
    };
    const [started, before] = [performance.now(), process.cpuUsage()];
    while (await judgeNext({ ...shops.context, takeMeasure }));
    const { user, system } = process.cpuUsage(before);
    const all = connections * watched.length;
    figures[engine] = {
      ...{ watches: all, connections, asked },
      seconds: (performance.now() - started) / 1_000,
      processorMsOfAWatch: (user + system) / 1_000 / all,
    };
  }
  return figures;
}

if (import.meta.main) console.dir(await benchWatches(), { depth: null });
