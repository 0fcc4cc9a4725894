import { sample } from '../../support/suite.ts';

await sample(import.meta.url, 'finds an answer');
