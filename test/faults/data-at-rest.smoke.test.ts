import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'sqlite: after a full run only the owner can access');
