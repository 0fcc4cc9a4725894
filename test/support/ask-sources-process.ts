import { createVault } from '../../src/domains/connections/vault.ts';
import { fireDueSchedules } from '../../src/domains/schedules/fire-schedules.ts';
import { askSources } from '../../src/domains/schedules/scheduler.ts';
import { connectDatabase, type DatabaseLocation } from '../../src/platform/database/connect.ts';
import { localNetwork, noObjects } from './connector-context.ts';
import { silentLog } from './silent-log.ts';

/** Fires what is due and asks the sources of what waits, until it is killed. Prints a line once it has begun. */
const { location, folder } = JSON.parse(process.argv[2] ?? '') as { location: DatabaseLocation; folder: string };
const db = connectDatabase(location);
const context = {
  ...{ db, vault: createVault(Buffer.alloc(32, 'test')), dataRoots: [folder], network: localNetwork },
  ...{ objects: noObjects, log: { ...silentLog, child: () => silentLog }, wakeWorkers() {} },
};
process.stdout.write('begun\n');
for (;;) {
  await fireDueSchedules(db, () => {});
  await askSources(context);
  await new Promise((resolve) => setTimeout(resolve, 5));
}
