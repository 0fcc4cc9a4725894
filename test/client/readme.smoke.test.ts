import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'example', 'has an expected', 'shows commands');
