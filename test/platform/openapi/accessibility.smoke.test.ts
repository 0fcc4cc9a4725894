import { sample } from '../../support/suite.ts';

await sample(import.meta.url, 'signing in and trying out an operation work by keyboard alone');
