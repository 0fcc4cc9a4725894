import { sample } from '../../support/suite.ts';

await sample(
  import.meta.url,
  'on a phone the reference breaks no rule of axe',
  'signing in and trying out an operation work by keyboard alone',
);
