import type { Migration } from '../migration.ts';
import { initial } from './0001-initial.ts';
import { requestLimits } from './0002-request-limits.ts';
import { fairQueues } from './0006-fair-queues.ts';

/** All migrations in the order in which they are applied. A landed one is never changed. */
export const migrations: readonly Migration[] = [initial, requestLimits, fairQueues];
