import { connectDatabase, type DatabaseLocation } from '../../../src/platform/database/connect.ts';
import { migrate, runBackfills } from '../../../src/platform/database/migrate.ts';
import { largeMigration } from './large-migration.ts';

// Runs the migration of a large table, with its backfill, as a process that can be killed.
const location = JSON.parse(process.argv[2] ?? '') as DatabaseLocation;
const db = connectDatabase({ ...location, ...(location.engine === 'postgres' && { poolSize: 2, isPatient: true }) });
const known = [largeMigration];
await migrate(db, { known });
process.stdout.write('migrated\n');
await runBackfills(db, { known, onBatch: () => void process.stdout.write('batch\n') });
await db.destroy();
process.stdout.write('filled\n');
