import { sample } from '../../support/suite.ts';

// All rows at once, without the pages.
await sample(import.meta.url, '');
