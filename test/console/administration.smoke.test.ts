import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'an operator without an account');
