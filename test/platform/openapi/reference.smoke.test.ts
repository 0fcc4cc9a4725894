import { sample } from '../../support/suite.ts';

await sample(
  import.meta.url,
  'the documentation needs',
  'the root leads',
  'a page that the browser',
  'a page is compressed',
);
