import { sampleWithout } from '../../support/suite.ts';

await sampleWithout(import.meta.url, 'of several processes');
