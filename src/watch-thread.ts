import { judgeNext } from './domains/watches/judge-connection.ts';
import { runWhileDue } from './due-thread.ts';

/** Four connections at a time: most of what each takes is waiting for its system. */
await runWhileDue('watches', 4, judgeNext);
