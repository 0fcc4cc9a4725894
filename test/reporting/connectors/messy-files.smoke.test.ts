import { sample } from '../../support/suite.ts';

// The first twenty.
await sample(import.meta.url);
