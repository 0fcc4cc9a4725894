import { sampleWithout } from '../../support/suite.ts';

await sampleWithout(import.meta.url, 'one that is never drawn');
