/**
 * `expand` only adds, so that programs of the version before go on beside it. `contract` takes away, changes or narrows
 * what they may still use, and comes a version later (ADR 100).
 */
export type MigrationKind = 'expand' | 'contract';

/**
 * Fills rows that were there before. On PostgreSQL in batches in the order of `key`, a column whose values are unique,
 * beside all other work and continued after a kill; on SQLite at once. `where` has to be false of a row that is filled.
 */
export interface Backfill {
  readonly backfill: string;
  readonly key: string;
  readonly set: string;
  readonly where: string;
}

/** A statement of both databases or of one, each in a transaction of its own on PostgreSQL; or a backfill. */
type Step = string | { readonly postgres: string } | { readonly sqlite: string } | Backfill;

/**
 * One change of the schema. `statements`, then those of the database at hand, are one transaction, and `steps` follow it.
 * Indexes of large tables are built beside other work on PostgreSQL, wherever they stand (`migration-steps.ts`).
 */
export interface Migration {
  readonly name: string;
  readonly kind: MigrationKind;
  readonly statements?: readonly string[];
  readonly sqlite?: readonly string[];
  readonly postgres?: readonly string[];
  readonly steps?: readonly Step[];
  /**
   * Of a contract migration: the released version that neither reads nor writes any more what goes. It waits for
   * `report-service migrate --contract`; those without it landed before there was this rule, and run with the others.
   */
  readonly unusedSince?: string;
}
