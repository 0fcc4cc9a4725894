import { sample } from '../../support/suite.ts';

await sample(import.meta.url, 'finds nothing in refusals', 'finds an answer');
