import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'getMe', 'createProject', 'getJob');
