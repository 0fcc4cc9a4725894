import { sampleWithout } from '../support/suite.ts';

await sampleWithout(import.meta.url, 'a slow reader of 200 MB');
