import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'a new account', 'what needs somebody', 'a viewer is told');
