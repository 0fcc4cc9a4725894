import { sample } from '../../support/suite.ts';

await sample(import.meta.url, 'Word files keep figures, words and pages whole where Calibri is missing and dejavu');
