import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'sqlite: a backup under a mixed load has every write');
