import { sample } from '../support/suite.ts';

await sample(
  import.meta.url,
  'sqlite to sqlite',
  'sqlite: nothing is restored',
  'sqlite: an installation whose',
  'a backup folder',
  'a folder that cannot',
  'a lost object',
  'every table',
);
