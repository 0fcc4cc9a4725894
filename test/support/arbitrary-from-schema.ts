import fc from 'fast-check';

/** The part of JSON Schema that the OpenAPI document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
}

export type Components = Readonly<Record<string, Schema>>;

/** Texts that are easily mishandled. */
const oddTexts = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e',
  '\ufeff',
  '\uffff',
  '👩‍👩‍👧',
  'A\u030a',
  "' OR 1=1 --",
  '%00',
  '../..',
  '__proto__',
];
const oddNumbers = [0, -1, 0.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324];

/** Any text: mostly plain, some of it odd. */
export const oddText = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.integer({ min: 199, max: 257 }).map((length) => 'é'.repeat(length)),
);

/** Any JSON value, of whatever shape. */
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.constantFrom<unknown>(...oddNumbers, null, true, false, [], {}),
  fc.jsonValue({ depthSize: 'medium' }),
  fc.integer({ min: 1, max: 40 }).map((depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))),
);

/**
 * Values that match the schema, including boundaries. Where only prose restricts them (a time zone), the schema's
 * examples.
 */
export function validValue(schema: Schema, components: Components): fc.Arbitrary<unknown> {
  const value = (inner: Schema) => validValue(inner, components);
  if (schema.$ref) return value(resolve(schema.$ref, components));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return fc.oneof(...branches.map(value));
  const { type } = schema;
  if (typeof type === 'object') return fc.oneof(...type.map((one) => value({ ...schema, type: one })));
  if (type === 'string') return validText(schema);
  if (type === 'integer') return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 });
  if (type === 'boolean') return fc.boolean();
  if (type === 'array') return validArray(schema, value(schema.items ?? {}));
  if (type === 'object') return validObject(schema, value);
  return fc.constant(null);
}

/** A valid value with one fault somewhere in it, or something else altogether. */
export function mutatedValue(schema: Schema, components: Components): fc.Arbitrary<unknown> {
  const mutated = fc
    .tuple(validValue(schema, components), fc.nat(), fc.nat({ max: 2 }), oddText, junk)
    .map(([value, place, kind, name, other]) => mutate(structuredClone(value), place, kind, name, other));
  return fc.oneof({ weight: 6, arbitrary: mutated }, { weight: 1, arbitrary: junk });
}

function resolve(reference: string, components: Components): Schema {
  const schema = components[reference.split('/').at(-1) ?? ''];
  if (!schema) throw new Error(`${reference} leads nowhere`);
  return schema;
}

function validText({ format, pattern, examples, minLength = 0, maxLength = 100 }: Schema): fc.Arbitrary<unknown> {
  if (format === 'date') {
    const range = { min: new Date('1999-12-01'), max: new Date('2027-02-28'), noInvalidDate: true };
    return fc.date(range).map((date) => date.toISOString().slice(0, 10));
  }
  const given = (examples ?? []).filter((example) => typeof example === 'string');
  if (given.length > 0 && pattern !== '\\S') return fc.constantFrom(...given);
  const bounds = [Math.max(1, minLength), maxLength].map((length) => '𝕏'.repeat(Math.min(length, maxLength)));
  const plain = fc.string({ unit: 'grapheme', minLength: Math.max(1, minLength), maxLength: 20 });
  return fc.oneof({ weight: 4, arbitrary: plain.map((text) => `x${text}`) }, fc.constantFrom(...bounds));
}

function validArray(schema: Schema, item: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const length = { minLength: schema.minItems ?? 0, maxLength: Math.min(schema.maxItems ?? 5, 5) };
  return schema.uniqueItems ? fc.uniqueArray(item, length) : fc.array(item, length);
}

function validObject(schema: Schema, value: (inner: Schema) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const { additionalProperties: any } = schema;
  if (typeof any === 'object') {
    const keys = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 20 });
    return fc.dictionary(keys, value(any), { minKeys: schema.minProperties ?? 0, maxKeys: 5, noNullPrototype: true });
  }
  const properties = Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, value(inner)] as const);
  const record = fc.record(Object.fromEntries(properties), {
    requiredKeys: [...(schema.required ?? [])],
    noNullPrototype: true,
  });
  return record.filter((made) => Object.keys(made).length >= (schema.minProperties ?? 0));
}

/** Removes, replaces or adds a key of one of the objects in the value. */
function mutate(value: unknown, place: number, kind: number, name: string, other: unknown): unknown {
  const objects = containers(value);
  const target = objects[place % objects.length];
  if (!target) return other;
  const keys = Object.keys(target);
  const key = keys[place % keys.length];
  if (kind === 0 && key !== undefined) delete target[key];
  else if (kind === 1 && key !== undefined) target[key] = other;
  else target[name] = other;
  return value;
}

function containers(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(containers)];
}
