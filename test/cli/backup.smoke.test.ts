import { sample } from '../support/suite.ts';

await sample(
  import.meta.url,
  'sqlite to sqlite',
  'sqlite: nothing is restored',
  'a backup folder',
  'a folder that cannot',
  'every table',
);
