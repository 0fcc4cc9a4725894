import { sampleWithout } from '../support/suite.ts';

await sampleWithout(import.meta.url, 'it is not rotated while the service runs', 'no service starts during');
