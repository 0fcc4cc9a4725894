import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'sqlite: kill -9 in the middle of a generation');
