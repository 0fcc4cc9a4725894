import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { call, callAsIs, type OperationId } from './client.ts';
import { newKey } from './writes.ts';

type BeginId = 'testSingleSignOn' | 'linkSignOn' | 'confirmSignOn';

/**
 * Opens a sign-in by the provider in a window of its own. The window comes first, since browsers open one only while a press
 * is handled. False where the browser has blocked it.
 */
export async function openSignOn(id: BeginId): Promise<boolean> {
  const window = globalThis.open('', '_blank', 'popup,width=600,height=760');
  try {
    // To prove it anew is itself what a question for a fresh sign-in leads to.
    const begin = id === 'confirmSignOn' ? callAsIs : call;
    const { data } = await begin(id, {}, { idempotencyKey: newKey() });
    if (window && data.url) window.location.href = data.url;
  } catch (error) {
    window?.close();
    throw error;
  }
  return window !== null;
}

const everyMs = 2_000;
/** A sign-in takes ten minutes at most. */
const longestMs = 10 * 60_000;

/** While something goes on in another window, asks every two seconds and when somebody comes back to this one. */
export function useWhileElsewhere(isElsewhere: boolean, ask: () => void): void {
  useEffect(() => {
    if (!isElsewhere) return;
    const timer = setInterval(ask, everyMs);
    const end = setTimeout(() => clearInterval(timer), longestMs);
    globalThis.addEventListener('focus', ask);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
      globalThis.removeEventListener('focus', ask);
    };
  }, [isElsewhere, ask]);
}

/** The same for what has been read, which is read again. */
export function useRefreshedWhileElsewhere(isElsewhere: boolean, id: OperationId): void {
  const queries = useQueryClient();
  const ask = useCallback(() => void queries.invalidateQueries({ queryKey: [id] }), [queries, id]);
  useWhileElsewhere(isElsewhere, ask);
}
