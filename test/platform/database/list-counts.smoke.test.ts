import { sampleWithout } from '../../support/suite.ts';

await sampleWithout(
  import.meta.url,
  'postgres: after any operations',
  'postgres: the migration counts',
  'postgres: running jobs',
);
