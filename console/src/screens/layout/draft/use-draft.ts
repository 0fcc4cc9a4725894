import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { ApiError } from '../../../api/client.ts';
import type { Settings } from '../types.ts';
import { type Draft, isSame, toDraft, toSettings } from './draft.ts';
import { beginHistory, changed, type History, redone, undone } from './history.ts';
import { readStoredDraft, type StoredDraft, storeDraft } from './stored-draft.ts';

/** What is stored, as this editor knows it. */
export interface Base {
  readonly settings: Settings;
  readonly etag: string | undefined;
}

/** What has the layout: a project, or a template. */
export interface Subject {
  /** Names what this tab keeps of its changes. */
  readonly name: string;
  /** As it is stored by the newest answer. */
  readonly newest: Base;
  /** A hook, the same each time: what stores settings; `onStored` has the answer. */
  readonly useStore: (onStored: (stored: Base) => void) => {
    readonly store: (settings: Settings, etag: string | undefined) => void;
    readonly isPending: boolean;
    readonly fault: Error | null;
  };
  /** Reads it anew. */
  readonly read: () => Promise<Base>;
}

interface State {
  readonly base: Base;
  readonly history: History<Draft>;
}

/** Makes the next draft of the one that there is by then. */
export type Change = (draft: Draft) => Draft;

type Action =
  | { readonly do: 'change'; readonly change: Change; readonly subject: string | null }
  | { readonly do: 'undo' | 'redo' }
  /** What is stored has changed; `sent` is what this editor had sent, if the change is its own. */
  | { readonly do: 'rebase'; readonly base: Base; readonly sent: Draft | undefined }
  | { readonly do: 'take'; readonly base: Base };

function reduce({ base, history }: State, action: Action): State {
  switch (action.do) {
    case 'change':
      return { base, history: changed(history, action.change(history.present), action.subject, Date.now()) };
    case 'undo':
      return { base, history: undone(history) };
    case 'redo':
      return { base, history: redone(history) };
    case 'rebase': {
      const isWhatWasSent = history.present === action.sent;
      const present = isWhatWasSent ? toDraft(action.base.settings, history.present) : history.present;
      return { base: action.base, history: { ...history, present } };
    }
    case 'take':
      return { base: action.base, history: changed(history, toDraft(action.base.settings), null, Date.now()) };
  }
}

function begin({ base, stored }: { readonly base: Base; readonly stored: StoredDraft | null }): State {
  if (!stored) return { base, history: beginHistory(toDraft(base.settings)) };
  return {
    base: { settings: stored.base, etag: stored.etag },
    history: changed(beginHistory(toDraft(stored.base, stored.draft)), stored.draft, null, 0),
  };
}

export interface DraftOfLayout {
  readonly draft: Draft;
  readonly base: Settings;
  readonly isChanged: boolean;
  /** Whether the changes are from an earlier visit of this tab. */
  readonly isRestored: boolean;
  readonly isSaving: boolean;
  readonly fault: Error | null;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** What somebody else has stored since this editor began, if it is another layout. */
  readonly theirs: Settings | null;
  /** How often this has not been stored because somebody else had been faster. */
  readonly refusals: number;
  /** Changes of one `subject` without a pause are undone together. */
  change(change: Change, subject?: string | null): void;
  undo(): void;
  redo(): void;
  /** Stores it. Where somebody else was faster it is refused, and `theirs` is told, unless it is to replace what they stored. */
  save(options?: { readonly replaces?: boolean }): void;
  /** Takes what is stored, theirs included; that can be undone. */
  takeStored(): void;
  /** Forgets what this tab keeps of the changes. */
  forget(): void;
}

/** The layout of a subject as somebody edits it, kept over a reload until it is saved or discarded. */
export function useDraft(subject: Subject, onSaved: () => void): DraftOfLayout {
  const { name, newest } = subject;
  const [stored] = useState(() => readStoredDraft(name));
  const [{ base, history }, dispatch] = useReducer(reduce, { base: newest, stored }, begin);
  const draft = history.present;
  const isChanged = !isSame(toSettings(draft), base.settings);
  const isTheirs = newest.etag !== base.etag && !isSame(newest.settings, base.settings);
  useEffect(() => {
    if (isTheirs && !isChanged) dispatch({ do: 'rebase', base: newest, sent: draft });
  });
  useKeptDraft(name, isChanged ? { base: base.settings, etag: base.etag, draft } : null);

  const { write, isPending, fault, refusals } = useSaving(subject, base.settings, (answer, sent) => {
    dispatch({ do: 'rebase', base: answer, sent });
    onSaved();
  });
  return {
    draft,
    base: base.settings,
    isChanged,
    isRestored: stored !== null,
    isSaving: isPending,
    fault: fault instanceof ApiError && fault.code === 'edit_conflict' ? null : fault,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    theirs: isTheirs ? newest.settings : null,
    refusals,
    change: (change, subject = null) => dispatch({ do: 'change', change, subject }),
    undo: () => dispatch({ do: 'undo' }),
    redo: () => dispatch({ do: 'redo' }),
    save: ({ replaces = false } = {}) => write(draft, isTheirs && !replaces ? base.etag : newest.etag),
    takeStored: () => dispatch({ do: 'take', base: newest }),
    forget: () => storeDraft(name, null),
  };
}

/** Keeps the changes in this tab, soon after each. */
function useKeptDraft(name: string, stored: StoredDraft | null): void {
  const keep = useEffectEvent(() => storeDraft(name, stored));
  const { base, draft } = stored ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: the object around them is made anew each time.
  useEffect(() => {
    const timer = setTimeout(keep, 300);
    addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', keep);
    };
  }, [name, base, draft]);
}

/** Stores settings. If the subject is another one by now but its settings are not, they are stored all the same. */
function useSaving(subject: Subject, base: Settings, onStored: (answer: Base, sent: Draft | undefined) => void) {
  const sent = useRef<Draft>(undefined);
  const [refusals, setRefusals] = useState(0);
  const { store, isPending, fault } = subject.useStore((answer) => onStored(answer, sent.current));
  const write = (draft: Draft, etag: string | undefined) => {
    sent.current = draft;
    store(toSettings(draft), etag);
  };
  const goOn = useEffectEvent(async () => {
    const { settings, etag } = await subject.read();
    if (sent.current && isSame(settings, base)) write(sent.current, etag);
    else setRefusals(refusals + 1);
  });
  useEffect(() => {
    if (fault instanceof ApiError && fault.code === 'edit_conflict') void goOn();
  }, [fault]);
  return { write, isPending, fault, refusals };
}
