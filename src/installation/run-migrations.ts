import type { Config } from '../platform/config/config.ts';
import { migrate, runBackfills, waitsToContract } from '../platform/database/migrate.ts';
import { type MeasuredStep, measureMigrations } from '../platform/database/migrate-copy.ts';
import { type PlannedStep, planMigrations } from '../platform/database/migration-plan.ts';
import { migrations } from '../platform/database/migrations/index.ts';
import { readSchema } from '../platform/database/schema-state.ts';
import { makeTemporaryFolder } from '../reporting/processes/temporary-folders.ts';
import { migratePatiently, openInstallation, withDatabase } from './open-installation.ts';

export interface MigrationsRun {
  readonly applied: readonly string[];
  /** Contract migrations that wait for `migrate --contract`. */
  readonly waiting: readonly string[];
}

/** Brings the schema up to date, to the last row of its backfills; with `contract` also takes away what goes. */
export async function runMigrations(
  config: Config,
  { contract, tell }: { readonly contract: boolean; readonly tell: (line: string) => void },
): Promise<MigrationsRun> {
  await using installation = await openInstallation(config);
  const { db, location, migrated } = installation;
  const onBatch = ({ table, looked }: { table: string; looked: number }) => tell(`filling ${table}: ${looked} rows`);
  const isFilled = await runBackfills(db, { onBatch });
  const applied = [...migrated];
  if (contract) {
    if (!isFilled) tell('A process of the service fills rows for a migration; run this again when that is done.');
    else applied.push(...(await migratePatiently(location, db, (it) => migrate(it, { contract: true }))));
  }
  const schema = await readSchema(db);
  const waiting = migrations.filter((each) => waitsToContract(each, schema)).map(({ name }) => name);
  return { applied, waiting };
}

/** What `migrate` would run, without running it; with `copy`, as it went on a copy of all rows. */
export function planRun(config: Config, { copy }: { readonly copy: boolean }): Promise<(PlannedStep | MeasuredStep)[]> {
  return withDatabase(config, async (db, location) =>
    copy ? measureMigrations(location, db, () => makeTemporaryFolder('migrate')) : planMigrations(db),
  );
}
