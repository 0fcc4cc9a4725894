import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'postgres: several API processes are one service');
