import { useState } from 'react';

/** A state that survives a reload of this tab, such as a draft; never a secret. Null forgets it. */
export function useKept<Value>(name: string, initial: Value): [Value, (value: Value | null) => void] {
  const [value, setValue] = useState<Value>(() => read(name) ?? initial);
  const keep = (next: Value | null) => {
    setValue(next ?? initial);
    write(name, next);
  };
  return [value, keep];
}

function read<Value>(name: string): Value | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') as Value | null;
  } catch {
    return null;
  }
}

function write(name: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Without room it lasts as long as the screen.
  }
}
