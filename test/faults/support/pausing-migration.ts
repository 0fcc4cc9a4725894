import { setTimeout as delay } from 'node:timers/promises';
import type { KyselyPlugin } from 'kysely';
import { connectDatabase, type DatabaseLocation } from '../../../src/platform/database/connect.ts';
import { migrate } from '../../../src/platform/database/migrate.ts';

// Migrates the database; prints "paused" after the given number of statements and waits to be killed, or how many there are
// in all when there are no more.
const [, , statements, location = ''] = process.argv;
const lastMs = 60_000;

let run = 0;
const pause: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    if (++run !== Number(statements)) return result;
    process.stdout.write('paused');
    await delay(lastMs);
    throw new Error('Nobody has killed this process.');
  },
};
const db = connectDatabase(JSON.parse(location) as DatabaseLocation);
await migrate(db.withPlugin(pause));
await db.destroy();
process.stdout.write(String(run));
