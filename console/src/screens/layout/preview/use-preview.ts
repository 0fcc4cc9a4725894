import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { ApiError, call, type Data, type Input } from '../../../api/client.ts';

/** A page that shows a draft. */
export interface PreviewPage extends Omit<Data<'createPreview'>, 'expires_at'> {
  /** The names of the sections of the draft in the order of the page; null for one that is not of the draft. */
  readonly keys: readonly (string | null)[];
}

/** What a preview is asked for. */
export interface Previewed<Draft> {
  readonly draft: Draft;
  readonly body: Input<'createPreview'>['body'];
  /** The names of its sections in their order. */
  readonly keys: readonly string[];
}

export interface Preview<Draft> {
  /** The newest page that could be made. */
  readonly page: PreviewPage | null;
  /** Whether a newer one is being made. */
  readonly isMaking: boolean;
  /** Why the draft cannot be shown, and what of it was sent. */
  readonly fault: { readonly error: Error; readonly draft: Draft } | null;
  readonly retry: () => void;
}

/** Who writes is not interrupted: a page is made when they pause. */
const pauseMs = 250;
/** Another tab of the same person has asked for one of its own; this one asks again when that is done. */
const supersededMs = 1_500;

/**
 * The page of a draft, made anew when what is asked for changes; the newest wins. Without a project that it is shown with
 * there is none.
 */
export function usePreview<Draft>(projectId: string | null, { draft, body, keys }: Previewed<Draft>): Preview<Draft> {
  const [page, setPage] = useState<PreviewPage | null>(null);
  const [fault, setFault] = useState<Preview<Draft>['fault']>(null);
  const [answered, setAnswered] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const asked = useMemo(() => JSON.stringify([round, projectId, body]), [round, projectId, body]);
  const hasAsked = useRef(false);

  const make = useEffectEvent(async (signal: AbortSignal): Promise<'superseded' | undefined> => {
    if (projectId === null) return;
    hasAsked.current = true;
    try {
      const { data } = await call('createPreview', { project_id: projectId, body }, { signal });
      if (signal.aborted) return;
      setPage({ ...data, keys: keysOf(keys, data.template?.sections) });
      setFault(null);
    } catch (error) {
      if (signal.aborted || !(error instanceof Error)) return;
      if (error instanceof ApiError && error.code === 'preview_superseded') return 'superseded';
      setFault({ error, draft });
    }
    setAnswered(asked);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text of what is asked stands for all of it.
  useEffect(() => {
    const gone = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const makeIn = (milliseconds: number) => {
      timer = setTimeout(async () => {
        if ((await make(gone.signal)) && !gone.signal.aborted) makeIn(supersededMs);
      }, milliseconds);
    };
    makeIn(hasAsked.current ? pauseMs : 0);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [asked]);

  return { page, isMaking: projectId !== null && answered !== asked, fault, retry: () => setRound(round + 1) };
}

/** The names in the order of the page; of a template `places` says where each of them stands there. */
function keysOf(keys: readonly string[], places: readonly (number | null)[] | null | undefined): PreviewPage['keys'] {
  if (!places) return keys;
  const most = Math.max(0, ...places.map((place) => place ?? 0));
  return Array.from({ length: most }, (_, index) => keys[places.indexOf(index + 1)] ?? null);
}
