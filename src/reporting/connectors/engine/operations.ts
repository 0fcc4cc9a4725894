import { queryRows, type Rows, type RowsContext, verifyRows } from '../file/figures.ts';
import { verifyCounting } from '../proposals/counting/verify-counting.ts';
import { readSample } from '../proposals/sample.ts';

/** Work on rows that runs in the engine's process. Its arguments and its result go there and back by value. */
type Operation = (rows: Rows, ...argumentsAndContext: never[]) => Promise<unknown>;

/** What the engine's process does, by name; `runInEngine` asks for it. */
export const operations = { query: queryRows, sample: readSample, verify: verifyRows, verifyCounting } satisfies Record<
  string,
  Operation
>;

export type OperationName = keyof typeof operations;

/** What an operation takes between the rows and the context. */
export type ArgumentsOf<Name extends OperationName> =
  Parameters<(typeof operations)[Name]> extends [Rows, ...infer Args, RowsContext] ? Args : never;

export type ResultOf<Name extends OperationName> = Awaited<ReturnType<(typeof operations)[Name]>>;
