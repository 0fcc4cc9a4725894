import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'sections are edited beside');
