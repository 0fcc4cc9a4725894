import { sampleWithout } from '../../support/suite.ts';

await sampleWithout(import.meta.url, 'PgBouncer (session)', 'PgBouncer (transaction, startup');
