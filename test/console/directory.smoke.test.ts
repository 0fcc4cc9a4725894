import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'an owner makes a token', 'a group is given a role');
