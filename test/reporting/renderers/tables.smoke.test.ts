import { sample } from '../../support/suite.ts';

await sample(
  import.meta.url,
  'a table shows the first',
  'no figure of a breakdown',
  'no label overlaps',
  'as many metrics',
  'a last row longer',
);
