import type { TObject } from 'typebox';
import type { Queryable } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Access, Caller } from '../../platform/http/caller.ts';
import type { Doer } from '../audit/audit.ts';

/** What an item is about. */
export interface BulkItem {
  readonly id: string;
  /** Null for what has no project yet. */
  readonly projectId: string | null;
  /** What it is made from, where the project does not say it all. */
  readonly input: unknown;
}

/** What all items of a bulk job share. */
export interface BulkContext<Parameters> {
  readonly accountId: string;
  readonly bulkJobId: string;
  /** Whoever asked for it, with what they may do by now. */
  readonly caller: Caller;
  /** The same for the log of changes. */
  readonly by: Doer;
  readonly parameters: Parameters;
  /** When the bulk job was asked for: what `previous-month` is reckoned from, however late an item is done. */
  readonly askedAt: string;
}

/** One change for the log, as the single operation records it. */
interface RecordedChange {
  readonly action: string;
  readonly subject: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface ItemOutcome {
  /** The generation or export job that it started: the item ends as that does. */
  readonly jobId?: string;
  /** What it made, such as `schedule_id`; never a secret. */
  readonly result?: Readonly<Record<string, string | number | boolean | null>>;
  /** The project, where it was made by this. */
  readonly projectId?: string;
  /** What the domain has not recorded by itself. */
  readonly recorded?: readonly RecordedChange[];
}

/**
 * Work that is done for many projects, or rows of a file, by the function that does it for one. `runItem` is one transaction
 * together with the mark that the item is done: a kill does nothing twice and nothing by half. What it throws as a
 * ServiceError or ItemFault ends the item with that sentence; anything else is tried again a few times.
 */
export interface BulkAction<Parameters = unknown, Prepared = unknown> {
  readonly action: string;
  /** As the single operation has it. */
  readonly access: Access;
  /**
   * What it takes, with its word as the literal `type`; absent for what is not asked for at `POST /bulk-jobs`. Its title and
   * descriptions are the documentation.
   */
  readonly parameters?: TObject;
  /** Whether items start generations or exports, of which an account has a bounded number at once. */
  readonly startsJobs?: boolean;
  /** Checks that its shape cannot say; throws `invalid_request`. */
  check?(parameters: Parameters, caller: Caller): void;
  /** Once for all items, before the bulk job is made, such as storing pictures. What it gives is stored, so never a secret. */
  prepare?(parameters: Parameters, caller: Caller): Promise<Parameters>;
  /** The parameters as answers show them; all unless given. */
  shown?(parameters: Parameters): Readonly<Record<string, unknown>>;
  /**
   * What takes too long for a transaction, such as asking a system; `runItem` gets what it gives. It may be done more than
   * once for an item.
   */
  prepareItem?(context: BulkContext<Parameters>, item: BulkItem): Promise<Prepared>;
  runItem(
    transaction: Queryable,
    context: BulkContext<Parameters>,
    item: BulkItem,
    prepared: Prepared | undefined,
  ): Promise<ItemOutcome>;
}

/** An action of any parameters, which its own schema has checked. */
// biome-ignore lint/suspicious/noExplicitAny: each action knows what its parameters are.
export type AnyBulkAction = BulkAction<any, any>;

export const itemFaultReasons = ['no_report', 'no_schedule', 'not_allowed', 'asker_gone', 'unexpected'] as const;

/** Why an item cannot be done, where no operation has a code for it. */
export class ItemFault extends Error {
  readonly reason: (typeof itemFaultReasons)[number];
  readonly action: string;

  constructor(reason: ItemFault['reason'], message: string, action: string) {
    super(message);
    this.reason = reason;
    this.action = action;
  }
}

/** The action of a word; throws a TypeError for none. */
export function actionNamed(actions: readonly AnyBulkAction[], word: string): AnyBulkAction {
  const found = actions.find(({ action }) => action === word);
  if (!found) throw new TypeError(`There is no bulk action ${word}`);
  return found;
}

/** The project of an item of an action that is asked for with projects. */
export function projectOf({ id, projectId }: BulkItem): string {
  if (projectId === null) throw new TypeError(`The item ${id} has no project`);
  return projectId;
}

/** The faults of a check of the single operation, at the places that their fields have in a bulk job. */
export function placed(work: () => unknown, placeOf: (field: string) => string): void {
  try {
    work();
  } catch (error) {
    throw atPlace(error, placeOf);
  }
}

/** The same of an error that was thrown. */
export function atPlace(error: unknown, placeOf: (field: string) => string): unknown {
  if (!(error instanceof ServiceError)) return error;
  const details = error.details?.map((each) => ({ ...each, field: placeOf(each.field) }));
  return new ServiceError(error.code, { message: error.message, ...(details && { details }) });
}
