import { sample } from '../../support/suite.ts';

await sample(
  import.meta.url,
  'a Word file of',
  'the check of',
  'headings are',
  'opening the',
  'the bar of',
  'every picture',
  'the file states',
  'East Asian',
  'a document that runs',
  'a text of the other',
  'a name in',
  'a list of several',
  'lists and quotes',
);
