import { parentPort, workerData } from 'node:worker_threads';
import { connectDatabase, type DatabaseLocation } from '../src/platform/database/connect.ts';
import { startSender } from '../test/support/webhooks.ts';

/** Sends what is due, as the main thread of a service does beside its workers, until it is told to stop. */
const { location } = workerData as { readonly location: DatabaseLocation };
const db = connectDatabase(location);
const sender = startSender(db);
parentPort?.once('message', async () => {
  await sender[Symbol.asyncDispose]();
  await db.destroy();
});
