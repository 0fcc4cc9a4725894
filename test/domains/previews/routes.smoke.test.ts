import { sample } from '../../support/suite.ts';

await sample(
  import.meta.url,
  'a preview is a page for the session',
  'whoever opens a layout',
  'a token has previews',
  'faults of a request',
  'a page of another origin',
);
