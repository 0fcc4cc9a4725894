import { sample } from '../../support/suite.ts';

await sample(
  import.meta.url,
  'a presentation of hostile texts',
  'a presentation of the report',
  'a chart draws',
  'a missing figure',
  'every slide has one title',
  'a comment stands',
  'the same report gives',
  'language, direction',
);
