import { sample } from '../../support/suite.ts';

// The first five.
await sample(import.meta.url);
