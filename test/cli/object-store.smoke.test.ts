import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'a backup from an object store that is away');
