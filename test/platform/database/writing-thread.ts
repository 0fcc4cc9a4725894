import { workerData } from 'node:worker_threads';
import { sql } from 'kysely';
import { connectDatabase } from '../../../src/platform/database/connect.ts';

/** What a thread of the tests writes: notes, each in a transaction of its own. */
export interface WritingThreadData {
  readonly path: string;
  readonly author: string;
  readonly writes: number;
}

const { path, author, writes } = workerData as WritingThreadData;
const db = connectDatabase({ engine: 'sqlite', path });
for (let count = 0; count < writes; count++) {
  await db
    .transaction()
    .execute((transaction) => sql`insert into notes (author) values (${author})`.execute(transaction));
}
await db.destroy();
