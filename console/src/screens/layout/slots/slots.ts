import { changeSections, type Draft } from '../draft/draft.ts';
import type { Goal, Section, Slot, Source } from '../types.ts';

/** What connections of a system can be asked for. */
export type Offer = Pick<Source, 'metrics' | 'dimensions'>;
/** By the word of the system; one that only owners of such connections know is not there. */
export type Offers = ReadonlyMap<string, Offer>;

/** What stands in sections and goals for the connection that fills a slot. */
export function referenceTo({ slot }: Pick<Slot, 'slot'>): string {
  return `slot:${slot}`;
}

/** Slots as what sections can show: all that one of their systems offers, by the names that the template has for it. */
export function sourcesOfSlots(slots: readonly Slot[], offers: Offers): readonly Source[] {
  return slots.map((slot): Source => {
    const known = slot.systems.flatMap((system) => {
      const offer = offers.get(system);
      return offer ? [{ system, offer }] : [];
    });
    const named = <One extends { readonly key: string }>(
      pick: (offer: Offer, nameOf: (key: string) => string) => readonly One[],
    ): One[] => {
      const found = new Map<string, One>();
      for (const { system, offer } of known) {
        for (const one of pick(offer, (key) => nameFor(slot, system, key))) {
          const key = nameFor(slot, system, one.key);
          if (!found.has(key)) found.set(key, { ...one, key });
        }
      }
      return [...found.values()];
    };
    return {
      ...{ id: referenceTo(slot), name: slot.slot, system: slot.systems[0] ?? '' },
      metrics: named(({ metrics }) => metrics),
      dimensions: named(({ dimensions }, nameOf) =>
        dimensions.map((dimension) => ({ ...dimension, pairs_with: dimension.pairs_with.map(nameOf) })),
      ),
      isOpen: known.length < slot.systems.length,
    };
  });
}

/** What the template calls a key of a system. */
function nameFor({ names = {} }: Slot, system: string, key: string): string {
  return Object.entries(names).find(([, keys]) => keys[system] === key)?.[0] ?? key;
}

/** What a system calls a name of the template; undefined where it is known to have nothing of it. */
export function keyFor({ names = {} }: Slot, system: string, name: string, offer: Offer | undefined) {
  const key = names[name]?.[system] ?? name;
  return !offer || has(offer, key) ? key : undefined;
}

function has({ metrics, dimensions }: Offer, key: string): boolean {
  return [...metrics, ...dimensions].some((one) => one.key === key);
}

/** The slot with another key for a name in one system; the name itself needs none. */
export function withName(slot: Slot, name: string, system: string, key: string): Slot {
  const { [system]: _, ...others } = slot.names?.[name] ?? {};
  const keys = key === name ? others : { ...others, [system]: key };
  const { [name]: __, ...rest } = slot.names ?? {};
  const names = Object.keys(keys).length > 0 ? { ...rest, [name]: keys } : rest;
  return { ...slot, names };
}

/** The slot for other systems, without what those said that it no longer takes. */
export function withSystems(slot: Slot, systems: readonly string[]): Slot {
  const kept = Object.entries(slot.names ?? {}).flatMap(([name, keys]) => {
    const own = Object.entries(keys).filter(([system]) => systems.includes(system));
    return own.length > 0 ? [[name, Object.fromEntries(own)] as const] : [];
  });
  return { ...slot, systems: [...systems], names: Object.fromEntries(kept) };
}

const placeholder = /\{\{\s*([^{}\n.]*)\.([^{}\n.]*)\.[^{}\n]*\}\}/g;

/** The names of metrics and dimensions that the sections and goals of a draft have of a slot, each once. */
export function namesOf({ sections, rest: { goals } }: Draft, reference: string): readonly string[] {
  const all = (sections ?? []).flatMap(({ section }) => namesIn(section, reference));
  const ofGoals = (goals ?? []).filter(({ connection_id }) => connection_id === reference).map(({ metric }) => metric);
  return [...new Set([...all, ...ofGoals])].filter(Boolean);
}

function namesIn(section: Section, reference: string): readonly string[] {
  if (section.type === 'text') {
    return [...section.markdown.matchAll(placeholder)].flatMap(([, of, name = '']) => (of === reference ? [name] : []));
  }
  if (section.type === 'channels') return section.metrics.flatMap(({ of = {} }) => of[reference] ?? []);
  if (!('connection_id' in section) || section.connection_id !== reference) return [];
  if (section.type === 'timeseries') return section.metrics ?? (section.metric ? [section.metric] : []);
  if (section.type === 'heatmap') return [section.metric];
  if (!('dimension' in section)) return section.metrics ?? [];
  const secondary = section.type === 'breakdown' && section.secondary_dimension;
  return [...(section.metrics ?? []), section.dimension, ...(secondary ? [secondary] : [])];
}

/** Whether a section shows something of a slot. */
export function showsSlot(section: Section, reference: string): boolean {
  if (section.type === 'channels') return section.rows.some((row) => row.connection_id === reference);
  if (section.type === 'text') return namesIn(section, reference).length > 0;
  return 'connection_id' in section && section.connection_id === reference;
}

/** The draft with another name for a slot, wherever it stands. */
export function renameSlot(draft: Draft, from: string, to: string): Draft {
  const [before, after] = [referenceTo({ slot: from }), referenceTo({ slot: to })];
  const rest = {
    ...draft.rest,
    slots: draft.rest.slots?.map((slot) => (slot.slot === from ? { ...slot, slot: to } : slot)) ?? [],
    ...(draft.rest.goals && { goals: draft.rest.goals.map((goal) => renamed(goal, before, after)) }),
  };
  if (!draft.sections) return { ...draft, rest };
  return changeSections({ ...draft, rest }, (all) =>
    all.map(({ key, section }) => ({ key, section: renamedSection(section, before, after) })),
  );
}

function renamed<One extends Goal | { readonly connection_id: string }>(one: One, before: string, after: string): One {
  return one.connection_id === before ? { ...one, connection_id: after } : one;
}

function renamedSection(section: Section, before: string, after: string): Section {
  if (section.type === 'text') {
    const markdown = section.markdown.replace(placeholder, (whole, of: string) =>
      of === before ? whole.replace(before, after) : whole,
    );
    return { ...section, markdown };
  }
  if (section.type === 'channels') {
    const rows = section.rows.map((row) => renamed(row, before, after));
    const metrics = section.metrics.map(({ of, ...metric }) => {
      const pairs = Object.entries(of ?? {}).map(([id, name]) => [id === before ? after : id, name]);
      return of ? { ...metric, of: Object.fromEntries(pairs) } : metric;
    });
    return { ...section, rows, metrics };
  }
  return 'connection_id' in section ? renamed(section, before, after) : section;
}

/** A name that no other slot has, after the first system that it takes. */
export function freeName(slots: readonly Slot[], system: string): string {
  const isTaken = (name: string) => slots.some(({ slot }) => slot === name);
  let name = system;
  for (let number = 2; isTaken(name); number++) name = `${system}-${number}`;
  return name;
}
