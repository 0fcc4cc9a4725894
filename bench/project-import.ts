import { runNextItem } from '../src/domains/bulk-jobs/run-item.ts';
import { insertConnection } from '../src/domains/connections/connections.ts';
import { createVault } from '../src/domains/connections/vault.ts';
import { findAsker } from '../src/domains/management/callers.ts';
import { checkImport } from '../src/domains/project-imports/check-import.ts';
import { importAction, startImport } from '../src/domains/project-imports/import-action.ts';
import { rowsOfCsv } from '../src/domains/project-imports/import-rows.ts';
import { templateSchedules } from '../src/domains/schedules/template-schedules.ts';
import { library } from '../src/domains/templates/library.ts';
import { createTemplate, publishTemplate } from '../src/domains/templates/templates.ts';
import type { Database } from '../src/platform/database/tables.ts';
import { givenAccount, givenProject } from '../test/support/accounts.ts';
import { createTestDatabase, engines } from '../test/support/databases.ts';
import { silentLog } from '../test/support/silent-log.ts';

const projects = 1_000;
const perProject = 3;
const month = library.find(({ id }) => id === 'marketing-month');
const by = { actor: 'operator:bench', door: 'cli', address: null } as const;

/** 1,000 projects with three connections each and a template from a CSV: its check, its bulk job, and all projects made. */
export async function benchProjectImport(): Promise<object> {
  const figures: Record<string, object> = {};
  for (const engine of engines) {
    await using database = await createTestDatabase(engine);
    figures[engine] = await measure(database.db);
  }
  return figures;
}

async function measure(db: Database): Promise<object> {
  if (!month) throw new Error('The library has no whole marketing month.');
  const account = await givenAccount(db);
  const vault = createVault(Buffer.alloc(32));
  const { slots, settings } = month;
  await db.transaction().execute(async (transaction) => {
    const fields = { name: 'Month', description: null, slots, settings };
    await publishTemplate(
      transaction,
      await createTemplate(transaction, account.id, fields),
      by.actor,
      templateSchedules,
    );
  });
  const first = await givenProject(db, account, { name: 'First' });
  const filled = slots.slice(0, perProject);
  const sources: string[] = [];
  for (const { systems } of filled) {
    const owned = { accountId: account.id, projectId: first.id, system: systems[0] ?? '', name: 'Source' };
    const fields = { ...owned, status: 'connected', config: {} } as const;
    sources.push((await insertConnection(db, { ...fields, seal: (id) => vault.seal(id, { key: 'k' }) })).id);
  }
  const header = ['name', 'time_zone', 'currency', 'language', 'template', ...filled.map(({ slot }) => slot)];
  const lines = Array.from({ length: projects }, (_, index) =>
    [`Client ${index}`, 'Europe/Berlin', 'EUR', 'de-DE', 'Month', ...sources].join(','),
  );
  const caller = await findAsker(db, by, account.id);
  if (!caller) throw new Error('The account is gone.');
  const startedAt = performance.now();
  const rows = rowsOfCsv([header.join(','), ...lines].join('\n'));
  const environment = { db, vault } as never;
  const { planned, faults } = await checkImport(db, environment, caller, rows, 10_000);
  if (faults.length > 0) throw new Error(JSON.stringify(faults[0]));
  const checkedAt = performance.now();
  await db
    .transaction()
    .execute((transaction) => startImport(transaction, { ...caller, ...by } as never, vault, planned));
  const queuedAt = performance.now();
  const actions = [importAction(vault)];
  while (await runNextItem({ db, actions, log: silentLog, wakeWorkers() {} }));
  const endedAt = performance.now();
  const { made } = await db
    .selectFrom('projects')
    .select(({ fn }) => fn.countAll().as('made'))
    .executeTakeFirstOrThrow();
  return {
    made: Number(made) - 1,
    check_ms: checkedAt - startedAt,
    queue_ms: queuedAt - checkedAt,
    make_s: (endedAt - queuedAt) / 1_000,
  };
}
