import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'a file has what commands changed');
