import { sample } from '../../support/suite.ts';

await sample(import.meta.url, 'an expression that is advised', 'what is proposed gives');
