import { sample } from '../../support/suite.ts';

await sample(import.meta.url, 'sqlite: a file is uploaded, listed, replaced and removed');
