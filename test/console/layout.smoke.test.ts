import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'a section is added from the gallery');
