import { sampleWithout } from '../support/suite.ts';

await sampleWithout(import.meta.url, 'a port in use', 'an address that is not', 'a second serve on the same');
