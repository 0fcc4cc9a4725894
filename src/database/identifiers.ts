import { monotonicFactory } from 'ulid';

export type IdentifierPrefix = 'acc' | 'prj' | 'con' | 'sch' | 'rep' | 'gen' | 'exp' | 'shr' | 'req';

const next = monotonicFactory();

/** A new opaque identifier: the prefix and a 26-character time-ordered ULID in lower case (contract section 1). */
export function newIdentifier(prefix: IdentifierPrefix): string {
  return `${prefix}_${next().toLowerCase()}`;
}
