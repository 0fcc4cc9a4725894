import type { en } from './en/index.ts';

/** All texts of the console, by screen; those of English say what each language has. */
export type Messages = typeof en;
