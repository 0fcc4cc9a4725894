import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { ApiError, call, type Data } from '../../../api/client.ts';
import { type Draft, toSettings } from '../draft/draft.ts';
import type { PreviewPeriods } from './use-periods.ts';

/** A page that shows a draft. */
export interface PreviewPage extends Pick<Data<'createPreview'>, 'id' | 'url'> {
  readonly draft: Draft;
}

export interface Preview {
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

/** The page of a draft, made anew when the draft or the periods change; the newest wins. */
export function usePreview(projectId: string, draft: Draft, periods: PreviewPeriods): Preview {
  const [page, setPage] = useState<PreviewPage | null>(null);
  const [fault, setFault] = useState<Preview['fault']>(null);
  const [answered, setAnswered] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const body = useMemo(() => ({ settings: toSettings(draft), period: periods }), [draft, periods]);
  const asked = useMemo(() => JSON.stringify([round, body]), [round, body]);
  const hasAsked = useRef(false);

  const make = useEffectEvent(async (signal: AbortSignal): Promise<'superseded' | undefined> => {
    hasAsked.current = true;
    try {
      const { data } = await call('createPreview', { project_id: projectId, body }, { signal });
      if (signal.aborted) return;
      setPage({ ...data, draft });
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
  }, [projectId, asked]);

  return { page, isMaking: answered !== asked, fault, retry: () => setRound(round + 1) };
}
