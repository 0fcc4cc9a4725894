import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'the first token is made');
