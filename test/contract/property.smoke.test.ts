import { sample } from '../support/suite.ts';

// All of them, with a third of the requests.
await sample(import.meta.url, '');
