import { sample } from '../../support/suite.ts';

await sample(
  import.meta.url,
  'a document that it refuses',
  'a document that it crashes',
  'a crash while',
  'pages beyond',
  'a page is rendered once',
  'each guest gets',
  'a page shows',
  'a lost document',
  'a page that the thread answers',
  'a store that fails',
  'a page that keeps failing',
);
