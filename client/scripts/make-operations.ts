import { comment, declaration, formatted, lastPart, type Parameter, type Schema, typeOf } from './make-types.ts';

interface Content {
  readonly [mediaType: string]: { readonly schema: Schema } | undefined;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly (Partial<Parameter> & { readonly $ref?: string })[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

interface ManagementDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  /** What the service sends, by its type. */
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

const json = 'application/json';
const base = '/manage/v1';

/**
 * The text of `src/manage/operations.ts` for the OpenAPI document of the management API: what each operation that sends
 * and answers JSON takes and gives. The same document gives the same text.
 */
export function makeOperations({ paths, webhooks, components }: ManagementDocument): string {
  const listed = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path: path.slice(base.length), method, operation })),
  );
  const own = listed.filter(({ operation }) => isJson(operation));
  const entries = own.map(({ operation }) => operationType(operation, components));
  const messages = Object.values(webhooks).map(({ post }) => typeOf(post.requestBody?.content[json]?.schema ?? {}));
  const types = namedIn([...entries, ...messages].join('\n'), components.schemas).map((name) =>
    declaration(name, schemaOf(components, name)),
  );
  const routes = own.map(
    ({ path, method, operation }) =>
      `${operation.operationId}: { method: '${method.toUpperCase()}', path: '${path}' },`,
  );
  const parts = [
    '// Made from the OpenAPI document by scripts/make-operations.ts.',
    ...types,
    `/** A message to a webhook; its \`type\` says which. */\nexport type WebhookEvent = ${messages.join(' | ')};`,
    `/** All that a webhook can be told of. */\nexport const webhookEventTypes = ${JSON.stringify(eventTypesOf(components))} as const;`,
    `/** What each operation takes and gives. */\nexport interface Operations {\n${entries.join('\n')}\n}`,
    `/** Where each operation is. */\nexport const operations = {\n${routes.join('\n')}\n} as const satisfies Record<keyof Operations, object>;`,
  ];
  return formatted(parts.join('\n\n'));
}

function eventTypesOf({ schemas }: ManagementDocument['components']): readonly unknown[] {
  return schemas.WebhookCreate?.properties?.events?.items?.enum ?? missing('types of events');
}

function isJson({ requestBody, responses }: Operation): boolean {
  return answerOf(responses) !== undefined && (!requestBody || requestBody.content[json] !== undefined);
}

/** Undefined for a file, which may come in one of several forms; where the query asks for a file, the answer without it. */
function answerOf(responses: Operation['responses']): Schema | undefined {
  const [, { content = {} } = {}] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const { [json]: answer, ...files } = content;
  const isFile = Object.values(files).some((file) => file?.schema.$ref === answer?.schema.$ref);
  return isFile ? undefined : answer?.schema;
}

function operationType(operation: Operation, components: ManagementDocument['components']): string {
  const { operationId, summary, parameters = [], requestBody, responses } = operation;
  const known = parameters.map((one) =>
    one.$ref ? (components.parameters[lastPart(one.$ref)] ?? missing(one.$ref)) : (one as Parameter),
  );
  const ids = known.filter((one) => one.in === 'path').map(({ name }) => `${name}: string;`);
  const query = known
    .filter((one) => one.in === 'query')
    .map(
      ({ name, schema, description }) =>
        `${comment({ ...(description && { description }) })}${name}?: ${typeOf(schema)};`,
    );
  const body = requestBody?.content[json]?.schema;
  const input = [
    ...ids,
    ...(query.length > 0 ? [`query?: {\n${query.join('\n')}\n};`] : []),
    ...(body ? [`body${requestBody?.required ? '' : '?'}: ${typeOf(body)};`] : []),
  ];
  const answer = answerOf(responses) ?? missing(operationId);
  const envelope = answer.$ref ? (components.schemas[lastPart(answer.$ref)] ?? missing(answer.$ref)) : answer;
  const data = envelope.properties?.data ?? missing(`data of ${operationId}`);
  const taken = input.length > 0 ? `{\n${input.join('\n')}\n}` : 'Record<never, never>';
  return `/** ${summary}. */\n${operationId}: { input: ${taken}; data: ${typeOf(data)}; };`;
}

/** The names of the schemas that a text of types mentions, and of those that they mention, sorted. */
function namedIn(text: string, schemas: ManagementDocument['components']['schemas']): string[] {
  const known = new Set(Object.keys(schemas));
  const found = new Set<string>();
  const texts = [text];
  for (const each of texts) {
    const words = each.replace(/\/\*\*.*?\*\//gs, '').match(/\b[A-Z]\w+/g) ?? [];
    for (const name of words.filter((word) => known.has(word) && !found.has(word))) {
      found.add(name);
      texts.push(typeOf(schemas[name] ?? missing(name)));
    }
  }
  return [...found].sort();
}

function schemaOf({ schemas }: ManagementDocument['components'], name: string): Schema {
  return schemas[name] ?? missing(name);
}

function missing(what: string): never {
  throw new Error(`The document has no ${what}.`);
}
