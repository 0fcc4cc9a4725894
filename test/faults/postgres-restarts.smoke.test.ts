import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'postgres: a job that ends while the database is away');
