import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'sqlite: a migration killed after any of its statements');
