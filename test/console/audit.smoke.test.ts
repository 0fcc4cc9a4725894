import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'it has words for every action', 'it says who did what');
