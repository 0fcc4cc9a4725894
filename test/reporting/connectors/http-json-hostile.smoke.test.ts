import { sampleWithout } from '../../support/suite.ts';

await sampleWithout(import.meta.url, 'pages without an end', 'more than a million rows');
