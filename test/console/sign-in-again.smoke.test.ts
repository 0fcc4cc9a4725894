import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'the password is asked', 'what needs a fresh');
