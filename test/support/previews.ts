import { randomBytes } from 'node:crypto';
import type { Account } from '../../src/domains/accounts/accounts.ts';
import { getPlanOfAccount } from '../../src/domains/accounts/plans.ts';
import { readDraft } from '../../src/domains/previews/draft.ts';
import { PreviewPool, type PreviewPoolOptions } from '../../src/domains/previews/preview-pool.ts';
import type { PreviewRequest } from '../../src/domains/previews/schema.ts';
import { openObjectStore } from '../../src/installation/open-installation.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import type { ObjectStore } from '../../src/platform/storage/object-store.ts';
import { thisMachine } from './connector-context.ts';
import { dataSets } from './flights.ts';
import type { TestService } from './service.ts';
import { silentLog } from './silent-log.ts';

export const january = { current: { from: '2026-01-01', to: '2026-01-31' } } as const;

export interface Previews extends AsyncDisposable {
  readonly objects: ObjectStore;
  readonly pool: PreviewPool;
  /** The page that `asker` gets for a draft of the project, as text. */
  show(account: Account, projectId: string, request: PreviewRequest, asker?: string): Promise<string>;
}

/** Previews beside a service, in threads as it starts them itself. */
export async function openPreviews(
  service: Pick<TestService, 'db' | 'dataDir' | 'databaseUrl'>,
  options: Partial<PreviewPoolOptions> = {},
): Promise<Previews> {
  const { db, dataDir, databaseUrl } = service;
  const config = readConfig({
    ...{ DATA_DIR: dataDir, ALLOWED_NETWORKS: thisMachine, DATA_ROOTS: `${dataSets}:${dataDir}` },
    ...(databaseUrl && { DATABASE_URL: databaseUrl, SECRET_KEY: randomBytes(32).toString('base64') }),
  });
  const objects = await openObjectStore(config, db);
  const pool = new PreviewPool({
    entry: new URL('../../src/preview-thread.ts', import.meta.url),
    workerData: {
      config: { ...config, logLevel: 'silent' },
      listening: { port: 0 },
      vaultKeys: [Buffer.alloc(32, 'test')],
    },
    log: silentLog,
    // Threads start slowly on a busy machine.
    deadlineMs: 100_000,
    ...options,
  });
  return {
    objects,
    pool,
    async show(account, projectId, request, asker = 'ses_test') {
      const owner = { account, plan: await getPlanOfAccount(db, account.id) };
      const draft = await readDraft({ db, objects }, owner, projectId, request);
      const { html } = await pool.make({ accountId: account.id, asker, draft });
      return Buffer.from(html).toString('utf8');
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}
