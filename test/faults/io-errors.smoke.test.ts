import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'sqlite: syncs, writes and reads that fail with EIO give');
