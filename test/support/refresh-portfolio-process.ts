import { setTimeout as delay } from 'node:timers/promises';
import { refreshNext } from '../../src/domains/portfolio/refresh-project.ts';
import { connectDatabase, type DatabaseLocation } from '../../src/platform/database/connect.ts';
import { refreshContext } from './portfolio.ts';

/** Reads the figures of whatever is due, until it is killed. Prints a line once it has begun. */
const { location, folder } = JSON.parse(process.argv[2] ?? '') as { location: DatabaseLocation; folder: string };
const context = refreshContext(connectDatabase(location), folder);
process.stdout.write('begun\n');
for (;;) if (!(await refreshNext(context))) await delay(5);
