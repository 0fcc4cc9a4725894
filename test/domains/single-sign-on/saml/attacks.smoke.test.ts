import { sampleWithout } from '../../../support/suite.ts';

await sampleWithout(import.meta.url, 'a thousand random changes');
