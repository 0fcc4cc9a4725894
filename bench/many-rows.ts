import { fork } from 'node:child_process';
import { once } from 'node:events';
import { ConnectorError } from '../src/reporting/connectors/contract.ts';
import type { SqlConfig } from '../src/reporting/connectors/sql/config.ts';
import { sqlServerConnector } from '../src/reporting/connectors/sql-server.ts';
import { openTestContext } from '../test/support/connector-context.ts';

export interface ManyRowsFigures {
  readonly seconds: number;
  /** The most memory that the process took while it asked, beyond what it had before, in MB. */
  readonly growthMb: number;
}

const secret = { password: 'a-secret-of-the-double' };
const shared = { label: 'It', unit: 'number', better: 'none', additive: false } as const;
const asked = { from: '2024-01-01', to: '2024-12-31', timeZone: 'Europe/Berlin', metrics: ['sales'] } as const;

/** What ten million rows of SQL Server's double, which adds them up in a process of its own, take here. */
export async function benchManyRows(): Promise<Readonly<Record<string, ManyRowsFigures>>> {
  const server = fork(new URL('./many-rows-server.ts', import.meta.url));
  try {
    const [port] = (await once(server, 'message')) as [number];
    const place = { host: '127.0.0.1', port, database: 'shop', user: 'reporter', tls: 'off' } as const;
    const metrics = [{ key: 'sales', sql: 'sum(amount)', ...shared }];
    const dimensions = [
      { key: 'customer', label: 'Customer', sql: 'customer' },
      { key: 'endless', label: 'Endless', sql: "'endless'" },
    ];
    const config: SqlConfig = { ...place, table: 'sales', date: 'moment', metrics, dimensions };
    // Loads the driver.
    await ask(config, { by: 'none', limit: 1 });
    return {
      'by day': await measured(() => ask(config, { by: 'day', limit: 400 })),
      'by a million customers': await measured(() => ask(config, { by: { dimension: 'customer' }, limit: 10_000 })),
      proposed: await measured(() => propose({ ...place, table: 'sales' })),
      'an answer without an end': await measured(() =>
        refused(ask(config, { by: { dimension: 'endless' }, limit: 9 })),
      ),
    };
  } finally {
    server.disconnect();
  }
}

async function ask(config: SqlConfig, query: { by: 'none' | 'day' | { dimension: string }; limit: number }) {
  await using context = openTestContext({ secret, deadline: Date.now() + 300_000 });
  await sqlServerConnector.query(config, secret, { ...asked, ...query }, context);
}

async function propose(place: object): Promise<void> {
  await using context = openTestContext({ secret, deadline: Date.now() + 300_000 });
  await sqlServerConnector.propose?.(place, secret, 'Europe/Berlin', context);
}

async function refused(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ConnectorError && error.kind === 'invalid_config') return;
    throw error;
  }
  throw new Error('The answer was not refused');
}

async function measured(work: () => Promise<void>): Promise<ManyRowsFigures> {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  const startedAt = performance.now();
  await work();
  clearInterval(timer);
  return { seconds: (performance.now() - startedAt) / 1000, growthMb: (most - before) / 1e6 };
}

if (import.meta.main) console.table(await benchManyRows());
