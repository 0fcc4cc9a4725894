import { sample } from '../../support/suite.ts';

await sample(
  import.meta.url,
  'a guest sees',
  'the right password leads',
  'a password typed with',
  'a wrong, empty or missing',
  'neither the page',
  'without the password a download',
  'a cookie of another link',
  'a new password of the link',
  'a revocation also',
  'a form on another',
  'a form larger',
  'a password sent to',
  'of concurrent attempts from one address its',
  'no password is logged',
  'sqlite: with an https',
  'a password has 8',
);
