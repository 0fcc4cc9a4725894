import { sample } from '../../support/suite.ts';

await sample(
  import.meta.url,
  'values left out are counted within the period: plain',
  'values left out are counted within the period: of a case',
  'left-out values come',
  'values that a condition',
  'verify reports rows',
);
