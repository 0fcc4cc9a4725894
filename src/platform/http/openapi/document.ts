import type { TObject } from 'typebox';
import type { ErrorCode } from '../../errors.ts';
import type { Access, Scope } from '../caller.ts';
import type { Deprecation } from '../deprecation.ts';
import type { Release } from '../envelope.ts';
import { exampleOf } from './examples.ts';
import { crossOriginSent, usedHeaders } from './headers.ts';
import { type HeaderParameter, Parameters } from './parameters.ts';
import { type Answer, Responses } from './responses.ts';
import { Schemas } from './schemas.ts';

/** What the document says about one operation. */
/** A text in place of a JSON body, which an operation reads by itself. */
export interface TextBody {
  readonly mediaType: string;
  readonly maxLength: number;
  readonly example: string;
}

export interface DocumentedOperation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** With Fastify's `:name` for a path parameter. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Null: any valid token. Undefined: not an operation of the public API. */
  readonly scope: Scope | null | undefined;
  readonly access: Access;
  readonly query: TObject;
  readonly body?: TObject;
  readonly requireBody: boolean;
  readonly takesFile: boolean;
  readonly takesText?: TextBody;
  readonly headers: readonly HeaderParameter[];
  readonly success: Readonly<Record<number, Answer>>;
  readonly errors: readonly ErrorCode[];
  readonly deprecated?: Deprecation;
}

export type OpenApiDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly [field: string]: unknown;
};

/** What sets the document of one door apart from that of another. */
export interface DocumentedDoor {
  /** What the paths of its operations begin with. */
  readonly base: string;
  readonly release: Release;
  readonly title: string;
  readonly summary: string;
  readonly introduction: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly securitySchemes: Readonly<Record<string, object>>;
  /** Who may use an operation, as a sentence. */
  whoMay(operation: DocumentedOperation): string;
  /** What programs read about an operation, as extensions. */
  extensionsOf?(operation: DocumentedOperation): Readonly<Record<`x-${string}`, object>>;
}

export interface DocumentContext {
  /** Empty when clients may know the service by any address. */
  readonly publicUrl: string;
  /** Whether scripts of other origins may call it. */
  readonly crossOrigin: boolean;
  /** What the service itself sends. */
  readonly messages?: readonly DocumentedMessage[];
}

/** A message that the service sends to whoever asked for it. */
export interface DocumentedMessage {
  /** Its type, such as `share.viewed`. */
  readonly name: string;
  readonly summary: string;
  readonly body: TObject;
}

const fileBody = {
  required: true,
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary', maxLength: 2 ** 30 } } },
};

const writeText = ({ mediaType, maxLength, example: value }: TextBody) => ({
  [mediaType]: { schema: { type: 'string', maxLength }, examples: { example: { summary: 'example', value } } },
});

/** The OpenAPI 3.1 document of the operations, as the installation serves them. */
export function writeDocument(
  operations: readonly DocumentedOperation[],
  door: DocumentedDoor,
  { publicUrl, crossOrigin, messages = [] }: DocumentContext,
): OpenApiDocument {
  const schemas = new Schemas();
  const parameters = new Parameters(schemas);
  const responses = new Responses(schemas, crossOrigin ? crossOriginSent : [], door.release);

  const writeOperation = (operation: DocumentedOperation) => ({
    operationId: operation.operationId,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.deprecated && { deprecated: true }),
    description: [
      ...(operation.deprecated ? [deprecationSentence(operation.deprecated, publicUrl)] : []),
      operation.description ?? `${operation.summary}.`,
      door.whoMay(operation),
    ].join('\n\n'),
    parameters: parameters.write(operation.path, operation.query, [...operation.headers, 'RequestId']),
    ...(operation.body && { requestBody: writeBody(operation.body, operation.requireBody, operation.takesText) }),
    ...(operation.takesFile && { requestBody: fileBody }),
    responses: responses.write(operation.success, operation.errors, operation.deprecated !== undefined),
    ...door.extensionsOf?.(operation),
  });
  const writeBody = (body: TObject, required: boolean, text?: TextBody) => {
    const example = { summary: 'example', value: exampleOf(body) };
    const json = { 'application/json': { schema: schemas.write(body), examples: { example } } };
    return { required, content: { ...json, ...(text && writeText(text)) } };
  };

  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: writeOperation(operation) };
  }
  const webhooks = Object.fromEntries(
    messages.map((message) => [message.name, { post: writeMessage(message, writeBody(message.body, true)) }]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: door.title,
      version: door.release,
      summary: door.summary,
      description: door.introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: publicUrl || '/', description: 'This installation, as production or as a test.', 'x-internal': false },
    ],
    security: Object.keys(door.securitySchemes).map((name) => ({ [name]: [] })),
    tags: usedTags(operations, door),
    paths,
    ...(messages.length > 0 && { webhooks }),
    components: {
      securitySchemes: door.securitySchemes,
      schemas: sorted(schemas.components),
      parameters: sorted(parameters.components),
      headers: usedHeaders([paths, responses.components]),
      responses: sorted(responses.components),
    },
  };
}

/** The headers are those of Standard Webhooks 1.0. */
const messageHeaders = [
  ['webhook-id', "The event's id, the same each time that it is sent."],
  ['webhook-timestamp', 'When this attempt was made, in seconds since 1970.'],
  ['webhook-signature', 'The signatures of the message, with blanks between them.'],
  ['report-service-version', 'The date of the shape of the message.'],
].map(([name, description]) => {
  const schema = { type: 'string', maxLength: 2_000, pattern: '^[\\x20-\\x7e]+$' };
  return { name, in: 'header', required: true, description, schema };
});

function writeMessage({ name, summary }: DocumentedMessage, requestBody: object) {
  const operationId = `on${name.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;
  const accepted = { description: 'Any status from 200 to 299 takes the message.' };
  const again = { description: 'Any other is a failure: the message is sent again.' };
  return {
    operationId,
    tags: ['Webhooks'],
    summary,
    description: `${summary}. The message is signed by Standard Webhooks 1.0: verify it before you believe it.`,
    security: [],
    parameters: messageHeaders,
    requestBody,
    responses: { 200: accepted, default: again },
  };
}

function deprecationSentence({ since, sunset, link }: Deprecation, publicUrl: string): string {
  return `**Deprecated** since ${since}, and there until ${sunset} at least: [what to use instead](${publicUrl}${link}).`;
}

/** In the order of the door's list. Throws for a tag that it does not describe. */
function usedTags(operations: readonly DocumentedOperation[], { tags }: DocumentedDoor) {
  const used = new Set(operations.map(({ tag }) => tag));
  const unknown = [...used].find((tag) => !tags.some(({ name }) => name === tag));
  if (unknown !== undefined) throw new TypeError(`The tag ${unknown} is not described`);
  return tags.filter(({ name }) => used.has(name));
}

function sorted<Value>(components: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)));
}
