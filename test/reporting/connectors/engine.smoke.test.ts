import { sample } from '../../support/suite.ts';

await sample(import.meta.url, 'ends a query', 'killed in a query', 'gets none', 'ends by itself');
