import type { useCatalog } from './catalog.ts';
import type { WatchDraft } from './watch-draft.ts';

/** What all fields of the form take. */
export interface FieldsProps {
  readonly draft: WatchDraft;
  readonly onChange: (changes: Partial<WatchDraft>) => void;
  /** What the connection has; of a template nothing. */
  readonly catalog: ReturnType<typeof useCatalog>;
}

/** Options in the order of their words. */
export function optionsOf<Key extends string>(words: Readonly<Record<Key, string>>, keys?: readonly Key[]) {
  return (keys ?? (Object.keys(words) as Key[])).map((id) => ({ id, label: words[id] }));
}
