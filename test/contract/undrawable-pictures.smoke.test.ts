import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'they are refused as logo', 'a stored picture that is named');
