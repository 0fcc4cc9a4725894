import { releaseRun } from '../../src/domains/schedules/release-run.ts';
import { connectDatabase } from '../../src/platform/database/connect.ts';
import { ServiceError } from '../../src/platform/errors.ts';

/** Run as a process with a database's location and a run: prints `released`, or the code of why not. */
const db = connectDatabase(JSON.parse(process.argv[2] ?? ''));
try {
  await db.transaction().execute((transaction) => releaseRun(transaction, process.argv[3] ?? '', 'operator:test'));
  console.log('released');
} catch (error) {
  console.log(error instanceof ServiceError ? error.code : String(error));
}
await db.destroy();
