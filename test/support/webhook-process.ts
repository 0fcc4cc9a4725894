import { connectDatabase, type DatabaseLocation } from '../../src/platform/database/connect.ts';
import { claimJob } from '../../src/platform/jobs/claims.ts';
import { completeJob, endJob, releaseJob } from '../../src/platform/jobs/held-job.ts';
import { failed } from '../../src/platform/jobs/outcomes.ts';
import { startSender } from './webhooks.ts';

/**
 * Ends jobs one after the other, every fourth in a transaction that fails at its end, and sends what is told of that, until it
 * is killed. Prints a line once it has begun.
 */
const { location } = JSON.parse(process.argv[2] ?? '') as { location: DatabaseLocation };
const db = connectDatabase(location);
startSender(db);
process.stdout.write('begun\n');
for (let index = 0; ; index++) {
  const job = await claimJob(db, `worker-${process.pid}`, 1_000);
  if (!job) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  } else if (index % 4 === 3) {
    const effect = () => Promise.reject(new Error('rolled back'));
    await completeJob(db, job, { effect }).catch(() => {});
    await releaseJob(db, job);
  } else if (index % 4 === 2) {
    await endJob(db, job, failed('generation', 'It failed.'));
  } else {
    await completeJob(db, job, index % 2 === 0 ? {} : { effect: async () => {} });
  }
}
