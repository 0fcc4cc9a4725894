import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The part of JSON Schema that the service's document uses. */
interface Schema {
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

interface Media {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: Media;
  readonly responses: Readonly<Record<string, Media>>;
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

/** Each type's place in the document. A type stands before those that contain it, so that they can name it. */
const places: readonly (readonly [name: string, operationId: string, path: string])[] = [
  ['Period', 'getReport', 'data.period.current'],
  ['Periods', 'getReport', 'data.period'],
  ['JobStatus', 'getGenerationJob', 'data.status'],
  ['Source', 'getReport', 'data.source'],
  ['ExportFormat', 'getExportJob', 'data.format'],
  ['Scope', 'getMe', 'data.token.scopes.items'],
  ['Usage', 'getMe', 'data.usage.projects'],
  ['Section', 'createProject', 'body.settings.sections.items'],
  ['ProjectSettings', 'getProject', 'data.settings'],
  ['ProjectSettingsInput', 'createProject', 'body.settings'],
  ['ProjectConnection', 'getProject', 'data.connections.items'],
  ['ProjectSchedule', 'getProject', 'data.schedules.items'],
  ['ReportWarning', 'getReport', 'data.warnings.items'],
  ['JobProgress', 'getGenerationJob', 'data.progress'],
  ['JobOutcome', 'getGenerationJob', 'data.blocked'],
  ['Artifact', 'getExportJob', 'data.artifact'],
  ['Pagination', 'listProjects', 'meta.pagination'],
  ['ErrorDetail', 'createProject', 'error.details.items'],
  ['Bootstrap', 'getBootstrap', 'data'],
  ['Me', 'getMe', 'data'],
  ['ProjectSummary', 'listProjects', 'data.items.items'],
  ['Project', 'getProject', 'data'],
  ['ProjectCreate', 'createProject', 'body'],
  ['ProjectUpdate', 'updateProject', 'body'],
  ['ProjectListQuery', 'listProjects', 'query'],
  ['Report', 'getReport', 'data'],
  ['ReportListQuery', 'listReports', 'query'],
  ['JobSummary', 'getJob', 'data'],
  ['JobListQuery', 'listJobs', 'query'],
  ['GenerationRequest', 'startGenerationJob', 'body'],
  ['GenerationJob', 'getGenerationJob', 'data'],
  ['ExportRequest', 'startExportJob', 'body'],
  ['ExportJob', 'getExportJob', 'data'],
];

/** The text of `src/types.ts` for an OpenAPI document; the same document gives the same text. Throws when a place is missing. */
export function makeTypes(document: OpenApiDocument): string {
  const writer = new TypeWriter(document);
  const types = places.map(([name, operationId, path]) => writer.declare(name, writer.find(operationId, path)));
  const text = ['// Made from the OpenAPI document by scripts/make-types.ts.', ...types, writer.errorCodes()].join(
    '\n\n',
  );
  return execFileSync('node_modules/.bin/biome', ['format', '--stdin-file-path=types.ts'], {
    input: text,
    encoding: 'utf8',
    timeout: 60_000,
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
  });
}

/** Writes schemas as TypeScript and remembers the names it has given, by the shapes they stand for. */
class TypeWriter {
  readonly #document: OpenApiDocument;
  readonly #operations: readonly Operation[];
  readonly #names = new Map<string, string>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
    this.#operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  }

  /** The schema at a path such as `data.period.current` of an operation's answer, body, query or error. */
  find(operationId: string, path: string): Schema {
    const operation = this.#operations.find((one) => one.operationId === operationId);
    if (!operation) throw new Error(`The document has no operation ${operationId}.`);
    const [root, ...steps] = path.split('.');
    if (root === 'query') return querySchema(operation);
    let schema = root === 'body' ? json(operation.requestBody) : json(successOf(operation));
    if (root === 'error') schema = json(operation.responses['400']);
    for (const step of root === 'body' ? steps : [root ?? '', ...steps]) schema = this.#step(schema, step);
    if (!schema) throw new Error(`The document has no ${path} in ${operationId}.`);
    return this.#withoutNull(schema);
  }

  declare(name: string, schema: Schema): string {
    const isObject = schema.properties !== undefined;
    const text = this.#write(schema);
    this.#names.set(this.#shape(schema), name);
    return `${comment(schema.description)}export ${isObject ? `interface ${name} ${text}` : `type ${name} = ${text}`}`;
  }

  errorCodes(): string {
    const codes = new Set<string>();
    for (const { responses } of this.#operations) {
      for (const [status, response] of Object.entries(responses)) {
        if (Number(status) < 400) continue;
        const code = this.#step(this.#step(json(response), 'error'), 'code');
        for (const literal of code ? this.#shape(code).split(' | ') : []) codes.add(literal);
      }
    }
    return `/** Every error code that an operation documents. */\nexport type ErrorCode = ${[...codes].sort().join(' | ')};\n`;
  }

  #step(schema: Schema | undefined, step: string): Schema | undefined {
    if (!schema) return undefined;
    const inner = this.#withoutNull(schema);
    return this.#resolve(inner.properties?.[step] ?? (step === 'items' ? inner.items : undefined));
  }

  #resolve(schema: Schema | undefined): Schema | undefined {
    const name = schema?.$ref?.split('/').at(-1);
    if (name === undefined) return schema;
    return this.#resolve(this.#document.components?.schemas?.[name]);
  }

  #withoutNull(schema: Schema): Schema {
    const resolved = this.#resolve(schema) ?? {};
    const parts = (resolved.anyOf ?? resolved.oneOf ?? []).filter(({ type }) => type !== 'null');
    return parts.length === 1 && parts[0] ? this.#withoutNull(parts[0]) : resolved;
  }

  /** The type without comments and names: equal for schemas that mean the same. */
  #shape(schema: Schema): string {
    return this.#text(schema, (inner) => this.#shape(inner), false);
  }

  #write(schema: Schema): string {
    return this.#text(schema, (inner) => this.#names.get(this.#shape(inner)) ?? this.#write(inner), true);
  }

  #text(unresolved: Schema, inner: (schema: Schema) => string, comments: boolean): string {
    const schema = this.#resolve(unresolved) ?? {};
    const union = schema.anyOf ?? schema.oneOf;
    if (union) return unique(union.map((part) => inner(part))).join(' | ');
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
    if (typeof schema.type !== 'string' && schema.type) {
      return schema.type.map((type) => inner({ ...schema, type })).join(' | ');
    }
    if (schema.type === 'array') return `Array<${inner(schema.items ?? {})}>`;
    if (schema.type === 'object') return this.#object(schema, inner, comments);
    if (schema.type === 'integer') return 'number';
    return schema.type ?? 'unknown';
  }

  #object(schema: Schema, inner: (schema: Schema) => string, comments: boolean): string {
    const { properties, required = [], additionalProperties } = schema;
    if (!properties || Object.keys(properties).length === 0) {
      const values = typeof additionalProperties === 'object' ? inner(additionalProperties) : 'unknown';
      return additionalProperties === false ? 'Record<string, never>' : `Record<string, ${values}>`;
    }
    const lines = Object.entries(properties).map(([name, property]) => {
      const description = this.#resolve(property)?.description;
      return `${comments ? comment(description) : ''}${name}${required.includes(name) ? '' : '?'}: ${inner(property)};`;
    });
    return `{\n${lines.join('\n')}\n}`;
  }
}

function querySchema({ parameters = [] }: Operation): Schema {
  const query = parameters.filter((parameter) => parameter.in === 'query');
  return {
    type: 'object',
    properties: Object.fromEntries(
      query.map(({ name, schema, description }) => [name, { ...schema, ...(description && { description }) }]),
    ),
    required: query.filter(({ required }) => required).map(({ name }) => name),
  };
}

function successOf({ responses }: Operation): Media | undefined {
  return Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
}

function json(media: Media | undefined): Schema | undefined {
  return media?.content?.['application/json']?.schema;
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

function comment(description: string | undefined): string {
  return description ? `/** ${description.replaceAll('*/', '*\\/').replace(/\s+/g, ' ')} */\n` : '';
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
