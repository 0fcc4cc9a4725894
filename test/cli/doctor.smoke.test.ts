import { sampleWithout } from '../support/suite.ts';

await sampleWithout(import.meta.url, 'an object store that');
