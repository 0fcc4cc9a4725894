import { sample } from '../support/suite.ts';

await sample(
  import.meta.url,
  'explains how',
  'login stores',
  'generate makes',
  'faults are reported',
  'a refused export',
  'a blocked job',
  'an interrupt ends it',
);
