import { sample } from '../../support/suite.ts';

await sample(
  import.meta.url,
  'four of five ranges hold the end of 31 days after 8',
  'a range is no wider',
  'there is none',
  'it holds the forecast',
  'the weekdays to come',
  'the change of clocks',
);
