import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'sqlite: serve --role all', 'only their owner');
