import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'sqlite: clock jumps of an hour admit no request beyond the minute');
