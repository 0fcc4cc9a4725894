import { sampleWithout } from '../../support/suite.ts';

await sampleWithout(import.meta.url, 'a run shows what it waits for');
