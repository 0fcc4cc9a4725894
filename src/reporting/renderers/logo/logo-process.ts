import { readFileSync, writeFileSync } from 'node:fs';
import { logoAnswer } from './logo-apart.ts';

writeFileSync(1, logoAnswer(readFileSync(0, 'utf8')));
