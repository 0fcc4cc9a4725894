import { sample } from '../../support/suite.ts';

await sample(import.meta.url, 'pages of a PDF');
