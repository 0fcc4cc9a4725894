import { sample } from '../support/suite.ts';

await sample(
  import.meta.url,
  'sqlite: a kill',
  'sqlite: when the disk',
  'sqlite: of a hundred',
  'postgres: of a hundred',
);
