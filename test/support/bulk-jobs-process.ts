import { startBulkRunner } from '../../src/domains/bulk-jobs/runner.ts';
import { connectDatabase } from '../../src/platform/database/connect.ts';
import { testActions } from './bulk-jobs.ts';
import { silentLog } from './silent-log.ts';

/** Run as a process with a database's location as its argument: does items of bulk jobs until it is killed. */
const db = connectDatabase(JSON.parse(process.argv[2] ?? ''));
startBulkRunner({ db, actions: testActions(db), log: silentLog, wakeWorkers() {} });
console.log('running');
