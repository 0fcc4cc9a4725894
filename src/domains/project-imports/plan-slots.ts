import type { SeenResource } from '../connections/grant-resources.ts';
import { idFields } from '../connections/resource-ids.ts';
import type { Slot } from '../templates/content.ts';
import type { ImportFault, PlannedConnection } from './import-check.ts';
import { type ImportRow, mostConnections } from './import-rows.ts';
import type { ImportTemplate, ImportTemplates } from './import-templates.ts';
import { isFault, type SeenResources } from './seen-resources.ts';
import { type CellFault, readSlotCell, type SlotCell } from './slot-cells.ts';

/** What an account has connected. */
export interface UsedResources {
  /** By system and id, the name of a project that has it. */
  readonly resources: ReadonlyMap<string, string>;
  /** By the connection's id. */
  readonly connections: ReadonlyMap<string, UsedConnection>;
}

interface UsedConnection {
  readonly system: string;
  readonly name: string;
  readonly project: string;
}

interface PlannedSlots {
  readonly templateId: string | null;
  readonly connections: readonly PlannedConnection[];
  readonly faults: readonly ImportFault[];
  readonly warnings: readonly ImportFault[];
}

const known = Object.keys(idFields);

/** A cell: where it stands, and which systems it may name; null for all. */
interface Place {
  readonly row: ImportRow;
  readonly column: `slots.${string}` | 'connections';
  readonly systems: readonly string[] | null;
  readonly slots: readonly string[];
}

type Told = (column: ImportFault['column'], rule: string, message: string) => void;

/** Finds what fills the slots of rows, and what is doubtful about it. */
export class SlotPlanner {
  readonly #templates: ImportTemplates;
  readonly #seen: SeenResources;
  readonly #used: UsedResources;
  /** The rows that name a resource, by it. */
  readonly #namedBy = new Map<string, { readonly row: number; readonly column: Place['column'] }[]>();

  constructor(templates: ImportTemplates, seen: SeenResources, used: UsedResources) {
    this.#templates = templates;
    this.#seen = seen;
    this.#used = used;
  }

  /** What sign-ins have to be asked for. */
  cellsOf(rows: readonly ImportRow[]): Extract<SlotCell, { readonly system: string }>[] {
    return rows.flatMap((row) => {
      const template = this.#templates.find(row.template);
      const slots = template && !isFault(template) ? template.slots : [];
      const ofSlots = Object.entries(row.slots).flatMap(([name, text]) => {
        const slot = slots.find((each) => each.slot === name);
        return slot ? [readSlotCell(text, slot.systems, known)] : [];
      });
      const others = row.connections.map((text) => readSlotCell(text, known, known));
      return [...ofSlots, ...others].flatMap((cell) => ('id' in cell ? [cell] : []));
    });
  }

  plan(row: ImportRow, allowed: number | null): PlannedSlots {
    const faults: ImportFault[] = [];
    const warnings: ImportFault[] = [];
    const tellerOf =
      (list: ImportFault[]): Told =>
      (column, rule, message) =>
        list.push({ row: row.row, column, rule, message });
    const [fault, warn] = [tellerOf(faults), tellerOf(warnings)];
    const template = this.#templates.find(row.template);
    if (template && isFault(template)) {
      fault('template', template.rule, template.message);
      return { templateId: null, connections: [], faults, warnings };
    }
    const connections = new Map<string, PlannedConnection>();
    const fill = (place: Omit<Place, 'row'>, text: string) => {
      const wrong = this.#fill({ row, ...place }, text, connections, warn);
      if (wrong) fault(place.column, wrong.rule, wrong.message);
    };
    for (const [name, text] of Object.entries(row.slots)) {
      const column = `slots.${name}` as const;
      const slot = template?.slots.find((each) => each.slot === name);
      if (slot) fill({ column, systems: slot.systems, slots: [name] }, text);
      else fault(column, 'slot', noSlot(template, name));
    }
    if (row.connections.length > mostConnections) {
      fault('connections', 'maxItems', `has more than ${mostConnections} connections`);
    }
    for (const text of row.connections.slice(0, mostConnections)) {
      fill({ column: 'connections', systems: null, slots: [] }, text);
    }
    for (const slot of template?.slots ?? []) {
      if (!row.slots[slot.slot]) this.#tellOfOpen(slot, [...connections.values()], warn);
    }
    if (allowed !== null && connections.size > allowed) {
      warn(null, 'plan_limit', `has ${connections.size} connections, and the plan makes reports of ${allowed}`);
    }
    return { templateId: template?.id ?? null, connections: [...connections.values()], faults, warnings };
  }

  /** A resource that several rows name: two clients would get the same figures. */
  repeated(): ImportFault[] {
    return [...this.#namedBy].flatMap(([resource, places]) => {
      const rows = [...new Set(places.map(({ row }) => row))];
      if (rows.length < 2) return [];
      return places.map(({ row, column }): ImportFault => {
        const others = rows.filter((other) => other !== row).slice(0, 5);
        const message = `names ${resource}, as ${others.length === 1 ? 'row' : 'rows'} ${others.join(', ')} does; both would show the same figures`;
        return { row, column, rule: 'used_twice', message };
      });
    });
  }

  #fill(
    { row, column, systems, slots }: Place,
    text: string,
    connections: Map<string, PlannedConnection>,
    warn: Told,
  ): CellFault | undefined {
    const cell = readSlotCell(text, systems ?? known, known);
    if (isFault(cell)) return cell;
    if ('connectionId' in cell) {
      const copied = this.#copied(cell.connectionId, systems);
      if (isFault(copied)) return copied;
      warn(column, 'copied', `reads what the connection "${copied.name}" of the project "${copied.project}" reads`);
      add(connections, cell.connectionId, slots, { slots: [], copied_from: cell.connectionId });
      return undefined;
    }
    const found = this.#seen.find(cell);
    if (isFault(found)) return found;
    const key = `${found.system}:${found.id}`;
    this.#namedBy.set(key, [...(this.#namedBy.get(key) ?? []), { row: row.row, column }]);
    const { system, grant_id, config, label } = found;
    const name = label.trim().slice(0, 200) || found.id;
    add(connections, key, slots, { slots: [], system, name, grant_id, config });
    warnOfUnits(row, found, (rule, message) => warn(column, rule, message));
    const other = this.#used.resources.get(key);
    const both = 'both would show the same figures';
    if (other !== undefined) warn(column, 'used', `names ${key}, which the project "${other}" reads already; ${both}`);
    return undefined;
  }

  /** A slot that no cell fills takes the only connection that fits. */
  #tellOfOpen({ slot, systems, required }: Slot, connections: readonly PlannedConnection[], warn: Told): void {
    const fitting = connections.filter((planned) => {
      const system = 'system' in planned ? planned.system : this.#used.connections.get(planned.copied_from)?.system;
      return systems.includes(system ?? '');
    });
    if (fitting.length > 1) {
      warn(`slots.${slot}`, 'several_fit', 'has several connections that fit; it is empty until somebody chooses one');
    } else if (fitting.length === 0 && required) {
      warn(`slots.${slot}`, 'required', 'is empty, and reports are not made until the slot is filled');
    }
  }

  #copied(id: string, systems: readonly string[] | null): UsedConnection | CellFault {
    const found = this.#used.connections.get(id);
    if (!found) return { rule: 'value', message: 'names no connection of the account' };
    if (systems?.includes(found.system) ?? true) return found;
    const message = `names a connection to ${found.system}, and the slot takes ${systems?.join(', ')}`;
    return { rule: 'system', message };
  }
}

/** One connection fills all the slots that name the same. */
function add(
  connections: Map<string, PlannedConnection>,
  key: string,
  slots: readonly string[],
  planned: PlannedConnection,
): void {
  const before = connections.get(key) ?? planned;
  connections.set(key, { ...before, slots: [...before.slots, ...slots] });
}

function noSlot(template: ImportTemplate | null, name: string): string {
  if (!template) return 'fills a slot, and the row names no template that has any';
  const own = template.slots.map(({ slot }) => slot).join(', ');
  return `fills a slot "${name}" that the template "${template.name}" does not have; it has ${own || 'none'}`;
}

/** Amounts stay in the currency of their source, and days in its zone, whatever the project's are. */
function warnOfUnits(row: ImportRow, found: SeenResource, warn: (rule: string, message: string) => void): void {
  const currency = row.currency.toUpperCase() || 'USD';
  if (found.currency !== null && found.currency !== currency) {
    const message = `has its amounts in ${found.currency}, and the project would have ${currency}; they are shown in ${found.currency}, unconverted, and not added up with others`;
    warn('currency_differs', message);
  }
  const zone = row.time_zone || 'UTC';
  if (found.time_zone !== null && !isSameZone(found.time_zone, zone)) {
    warn('time_zone_differs', `has its days in ${found.time_zone}, and the project would have ${zone}`);
  }
}

/** `Asia/Calcutta` is `Asia/Kolkata`. */
function isSameZone(one: string, other: string): boolean {
  const now = Temporal.Now.instant();
  try {
    return now.toZonedDateTimeISO(one).equals(now.toZonedDateTimeISO(other));
  } catch {
    return one === other;
  }
}
