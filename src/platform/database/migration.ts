/** One step of the schema: statements for both engines, each list run in order. */
export interface Migration {
  readonly name: string;
  readonly statements: readonly string[];
  readonly sqlite?: readonly string[];
  readonly postgres?: readonly string[];
}
