import type { en } from './en/index.ts';
import type { later } from './later/en.ts';

/** What the first screen shows, and what is read with it. Those of English say what each language has. */
export type FirstMessages = typeof en;

/** Texts of screens that are read once one of the screens behind Home is opened. */
export type LaterMessages = typeof later;

/** All texts of the console, by screen. */
export type Messages = FirstMessages & LaterMessages;
