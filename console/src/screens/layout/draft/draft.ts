import type { Section, Settings } from '../types.ts';

/** A section with a name that it keeps while others move around it. */
export interface KeyedSection {
  readonly key: string;
  readonly section: Section;
}

/** Settings as they are edited: their sections have names. */
export interface Draft {
  readonly rest: Omit<Settings, 'sections'>;
  /** Null for the automatic layout. */
  readonly sections: readonly KeyedSection[] | null;
}

/** A name that no other section has. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function keyed(section: Section): KeyedSection {
  return { key: newKey(), section };
}

/** Settings for editing. Sections take over the names of those of `previous` that stand in the same place. */
export function toDraft({ sections, ...rest }: Settings, previous?: Draft): Draft {
  const named = sections?.map((section, index) => ({ key: previous?.sections?.[index]?.key ?? newKey(), section }));
  return { rest, sections: named ?? null };
}

/** What a change of the project takes. */
export function toSettings({ rest, sections }: Draft): Settings {
  return { ...rest, sections: sections?.map(({ section }) => section) ?? null };
}

/** Whether two values mean the same to the service, which does not tell absent from null, nor no goals from an empty list. */
export function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (name, part: unknown) => {
    if (name === 'goals' && Array.isArray(part) && part.length === 0) return undefined;
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part ?? undefined;
    const known = Object.entries(part).filter(([, one]) => one !== null && one !== undefined);
    const sorted = Object.fromEntries(known.sort(([a], [b]) => (a < b ? -1 : 1)));
    return name !== '' && known.length === 0 ? undefined : sorted;
  });
}

/** The draft with its sections changed; of the automatic layout there are none yet. */
export function changeSections(
  draft: Draft,
  change: (sections: readonly KeyedSection[]) => readonly KeyedSection[],
): Draft {
  return { ...draft, sections: change(draft.sections ?? []) };
}

/** The sections with those of `keys` moved before or after that of `target`, in the order they had. */
export function moved(
  sections: readonly KeyedSection[],
  keys: ReadonlySet<string>,
  target: string,
  place: 'before' | 'after',
): readonly KeyedSection[] {
  const moving = sections.filter(({ key }) => keys.has(key));
  const others = sections.filter(({ key }) => !keys.has(key));
  const index = others.findIndex(({ key }) => key === target);
  if (index < 0) return sections;
  return others.toSpliced(place === 'before' ? index : index + 1, 0, ...moving);
}

/** The sections with that of `key` one place up or down, as far as there is room. */
export function movedBy(sections: readonly KeyedSection[], key: string, steps: 1 | -1): readonly KeyedSection[] {
  const index = sections.findIndex((one) => one.key === key);
  const neighbour = sections[index + steps];
  if (index < 0 || !neighbour) return sections;
  return moved(sections, new Set([key]), neighbour.key, steps > 0 ? 'after' : 'before');
}
