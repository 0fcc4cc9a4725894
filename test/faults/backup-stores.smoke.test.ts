import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'sqlite: an encrypted store of backups');
