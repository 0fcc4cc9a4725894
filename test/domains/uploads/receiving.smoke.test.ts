import { sampleWithout } from '../../support/suite.ts';

await sampleWithout(import.meta.url, 'sqlite: what arrives of all accounts', 'sqlite: a file that cannot be read');
