import { sample } from '../../support/suite.ts';

await sample(import.meta.url, 'contexts share a process', 'a call that cannot be interrupted', 'an error of a call');
