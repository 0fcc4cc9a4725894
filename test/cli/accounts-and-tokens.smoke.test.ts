import { sampleWithout } from '../support/suite.ts';

await sampleWithout(import.meta.url, 'changes of an account and a revocation');
