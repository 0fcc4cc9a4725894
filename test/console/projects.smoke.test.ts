import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'the empty list makes the first project');
