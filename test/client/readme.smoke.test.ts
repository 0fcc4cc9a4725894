import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'example 1', 'has an expected');
