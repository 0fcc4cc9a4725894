import { sampleWithout } from '../support/suite.ts';

await sampleWithout(import.meta.url, 'killed in the middle');
