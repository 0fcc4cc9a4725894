import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'a cost by conversion is a ratio', 'euros are euros');
