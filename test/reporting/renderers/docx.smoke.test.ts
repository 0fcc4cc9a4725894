import { sample } from '../../support/suite.ts';

await sample(
  import.meta.url,
  'a Word file of hostile',
  'a Word file of every',
  'headings are',
  'opening the',
  'the bar of',
  'every picture',
  'the file states',
  'a document that runs',
  'a text of the other',
  'a name in',
  'a list of several',
  'lists and quotes',
);
