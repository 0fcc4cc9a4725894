import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'sqlite: with a disk that writes nothing');
