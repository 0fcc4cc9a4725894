import { sampleWithout } from '../../support/suite.ts';

await sampleWithout(import.meta.url, 'LibreOffice Calc reads', 'a table of 5,000 rows');
