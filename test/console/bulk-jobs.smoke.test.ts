import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'reports are made of all that is ticked');
