import { fireDueSchedules } from '../../src/domains/schedules/fire-schedules.ts';
import { connectDatabase } from '../../src/platform/database/connect.ts';

/** Run as a process with a database's location as its argument: prints how many schedules it fired. */
const db = connectDatabase(JSON.parse(process.argv[2] ?? ''));
const fired = await fireDueSchedules(db, (error) => {
  throw error;
});
await db.destroy();
console.log(fired);
