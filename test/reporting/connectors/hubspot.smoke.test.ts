import { sampleWithout } from '../../support/suite.ts';

await sampleWithout(import.meta.url, 'hubspot: a search with more results');
