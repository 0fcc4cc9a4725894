import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'what is most off course');
