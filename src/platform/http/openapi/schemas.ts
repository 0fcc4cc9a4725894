import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from 'typebox';

/** A JSON Schema as it appears in the OpenAPI document. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** No text is longer than the largest request that could have sent it. */
const maxTextLength = 256 * 1024;
const maxInt32 = 2 ** 31 - 1;

/**
 * Writes the schemas of the routes for OpenAPI 3.1. A schema with a title is written once, as a component of that name.
 */
export class Schemas {
  readonly components: Record<string, JsonSchema> = {};

  /** The schema itself, or the reference to its component. Throws when two different schemas have the same title. */
  write(schema: TSchema | JsonSchema): JsonSchema {
    const { title, ...rest } = schema as JsonSchema;
    if (typeof title !== 'string') return this.#writeKeywords(rest);
    const written = this.#writeKeywords(rest);
    const known = this.components[title];
    if (known && !isDeepStrictEqual(known, written)) throw new TypeError(`Two schemas are called ${title}`);
    this.components[title] = written;
    return { $ref: `#/components/schemas/${title}` };
  }

  #writeKeywords(schema: JsonSchema): JsonSchema {
    if (Array.isArray(schema.anyOf)) return this.#writeUnion(schema as JsonSchema & { anyOf: JsonSchema[] });
    if (Array.isArray(schema.enum)) return { type: 'string', ...schema };
    if (schema.type === 'string') return isText(schema) ? { maxLength: maxTextLength, ...schema } : schema;
    if (schema.type === 'integer') return writeInteger(schema);
    if (schema.type === 'array') return { ...schema, items: this.write(schema.items as JsonSchema) };
    if (schema.type === 'object') return this.#writeObject(schema);
    return schema;
  }

  #writeObject({ properties, patternProperties, ...rest }: JsonSchema): JsonSchema {
    if (patternProperties) return { ...rest, additionalProperties: true };
    const entries = Object.entries(properties as Record<string, JsonSchema>);
    if (entries.length === 0 && typeof rest.additionalProperties === 'object') {
      return { ...rest, additionalProperties: this.write(rest.additionalProperties as JsonSchema) };
    }
    return { ...rest, properties: Object.fromEntries(entries.map(([name, value]) => [name, this.write(value)])) };
  }

  /** Literals become one enum, null an additional type, and objects distinguished by `type` a discriminated union. */
  #writeUnion({ anyOf, ...rest }: JsonSchema & { readonly anyOf: readonly JsonSchema[] }): JsonSchema {
    const others = anyOf.filter(({ type }) => type !== 'null');
    const isNullable = others.length < anyOf.length;
    const [only] = others;
    if (others.every((branch) => typeof branch.const === 'string')) {
      return { type: 'string', enum: others.map((branch) => branch.const), ...rest };
    }
    if (only && others.length === 1 && isNullable) return nullable(this.write(only), rest);
    const references = others.map((branch) => this.write(branch).$ref);
    const words = others.map((branch) => (branch.properties as { type?: JsonSchema } | undefined)?.type?.const);
    if (isNullable || !references.every(Boolean) || !words.every(Boolean)) {
      throw new TypeError(`A union is neither of words, nullable, nor discriminated: ${JSON.stringify(anyOf)}`);
    }
    const mapping = Object.fromEntries(words.map((word, index) => [word, references[index]]));
    return { oneOf: references.map(($ref) => ({ $ref })), discriminator: { propertyName: 'type', mapping }, ...rest };
  }
}

/** Neither a constant nor a file, which can be larger than any request. */
function isText(schema: JsonSchema): boolean {
  return !('const' in schema) && schema.format !== 'binary';
}

function nullable(schema: JsonSchema, rest: JsonSchema): JsonSchema {
  if (typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }], ...rest };
  const words = Array.isArray(schema.enum) && { enum: [...schema.enum, null] };
  return { ...schema, type: [schema.type, 'null'], ...words, ...rest };
}

/** The service's integers are whole doubles. */
function writeInteger(schema: JsonSchema): JsonSchema {
  const { maximum = Number.MAX_SAFE_INTEGER } = schema;
  return { ...schema, maximum, format: Number(maximum) > maxInt32 ? 'int64' : 'int32' };
}
