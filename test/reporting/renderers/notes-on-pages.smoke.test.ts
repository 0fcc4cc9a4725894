import { sample } from '../../support/suite.ts';

await sample(import.meta.url, 'a note follows the last figures');
