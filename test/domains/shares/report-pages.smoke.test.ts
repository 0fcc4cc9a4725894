import { sample } from '../../support/suite.ts';

await sample(
  import.meta.url,
  'a document that it',
  'a crash while',
  'pages beyond',
  'a page is rendered once',
  'each guest gets',
  'a page shows',
  'a lost document',
  'the least recently',
  'a page that the thread answers',
  'a store that fails',
  'a page that keeps failing',
);
