import type { Column, ColumnKind } from '../engine.ts';

interface Field {
  readonly name: string;
  readonly type: string;
  readonly mode?: string;
}

/** The words of the schema of an answer for types that SQL calls otherwise. */
const words: Readonly<Record<string, string>> = {
  INTEGER: 'INT64',
  FLOAT: 'FLOAT64',
  BOOLEAN: 'BOOL',
  RECORD: 'STRUCT',
};

const kinds: Readonly<Record<string, ColumnKind>> = {
  INT64: 'number',
  FLOAT64: 'number',
  NUMERIC: 'number',
  BIGNUMERIC: 'number',
  STRING: 'text',
  DATE: 'day',
  DATETIME: 'local',
  TIMESTAMP: 'instant',
};

export function columnOf({ name, type, mode }: Field): Column {
  const word = words[type] ?? type;
  if (mode === 'REPEATED') return { name, kind: 'other', type: `ARRAY<${word}>` };
  return { name, kind: kinds[word] ?? 'other', type: word };
}

/** Instants come as microseconds since 1970, all else as text. */
export function readValue(value: unknown, { kind }: Column): unknown {
  if (kind !== 'instant' || typeof value !== 'string') return value;
  return Temporal.Instant.fromEpochNanoseconds(BigInt(value) * 1000n).toString();
}
