import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'a missing source blocks', 'with settings.on_failure', 'a source that no longer');
