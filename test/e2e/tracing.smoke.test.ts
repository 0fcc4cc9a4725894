import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'sqlite: one trace', 'without a collector');
