/** The parts of JSON Schema that configurations and secrets of systems use. */
export interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}

export type Values = Readonly<Record<string, unknown>>;

/** The fields of a schema, those that have to be filled in first. */
export function fieldsOf(schema: Schema, leftOut: readonly string[] = []): { name: string; schema: Schema }[] {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => ({ name, schema: field }));
  return fields.filter(({ name }) => !leftOut.includes(name));
}

export const isRequired = (schema: Schema, name: string): boolean => schema.required?.includes(name) ?? false;

/** What a person may give as a secret: what signing in leaves behind is not theirs to type. */
export function secretKinds(schema: Schema | null): { readonly kinds: Schema[]; readonly isOptional: boolean } {
  if (schema === null) return { kinds: [], isOptional: true };
  const all = schema.anyOf ?? [schema];
  return {
    kinds: all.filter(({ type, properties }) => type !== 'null' && !properties?.grant),
    isOptional: all.some(({ type }) => type === 'null'),
  };
}

/** Without what is empty, so that it stays at the system's default; undefined if nothing is left. */
function pruned(value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (Array.isArray(value)) {
    const items = value.map(pruned).filter((item) => item !== undefined);
    return items.length > 0 ? items : undefined;
  }
  if (typeof value !== 'object' || value === null) return Number.isNaN(value) ? undefined : (value ?? undefined);
  const entries = Object.entries(value).flatMap(([name, field]) => {
    const kept = pruned(field);
    return kept === undefined ? [] : [[name, kept]];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** The same for the fields of a form. */
export const prunedValues = (values: Values): Record<string, unknown> =>
  (pruned(values) as Record<string, unknown> | undefined) ?? {};

/** The values of a form, with empty lists where a list has to be. */
export function completed(schema: Schema, values: Values, leftOut: readonly string[]): Record<string, unknown> {
  const lists = fieldsOf(schema, leftOut).filter((field) => field.schema.items && isRequired(schema, field.name));
  return { ...Object.fromEntries(lists.map(({ name }) => [name, []])), ...prunedValues(values) };
}
