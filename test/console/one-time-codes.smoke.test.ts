import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'an app is set up');
