import { sample } from '../support/suite.ts';

await sample(
  import.meta.url,
  'sqlite: SIGTERM under load fails no request',
  'a client that never finishes its request',
);
