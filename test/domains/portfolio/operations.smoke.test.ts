import { sampleWithout } from '../../support/suite.ts';

await sampleWithout(import.meta.url, 'a refresh that somebody asks for', 'a service that stops while');
