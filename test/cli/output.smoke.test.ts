import { sampleWithout } from '../support/suite.ts';

await sampleWithout(import.meta.url, 'a list prints all of its lines');
