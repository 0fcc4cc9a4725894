import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'sqlite: an export whose render process is killed is run again and completes');
