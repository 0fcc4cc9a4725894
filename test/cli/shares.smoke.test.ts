import { sampleWithout } from '../support/suite.ts';

await sampleWithout(
  import.meta.url,
  'a password is the first line',
  'a password is asked for at a terminal',
  'a revocation takes effect',
);
