import { sampleWithout } from '../../support/suite.ts';

await sampleWithout(import.meta.url, 'a trial of a value (threshold');
