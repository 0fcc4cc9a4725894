import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'an alert is on Home');
