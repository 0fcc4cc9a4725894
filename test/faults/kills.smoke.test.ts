import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'sqlite: kill -9 at any moment');
