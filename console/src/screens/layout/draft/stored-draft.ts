import type { Settings } from '../types.ts';
import type { Draft } from './draft.ts';

/** Changes that are not saved, and the state that they began with. */
export interface StoredDraft {
  readonly base: Settings;
  readonly etag: string | undefined;
  readonly draft: Draft;
}

/** What was left unsaved in this tab, if anything. */
export function readStoredDraft(name: string): StoredDraft | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') as StoredDraft | null;
  } catch {
    return null;
  }
}

/** Keeps a draft for a reload of this tab; null forgets it. */
export function storeDraft(name: string, stored: StoredDraft | null): void {
  try {
    if (stored) sessionStorage.setItem(name, JSON.stringify(stored));
    else sessionStorage.removeItem(name);
  } catch {
    // Many large pictures do not fit. Then the browser's own question before leaving is what guards them.
  }
}
