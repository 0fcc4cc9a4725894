import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'an e-mail of which nobody knows');
