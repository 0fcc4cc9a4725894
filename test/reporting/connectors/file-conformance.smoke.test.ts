import { sample } from '../../support/suite.ts';

// Two of the formats, with all tests.
await sample(import.meta.url, '');
