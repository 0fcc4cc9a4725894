import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'from a file');
