import { sample } from '../support/suite.ts';

await sample(
  import.meta.url,
  'sqlite: a job that ends its worker thread ends failed',
  'sqlite: a job of a type that this version does not know',
);
