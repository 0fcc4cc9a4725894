import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'postgres: a change of a table that others hold', 'sqlite: the same migration');
