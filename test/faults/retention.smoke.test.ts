import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'sqlite, folder: no kill leaves a report');
