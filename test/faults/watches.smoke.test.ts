import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'sqlite: no kill loses an incident');
