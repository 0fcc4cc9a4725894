import { sample } from '../../support/suite.ts';

await sample(
  import.meta.url,
  'every operation has its row',
  'what a person of role viewer may',
  'what a token of role',
  'from outside the networks',
  'nobody, and a token',
  'what is of the account as a whole',
  'the document says',
);
