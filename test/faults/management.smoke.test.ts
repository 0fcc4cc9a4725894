import { sample } from '../support/suite.ts';

await sample(
  import.meta.url,
  'sqlite: what is ended or taken away',
  'postgres: what is ended or taken away',
  'postgres: 2 serving',
);
