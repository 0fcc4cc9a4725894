import { useRef, useState } from 'react';
import type { Values } from '../schema.ts';

export type Step = 'source' | 'access' | 'resource' | 'check' | 'finish';

/** What somebody has decided so far; everything but secrets, so that it survives a reload. */
export interface Draft {
  readonly step: Step;
  readonly system: string | null;
  readonly name: string;
  /** What names the source, such as a path, an address or a property. */
  readonly naming: Values;
  /** The proposal with what was changed of it; null before there is one. */
  readonly config: Values | null;
  /** The sign-in that it reads with. */
  readonly grantId: string | null;
  /** The connection that a sign-in has made, which is given its configuration in the end. */
  readonly connectionId: string | null;
  /** Whether a secret was typed, which a reload forgets. */
  readonly hasSecret: boolean;
  /** The connection that was made in the end. */
  readonly doneId: string | null;
}

export const emptyDraft: Draft = {
  ...{ step: 'source', system: null, name: '', naming: {}, config: null },
  ...{ grantId: null, connectionId: null, hasSecret: false, doneId: null },
};

/** A draft that stays until it is cleared or the browser's tab is closed. */
export function useDraft(key: string, first: Draft = emptyDraft) {
  const [draft, setDraft] = useState<Draft>(() => read(key) ?? first);
  const [secret, setSecret] = useState<Values | null>(null);
  const latest = useRef(draft);
  const change = (changes: Partial<Draft>) => {
    latest.current = { ...latest.current, ...changes };
    // What is connected stays in sight, and a reload begins anew.
    if (latest.current.doneId === null) sessionStorage.setItem(key, JSON.stringify(latest.current));
    else sessionStorage.removeItem(key);
    setDraft(latest.current);
  };
  const clear = () => {
    sessionStorage.removeItem(key);
    setSecret(null);
    latest.current = emptyDraft;
    setDraft(emptyDraft);
  };
  return { draft, change, clear, secret, setSecret };
}

export type Drafting = ReturnType<typeof useDraft>;

function read(key: string): Draft | null {
  const text = sessionStorage.getItem(key);
  if (text === null) return null;
  const draft = { ...emptyDraft, ...(JSON.parse(text) as Partial<Draft>) };
  // A secret was not kept: its step comes again.
  const isPast = draft.hasSecret && draft.step !== 'source';
  return isPast ? { ...draft, step: 'access' } : draft;
}
