import { sampleWithout } from '../../support/suite.ts';

await sampleWithout(import.meta.url, 'a process that is killed');
