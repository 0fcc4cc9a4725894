import { sampleWithout } from '../../support/suite.ts';

await sampleWithout(import.meta.url, 's3: a file is stored byte for byte');
