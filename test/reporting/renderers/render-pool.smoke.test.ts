import { sample } from '../../support/suite.ts';

await sample(
  import.meta.url,
  'a document that hangs is killed',
  'a process killed from outside',
  'never more processes',
  'closing rejects',
);
