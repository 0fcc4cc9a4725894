import { sample } from '../../support/suite.ts';

await sample(import.meta.url, 'killed in a query', 'gets none');
