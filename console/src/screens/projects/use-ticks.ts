import { useState } from 'react';
import type { ProjectFilter, Selection } from './selection.ts';

/** What is ticked in a list: some, or all that its filter finds. Another filter begins with nothing ticked. */
export function useTicks(filter: ProjectFilter, total: number) {
  const name = JSON.stringify(filter);
  const [ticked, setTicked] = useState({ of: name, all: false, ids: new Set<string>() });
  const { all, ids } = ticked.of === name ? ticked : { all: false, ids: new Set<string>() };
  const set = (changes: { readonly all: boolean; readonly ids: Set<string> }) => setTicked({ of: name, ...changes });
  const selection: Selection = all ? { filter, total } : { ids: [...ids] };
  return {
    selection,
    all,
    isTicked: (id: string) => all || ids.has(id),
    isAny: all ? total > 0 : ids.size > 0,
    tick(some: readonly string[], isTicked: boolean) {
      const next = new Set(ids);
      for (const id of some) {
        if (isTicked) next.add(id);
        else next.delete(id);
      }
      set({ all: false, ids: next });
    },
    tickAll: (isTicked: boolean) => set({ all: isTicked, ids: new Set() }),
  };
}

export type Ticks = ReturnType<typeof useTicks>;
