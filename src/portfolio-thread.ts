import { refreshNext } from './domains/portfolio/refresh-project.ts';
import { runWhileDue } from './due-thread.ts';

/** Two projects at a time: of one the system is waited for while another one's figures are worked out. */
await runWhileDue('portfolio', 2, refreshNext);
