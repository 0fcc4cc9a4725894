import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'login stores', 'a refused export', 'a blocked job', 'an interrupt ends it');
