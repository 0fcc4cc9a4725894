import { useCallback, useEffect, useState } from 'react';

/**
 * What somebody is writing, kept in this tab until it is saved or given up, so that a reload loses none of it; never for
 * secrets. `wasKept` says that it had been begun before; `forget` is for when it is done with.
 */
export function useDraft<Value>(name: string, first: Value) {
  const key = `draft:${name}`;
  const [kept] = useState(() => readDraft<Value>(name));
  const [value, setValue] = useState<Value>(kept ?? first);
  const [isDirty, setDirty] = useState(kept !== undefined);
  useEffect(() => {
    if (isDirty) keep(key, value);
  }, [key, value, isDirty]);
  const change = useCallback((changes: Partial<Value>) => {
    setDirty(true);
    setValue((before) => ({ ...before, ...changes }));
  }, []);
  const forget = useCallback(() => {
    setDirty(false);
    sessionStorage.removeItem(key);
  }, [key]);
  return { value, change, forget, wasKept: kept !== undefined };
}

/** Pictures may be more than a browser keeps; then the draft lives as long as the page. */
function keep(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    sessionStorage.removeItem(key);
  }
}

/** What is kept under a name; undefined where there is nothing. */
export function readDraft<Value>(name: string): Value | undefined {
  const text = sessionStorage.getItem(`draft:${name}`);
  return text === null ? undefined : (JSON.parse(text) as Value);
}
