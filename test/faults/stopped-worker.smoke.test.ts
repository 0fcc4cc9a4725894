import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'sqlite: a worker suspended beyond its lease changes no row');
