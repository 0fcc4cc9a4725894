import { sampleWithout } from '../../support/suite.ts';

await sampleWithout(import.meta.url, 'a report in de-DE', 'a report in uk-UA', 'text copied out');
