import { readFileSync, writeFileSync } from 'node:fs';
import { answerOrder } from './logo-apart.ts';

answerOrder(readFileSync(0, 'utf8'), (bytes) => writeFileSync(1, bytes));
