import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addConnection } from '../../src/domains/connections/verify-connection.ts';
import { openInstallation } from '../../src/installation/open-installation.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { givenAccount, givenProject, givenToken } from '../support/accounts.ts';
import { removeFolder } from '../support/folders.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** A service with workers, an account, and a project that is connected to a small file of two months of sales. */
export interface ConnectedService extends AsyncDisposable {
  readonly service: TestService;
  readonly url: string;
  readonly token: string;
  readonly accountId: string;
  readonly projectId: string;
}

export const period = {
  current: { from: '2026-02-01', to: '2026-02-28' },
  compare: { from: '2026-01-01', to: '2026-01-31' },
};

export async function startConnectedService(): Promise<ConnectedService> {
  await using stack = new AsyncDisposableStack();
  const dataRoot = mkdtempSync(join(tmpdir(), 'client-data-'));
  stack.defer(() => removeFolder(dataRoot));
  writeFileSync(join(dataRoot, 'sales.csv'), salesFile());
  const environment = { DATA_ROOTS: dataRoot, WORKERS: '1', LOG_LEVEL: 'warn' };
  const service = stack.use(await startTestService('sqlite', { role: 'all', environment }));
  const account = await givenAccount(service.db, { name: 'Client agency', perMinute: 10_000, perDay: 100_000 });
  const token = await givenToken(service.db, account.id);
  const { id: projectId } = await givenProject(service.db, account, { name: 'Shop', time_zone: 'Europe/Berlin' });
  await using installation = await openInstallation(readConfig({ DATA_DIR: service.dataDir, DATA_ROOTS: dataRoot }));
  const metric = { key: 'sales', label: 'Sales', sql: 'sum(amount)', unit: 'currency', better: 'up', additive: true };
  const config = { path: 'sales.csv', date: 'day', metrics: [metric], dimensions: [] };
  await addConnection(service.db, installation, { projectId, system: 'file', name: 'Sales', config, secret: null });
  const resources = stack.move();
  return {
    service,
    url: service.url,
    token,
    accountId: account.id,
    projectId,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

function salesFile(): string {
  const days = Array.from({ length: 59 }, (_, i) => new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10));
  return ['day,amount', ...days.map((day, i) => `${day},${100 + i}`)].join('\n');
}
