import { sample } from '../../support/suite.ts';

await sample(
  import.meta.url,
  'a PDF says who made it',
  'a web page says the same',
  'who made it is said',
  'a cover says nothing twice',
  'the time zone stands',
  'a report leaves out a picture',
  'a PDF is set in the family',
  'a web page loads the family',
);
