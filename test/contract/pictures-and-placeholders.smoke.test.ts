import { sample } from '../support/suite.ts';

await sample(
  import.meta.url,
  'a picture is stored once',
  "another account's picture",
  'nothing is stored for a project',
  'a picture that no project shows',
);
