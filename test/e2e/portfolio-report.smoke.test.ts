import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'scheduled, it waits', 'ordered by the command');
