import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifySchema, FastifySerializerCompiler } from 'fastify';

type Schema = Readonly<Record<string, unknown>>;

const compile = SerializerSelector()({}, {});

/**
 * Creates a response's serializer when it is first needed: there is one for each status of each operation, most are
 * never used, and creating all of them took half of the start time.
 */
export const serializerCompiler: FastifySerializerCompiler<FastifySchema> = ({ schema, method, url, httpStatus }) => {
  let serialize: ReturnType<typeof compile> | undefined;
  return (data) => {
    serialize ??= compile({ method, url, httpStatus: httpStatus ?? '', schema: withoutUnions(schema) });
    return serialize(data);
  };
};

/**
 * The schema with nullable values and words rewritten so that serialising them needs no validation, as a union would.
 * An answer still shows only the fields of its schema.
 */
function withoutUnions(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutUnions);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { anyOf, ...rest } = schema as Schema;
  if (!Array.isArray(anyOf)) return mapValues(schema as Schema);
  const branches = (anyOf as Schema[])
    .filter(({ type }) => type !== 'null')
    .map((branch) => withoutUnions(branch) as Schema);
  const nullable = branches.length < anyOf.length;
  const [only] = branches;
  if (branches.every((branch) => typeof branch.const === 'string')) return { type: 'string', nullable };
  if (branches.length === 1 && only?.type) return { ...only, nullable };
  return { ...mapValues(rest), anyOf: anyOf.map(withoutUnions) };
}

function mapValues(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withoutUnions(value)]));
}
