import { sweepRetention } from '../../src/domains/retention/sweep-retention.ts';
import { connectDatabase } from '../../src/platform/database/connect.ts';
import { openTestStore } from './test-store.ts';

/** Run as a process with a database's location, a store and a time as its arguments: deletes what is old, until it is killed. */
const [location = '', store = '', now = ''] = process.argv.slice(2);
const db = connectDatabase(JSON.parse(location));
const objects = await openTestStore(JSON.parse(store));
console.log('running');
while (await sweepRetention(db, objects, now));
console.log('done');
await db.destroy();
