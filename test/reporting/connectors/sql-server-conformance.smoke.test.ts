import { sampledGuarantees } from '../../support/connector-conformance.ts';
import { sample } from '../../support/suite.ts';

await sample(import.meta.url, ...sampledGuarantees);
