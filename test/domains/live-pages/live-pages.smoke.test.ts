import { sample } from '../../support/suite.ts';

await sample(
  import.meta.url,
  'amounts are in',
  'where the system fails, the last page',
  'readers choose among',
  'a revoked or expired link',
  'a password opens it',
  'only the named origins',
);
