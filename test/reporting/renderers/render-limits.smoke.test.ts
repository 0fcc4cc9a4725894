import { sample } from '../../support/suite.ts';

await sample(import.meta.url, 'tables beyond 5,000 rows');
