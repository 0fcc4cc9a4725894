import { sample } from '../../support/suite.ts';

await sample(
  import.meta.url,
  'axe finds nothing: left to right, light, phone',
  'axe finds nothing: right to left, dark, desktop',
);
