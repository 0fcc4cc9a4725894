import { sample } from '../../support/suite.ts';

await sample(import.meta.url, 'sqlite: an account reads its own uploads');
