import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'postgres: one account of a backup', 'sqlite: an account that clashes');
