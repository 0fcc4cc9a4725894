import { type ConfigFault, ConnectorError, type ConnectorErrorKind } from '../contract.ts';
import { MemoryError } from '../file/faults.ts';
import type { Rows } from '../file/figures.ts';
import type { SourceFile } from '../file/paths.ts';
import type { OperationName } from './operations.ts';

/** Rows whose files have been found. */
interface FoundRows extends Omit<Rows, 'find'> {
  readonly files: readonly SourceFile[];
}

/** One piece of work; the sources that it opens stay open for the other calls of its context. */
export interface EngineCall {
  readonly id: number;
  readonly contextId: number;
  /** Epoch milliseconds. */
  readonly deadline: number;
  readonly operation: OperationName;
  readonly rows: FoundRows;
  readonly args: readonly unknown[];
}

/** What the engine's process is sent: calls, and that a context is closed, which also stops its calls. */
export type ToEngine = { readonly call: EngineCall } | { readonly close: number };

/** What the engine's process sends: an answer to each call and each closing. */
export type FromEngine =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly fault: Fault }
  | { readonly closed: number; readonly rssBytes: number };

/** An error by value. Without a kind it is one of our own code. */
export interface Fault {
  readonly kind: ConnectorErrorKind | undefined;
  readonly isOfMemory: boolean;
  readonly faults: readonly ConfigFault[];
  readonly message: string;
  /** For the log. */
  readonly cause: string | undefined;
}

export function faultByValue(error: unknown): Fault {
  const { message, cause, stack } = error instanceof Error ? error : new Error(String(error));
  if (!(error instanceof ConnectorError)) {
    return { kind: undefined, isOfMemory: false, faults: [], message, cause: stack };
  }
  const told = cause === undefined ? undefined : String(cause);
  const { kind, faults } = error;
  return { kind, isOfMemory: error instanceof MemoryError, faults, message, cause: told };
}

export function errorOfFault({ kind, isOfMemory, faults, message, cause: told }: Fault): Error {
  const cause = told === undefined ? undefined : new Error(told);
  if (isOfMemory) return new MemoryError(message, { cause });
  return kind === undefined ? new Error(message, { cause }) : new ConnectorError(kind, message, { faults, cause });
}
