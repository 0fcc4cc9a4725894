import { sample } from '../support/suite.ts';

await sample(
  import.meta.url,
  'there is a backup',
  'a backup of a schema in whose middle',
  'a backup of a newer schema',
  'an older backup that was changed',
);
