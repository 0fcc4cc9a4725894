import { sample } from '../../support/suite.ts';

// All of them, with fewer documents.
await sample(import.meta.url, '');
