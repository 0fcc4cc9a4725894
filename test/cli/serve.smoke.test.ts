import { sample } from '../support/suite.ts';

await sample(
  import.meta.url,
  'sqlite: serve --role all',
  'postgres: serve --role api',
  'sqlite: serve --role worker',
  'sqlite: an API process',
  'only their owner',
);
