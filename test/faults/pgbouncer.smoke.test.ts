import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'PgBouncer: a job that another process');
