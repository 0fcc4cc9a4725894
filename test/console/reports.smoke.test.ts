import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'a report is made by one press');
