import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Answer } from './service.ts';

interface Response {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

export interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly $ref?: string }[];
  readonly requestBody?: {
    readonly content: Record<string, { readonly examples: Record<string, { value: unknown }> }>;
  };
  readonly responses: Readonly<Record<string, Response>>;
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly headers: Readonly<Record<string, { readonly schema: { readonly type: string } }>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

/** Headers of HTTP itself; the document leaves them out, except for a file's length. */
const transport = ['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'];

/** Compares answers with the document that describes them, and remembers which of its answers it has seen. */
export class AnswerChecker {
  readonly document: OpenApi;
  /** `operationId status` of every answer so far. */
  readonly seen = new Set<string>();
  readonly #ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));

  readonly #compiled = new WeakMap<object, ValidateFunction>();

  constructor(document: OpenApi) {
    this.document = document;
    this.#ajv.addSchema(document, 'openapi.json');
  }

  /** How the answer differs from the document; nothing when it is as documented. */
  faults(method: string, path: string, answer: Answer): string[] {
    const operations = this.#find(method, path);
    for (const { operationId } of operations) this.seen.add(`${operationId} ${answer.status}`);
    const [operation] = operations;
    if (!operation) throw new Error(`${method} ${path} is not in the document`);
    const listed = operation.responses[answer.status];
    if (!listed) return [`${operation.operationId} does not document ${answer.status}`];
    const response = this.#resolve(listed);
    return [...this.#headerFaults(response, answer), ...this.#bodyFaults(response, answer)].map(
      (fault) => `${operation.operationId} ${answer.status}: ${fault}`,
    );
  }

  /** Whether a schema of the document describes the value. */
  describes(schema: object, value: unknown): boolean {
    return this.#valid(schema, value);
  }

  /** The operation; for an unsupported method all of the path's, since each documents the 405. */
  #find(method: string, path: string): Operation[] {
    const [plain = ''] = path.split('?');
    const matching = Object.entries(this.document.paths).find(([template]) =>
      new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(plain),
    );
    // `/projects/import` is none of `/projects/{project_id}`.
    const found = this.document.paths[plain] ?? matching?.[1];
    const operation = found?.[method.toLowerCase()];
    return operation ? [operation] : Object.values(found ?? {});
  }

  #resolve(response: Response): Response {
    if (!response.$ref) return response;
    const resolved = this.document.components.responses[response.$ref.split('/').at(-1) ?? ''];
    if (!resolved) throw new Error(`${response.$ref} leads nowhere`);
    return resolved;
  }

  #headerFaults(response: Response, answer: Answer): string[] {
    const documented = new Map(Object.keys(response.headers ?? {}).map((name) => [name.toLowerCase(), name]));
    return [...answer.headers].flatMap(([name, value]) => {
      const header = this.document.components.headers[documented.get(name) ?? ''];
      if (!header) return transport.includes(name) ? [] : [`the header ${name} is not documented`];
      const typed = header.schema.type === 'integer' ? Number(value) : value;
      return this.#valid(header.schema, typed) ? [] : [`the header ${name} is not as documented: ${value}`];
    });
  }

  #bodyFaults(response: Response, answer: Answer): string[] {
    if (!response.content) return answer.text === '' ? [] : ['has a body'];
    const [type = ''] = (answer.headers.get('content-type') ?? '').split(';');
    const media = response.content[type];
    if (!media) return [`the media type ${type} is not documented`];
    if (type !== 'application/json' || this.#valid(media.schema, answer.body)) return [];
    return [this.#ajv.errorsText(), answer.text];
  }

  #valid(schema: object, value: unknown): boolean {
    let validate = this.#compiled.get(schema);
    if (!validate) {
      validate = this.#ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi.json#/')));
      this.#compiled.set(schema, validate);
    }
    const isValid = validate(value) === true;
    this.#ajv.errors = validate.errors ?? null;
    return isValid;
  }
}
