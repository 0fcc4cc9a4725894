import { sample } from '../../support/suite.ts';

await sample(import.meta.url, 'every key figure', 'the report and its charts', 'a short table');
