import { sample } from '../../support/suite.ts';

// With few documents.
await sample(import.meta.url, 'the contents name the pages', 'after a paragraph longer');
