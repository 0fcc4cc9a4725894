import { sample } from '../../support/suite.ts';

await sample(import.meta.url, 'the refusals', 'a token without');
