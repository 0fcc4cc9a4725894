import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'an owner fills it in');
