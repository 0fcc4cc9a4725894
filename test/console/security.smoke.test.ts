import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'an owner chooses networks', 'from elsewhere every screen says so');
