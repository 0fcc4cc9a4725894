import { findDimensionKeys, findMetricKeys } from '../connections/metric-keys.ts';
import { type Slot, slotPrefix } from './content.ts';

/** What of a connection of the project its slots need to know. */
export interface SlotConnection {
  readonly id: string;
  readonly system: string;
  readonly name: string;
  /** JSON. */
  readonly config: string;
}

/** How a slot of a template stands in a project. */
export interface SlotState {
  readonly slot: Slot;
  /** What fills it; null for nothing. */
  readonly connection: SlotConnection | null;
  /** The connections of the project that fit; more than one with none chosen is somebody's choice to make. */
  readonly fitting: readonly SlotConnection[];
}

/** Which connection a project has chosen for a slot, by the slot's name. */
export type SlotChoices = Readonly<Record<string, string>>;

/** Fills slots with the connections of a project: the chosen one, or the only one of a system that the slot takes. */
export function fillSlots(
  slots: readonly Slot[],
  connections: readonly SlotConnection[],
  choices: SlotChoices,
): SlotState[] {
  return slots.map((slot) => {
    const fitting = connections.filter(({ system }) => slot.systems.includes(system));
    const chosen = fitting.find(({ id }) => id === choices[slot.slot]);
    const only = fitting.length === 1 ? fitting[0] : undefined;
    return { slot, connection: chosen ?? only ?? null, fitting };
  });
}

/** What stands in sections for a connection, and the words that go with it. */
export interface SlotWords {
  readonly connectionId: string;
  /** The key of a metric; undefined where there is none of it. */
  metric(name: string): string | undefined;
  /** The same of a dimension. */
  dimension(name: string): string | undefined;
}

/** What a slot stands for in the sections of one project; notes the names that its connection lacks. */
export class FilledSlot implements SlotWords {
  readonly connectionId: string;
  readonly missing = new Set<string>();
  readonly #slot: Slot;
  readonly #connection: SlotConnection;

  constructor(slot: Slot, connection: SlotConnection) {
    this.connectionId = connection.id;
    this.#slot = slot;
    this.#connection = connection;
  }

  metric(name: string): string | undefined {
    return this.#known(name, findMetricKeys(this.#connection.config));
  }

  dimension(name: string): string | undefined {
    return this.#known(name, findDimensionKeys(this.#connection.config));
  }

  /** The system's word for a name of the template, unless the connection is known to lack it. */
  #known(name: string, keys: ReadonlySet<string> | undefined): string | undefined {
    const key = this.#slot.names?.[name]?.[this.#connection.system] ?? name;
    if (!keys || keys.has(key)) return key;
    this.missing.add(name);
    return undefined;
  }
}

/** What is put into sections, by what they have for it, such as `slot:ads`. */
export type FilledSlots = ReadonlyMap<string, SlotWords>;

/** The filled slots of a project. */
export function filledSlots(states: readonly SlotState[]): ReadonlyMap<string, FilledSlot> {
  return new Map(
    states.flatMap(({ slot, connection }) =>
      connection ? [[slotPrefix + slot.slot, new FilledSlot(slot, connection)] as const] : [],
    ),
  );
}

/** The way back: what a template has for a connection that fills its slot. */
export function emptySlot({ slot, names = {} }: Slot, system: string): SlotWords {
  const byKey = new Map(Object.entries(names).map(([name, keys]) => [keys[system], name]));
  const nameOf = (key: string) => byKey.get(key) ?? key;
  return { connectionId: slotPrefix + slot, metric: nameOf, dimension: nameOf };
}
