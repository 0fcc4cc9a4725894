import { sampleWithout } from '../support/suite.ts';

await sampleWithout(import.meta.url, 'a prune keeps the backups', 'a prune that is killed');
