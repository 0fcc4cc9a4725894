import { sample } from '../../support/suite.ts';

await sample(import.meta.url, 'a table beyond 5,000 rows');
