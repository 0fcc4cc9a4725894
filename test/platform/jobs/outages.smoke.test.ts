import { sampleWithout } from '../../support/suite.ts';

await sampleWithout(
  import.meta.url,
  'an outage is logged once',
  'a hanging dependency',
  'sqlite: a fault of one object',
  'sqlite: a job that hangs past',
);
