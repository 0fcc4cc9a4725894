import { sample } from '../../support/suite.ts';

await sample(import.meta.url, 'names of usual length', 'a title of several lines');
