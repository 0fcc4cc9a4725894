import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { ApiError, type Called } from '../../../api/client.ts';
import { keyOf, reading } from '../../../api/reads.ts';
import { useWrite } from '../../../api/writes.ts';
import type { Settings } from '../types.ts';
import { type Draft, isSame, toDraft, toSettings } from './draft.ts';
import { beginHistory, changed, type History, redone, undone } from './history.ts';
import { readStoredDraft, type StoredDraft, storeDraft } from './stored-draft.ts';

type Project = Called<'getProject'>;
type Stored = Pick<Project, 'data' | 'etag'>;

/** What is stored, as this editor knows it. */
interface Base {
  readonly settings: Settings;
  readonly etag: string | undefined;
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

function begin({ project, stored }: { readonly project: Project; readonly stored: StoredDraft | null }): State {
  if (!stored) {
    const base = stateOf(project);
    return { base, history: beginHistory(toDraft(base.settings)) };
  }
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

/** The settings of a project as somebody edits them, kept over a reload until they are saved or discarded. */
export function useDraft(projectId: string, project: Project, onSaved: () => void): DraftOfLayout {
  const [stored] = useState(() => readStoredDraft(projectId));
  const [{ base, history }, dispatch] = useReducer(reduce, { project, stored }, begin);
  const draft = history.present;
  const queries = useQueryClient();
  // The answer to a save is here a moment before `project` has it; what was stored before would pass for somebody else's.
  const newest = stateOf(queries.getQueryData<Project>(keyOf('getProject', { project_id: projectId })) ?? project);
  const isChanged = !isSame(toSettings(draft), base.settings);
  const isTheirs = newest.etag !== base.etag && !isSame(newest.settings, base.settings);
  useEffect(() => {
    if (isTheirs && !isChanged) dispatch({ do: 'rebase', base: newest, sent: draft });
  });
  useKeptDraft(projectId, isChanged ? { base: base.settings, etag: base.etag, draft } : null);

  const { write, isPending, fault, refusals } = useSaving(projectId, base.settings, (answer, sent) => {
    dispatch({ do: 'rebase', base: stateOf(answer), sent });
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
    forget: () => storeDraft(projectId, null),
  };
}

function stateOf({ data, etag }: Stored): Base {
  return { settings: data.settings, etag };
}

/** Keeps the changes in this tab, soon after each. */
function useKeptDraft(projectId: string, stored: StoredDraft | null): void {
  const keep = useEffectEvent(() => storeDraft(projectId, stored));
  const { base, draft } = stored ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: the object around them is made anew each time.
  useEffect(() => {
    const timer = setTimeout(keep, 300);
    addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', keep);
    };
  }, [projectId, base, draft]);
}

/** Stores settings. If the project is another one by now but its settings are not, they are stored all the same. */
function useSaving(projectId: string, base: Settings, onStored: (answer: Stored, sent: Draft | undefined) => void) {
  const queries = useQueryClient();
  const sent = useRef<Draft>(undefined);
  const [refusals, setRefusals] = useState(0);
  const project = { project_id: projectId };
  const saving = useWrite('updateProject', {
    refreshes: ['listProjects', 'getProjectTemplate'],
    onDone(answer) {
      queries.setQueryData(keyOf('getProject', project), answer);
      onStored(answer, sent.current);
    },
  });
  const write = (draft: Draft, etag: string | undefined) => {
    sent.current = draft;
    saving.write({ ...project, body: { settings: toSettings(draft) } }, etag);
  };
  const goOn = useEffectEvent(async () => {
    const { data, etag } = await queries.fetchQuery({ ...reading('getProject', project), staleTime: 0 });
    if (sent.current && isSame(data.settings, base)) write(sent.current, etag);
    else setRefusals(refusals + 1);
  });
  const { fault } = saving;
  useEffect(() => {
    if (fault instanceof ApiError && fault.code === 'edit_conflict') void goOn();
  }, [fault]);
  return { write, isPending: saving.isPending, fault, refusals };
}
