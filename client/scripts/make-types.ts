import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The part of JSON Schema that the service's document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly description?: string;
}

export interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface OpenApiDocument {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly operationId: string; readonly parameters?: readonly Parameter[] }>>
    >
  >;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

/** The schemas that the client's methods take and return; schemas they refer to are included. */
const roots = [
  'Bootstrap',
  'Me',
  'Project',
  'ProjectSummary',
  'ProjectCreate',
  'ProjectUpdate',
  'Report',
  'JobSummary',
  'GenerationRequest',
  'GenerationJob',
  'ExportRequest',
  'ExportJob',
  'Pagination',
  'ErrorDetail',
];
const queries = { ProjectListQuery: 'listProjects', ReportListQuery: 'listReports', JobListQuery: 'listJobs' };

/** The text of `src/types.ts` for an OpenAPI document; the same document gives the same text. Throws when a part is missing. */
export function makeTypes(document: OpenApiDocument): string {
  const { schemas } = document.components;
  const named = new Map(Object.entries(queries).map(([name, id]) => [name, querySchema(document, id)]));
  // Iterating a map includes entries added on the way, so references of references are found too.
  for (const name of roots) named.set(name, found(schemas, name));
  for (const schema of named.values()) for (const name of references(schema)) named.set(name, found(schemas, name));
  const code = found(schemas, 'Error').properties?.error?.properties?.code;
  named.set('ErrorCode', code ?? missing('code of an error'));
  const types = [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, schema]) => declaration(name, schema));
  return formatted(['// Made from the OpenAPI document by scripts/make-types.ts.', ...types].join('\n\n'));
}

function found<Part>(parts: Readonly<Record<string, Part>>, name: string): Part {
  return parts[name] ?? missing(name);
}

function missing(what: string): never {
  throw new Error(`The document has no ${what}.`);
}

function querySchema({ paths, components }: OpenApiDocument, operationId: string): Schema {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const { parameters } = operations.find((one) => one.operationId === operationId) ?? missing(operationId);
  const query = (parameters ?? [])
    .map((parameter) => (parameter.$ref ? found(components.parameters, lastPart(parameter.$ref)) : parameter))
    .filter((parameter) => parameter.in === 'query');
  const properties = query.map(({ name, schema, description }) => [
    name,
    { ...schema, ...(description && { description }) },
  ]);
  return {
    properties: Object.fromEntries(properties),
    required: query.filter((one) => one.required).map(({ name }) => name),
  };
}

export function lastPart(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}

/** The names of the schemas that this one refers to, at any depth. */
function references(schema: Schema): string[] {
  return [...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name);
}

export function declaration(name: string, schema: Schema): string {
  const text = typeOf(schema);
  const isInterface = Object.keys(schema.properties ?? {}).length > 0;
  return `${comment(schema)}export ${isInterface ? `interface ${name} ${text}` : `type ${name} = ${text}`}`;
}

export function typeOf(schema: Schema): string {
  if (schema.$ref) return lastPart(schema.$ref);
  const union = schema.anyOf ?? schema.oneOf;
  if (union) return union.map(typeOf).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (typeof schema.type === 'object') return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  if (schema.type === 'array') return `Array<${typeOf(schema.items ?? {})}>`;
  if (schema.type === 'null') return 'null';
  if (schema.properties) return objectType(schema.properties, schema.required ?? []);
  if (schema.type === 'object') {
    const { additionalProperties } = schema;
    return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>`;
  }
  return schema.type === 'integer' ? 'number' : (schema.type ?? 'unknown');
}

function objectType(properties: Readonly<Record<string, Schema>>, required: readonly string[]): string {
  if (Object.keys(properties).length === 0) return 'Record<string, never>';
  const lines = Object.entries(properties).map(
    ([name, schema]) => `${comment(schema)}${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema)};`,
  );
  return `{\n${lines.join('\n')}\n}`;
}

export function comment({ description }: Schema): string {
  return description ? `/** ${description.replaceAll('*/', '*\\/').replace(/\s+/g, ' ')} */\n` : '';
}

export function formatted(text: string): string {
  return execFileSync('node_modules/.bin/biome', ['format', '--stdin-file-path=types.ts'], {
    input: text,
    encoding: 'utf8',
    timeout: 60_000,
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
  });
}

/** `node scripts/make-types.ts openapi.json` writes src/types.ts; `-` reads the document from stdin; `--check` only compares. */
function run([source = '-', mode]: readonly string[]): number {
  const target = new URL('../src/types.ts', import.meta.url);
  const text = makeTypes(JSON.parse(readFileSync(source === '-' ? 0 : source, 'utf8')));
  if (mode !== '--check') {
    writeFileSync(target, text);
    return 0;
  }
  if (readFileSync(target, 'utf8') === text) return 0;
  process.stderr.write('client/src/types.ts is stale: run "node client/scripts/make-types.ts openapi.json".\n');
  return 1;
}

if (import.meta.main) process.exitCode = run(process.argv.slice(2));
