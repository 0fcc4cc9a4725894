import { sample } from '../../support/suite.ts';

await sample(import.meta.url, 'nothing of a draft', 'a fault is told');
