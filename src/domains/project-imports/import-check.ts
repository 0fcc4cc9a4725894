import type { ListColumn, PlainColumn } from './import-rows.ts';

/** One place of an import that is wrong, or that somebody should know of. */
export interface ImportFault {
  /** Null for the import as a whole. */
  readonly row: number | null;
  /** A column, or `slots.` and the name of a slot; null for the row as a whole. */
  readonly column: PlainColumn | ListColumn | `slots.${string}` | null;
  readonly rule: string;
  readonly message: string;
}

/** How a connection of an imported project comes to be. */
export type PlannedConnection =
  | {
      readonly slots: readonly string[];
      readonly system: string;
      readonly name: string;
      readonly grant_id: string;
      readonly config: Readonly<Record<string, unknown>>;
    }
  | { readonly slots: readonly string[]; readonly copied_from: string };

/** A project as it is made: all that a row says, found and checked. */
export interface PlannedProject {
  readonly row: number;
  readonly fields: {
    readonly name: string;
    readonly client_name: string | null;
    readonly time_zone?: string;
    readonly currency?: string;
    readonly locale?: string;
    readonly tags?: string[];
    readonly folder?: string;
  };
  readonly template_id: string | null;
  readonly connections: readonly PlannedConnection[];
}

/** What an import would do. */
export interface ImportCheck {
  /** How many rows it has. */
  readonly rows: number;
  readonly planned: readonly PlannedProject[];
  /** Rows whose project is there already, or stands above them. */
  readonly already: readonly { readonly row: number; readonly name: string; readonly project_id: string | null }[];
  /** With any of them nothing is made. */
  readonly faults: readonly ImportFault[];
  readonly warnings: readonly ImportFault[];
  /** Why the plan of the account does not allow it; null where it does. */
  readonly plan_fault: string | null;
}
