import { type ConnectionOptions, connect, readToken } from '../client.ts';
import { listPages, type Pages } from '../pages.ts';
import { type Connection, type RequestOptions, request, segment, type WriteOptions } from '../transport.ts';
import type { Pagination } from '../types.ts';
import { type Operations, operations } from './operations.ts';

export type OperationId = keyof Operations;
type Input<Id extends OperationId> = Operations[Id]['input'];
type Data<Id extends OperationId> = Operations[Id]['data'];

/** Operations that answer a page of a list. */
export type ListId = {
  [Id in OperationId]: Data<Id> extends { items: unknown[] } ? Id : never;
}[OperationId];
type Item<Id extends ListId> = Data<Id> extends { items: Array<infer One> } ? One : never;

export interface ManagementClientOptions extends ConnectionOptions {
  /** A token of kind `manage`: `rs_manage_….…`. Without it, the session that the browser has. */
  readonly token?: string | undefined;
}

export interface CallOptions extends WriteOptions {
  /** The `etag` of what is changed: the change is refused with 412 if somebody else was faster. */
  readonly ifMatch?: string | undefined;
}

export interface Called<Id extends OperationId> {
  readonly data: Data<Id>;
  /** The revision of the resource, for `ifMatch`. */
  readonly etag: string | undefined;
  /** The fields that are null because they are shown only once. */
  readonly withheld: readonly string[];
  /** Of a list: which page this is, and of how many. */
  readonly pagination: Pagination | undefined;
}

/** An operation without parameters or body needs no input. */
type InputArguments<Id extends OperationId> =
  object extends Input<Id> ? [input?: Input<Id>, options?: CallOptions] : [input: Input<Id>, options?: CallOptions];

interface AnyInput {
  readonly query?: object;
  readonly body?: object;
}

/** The management API, by the names of its operations; a preview. Safe to share and to use in parallel. */
export class ManagementClient {
  // Private, so that logging a client does not show its token.
  readonly #connection: Connection;

  /** Throws a TypeError when the base URL or the token is malformed. */
  constructor(options: ManagementClientOptions) {
    const token = options.token === undefined ? undefined : readToken(options.token);
    this.#connection = connect(options, '/manage/v1', token);
  }

  /** Calls an operation, with its retries; all attempts of a write carry one idempotency key. */
  async call<Id extends OperationId>(id: Id, ...[input, options]: InputArguments<Id>): Promise<Called<Id>> {
    const given = (input ?? {}) as AnyInput;
    const { ifMatch, ...rest } = options ?? {};
    const { query, body } = given;
    const call = { method: operations[id].method, path: pathOf(id, given), ifMatch, ...(query && { query }) };
    const answer = await request<Data<Id>>(this.#connection, { ...call, ...(body && { body }) }, rest);
    const { withheld = [], pagination } = answer.meta;
    return { data: answer.data, etag: answer.etag, withheld, pagination };
  }

  /** A list, page by page. Nothing is read until its first item or page is. */
  list<Id extends ListId>(id: Id, input?: Input<Id>, options?: RequestOptions): Pages<Item<Id>> {
    const given = (input ?? {}) as AnyInput;
    return listPages<Item<Id>>(this.#connection, pathOf(id, given), given.query ?? {}, options);
  }
}

function pathOf(id: OperationId, input: object): string {
  const ids = input as Readonly<Record<string, string>>;
  return operations[id].path.replace(/\{(\w+)\}/g, (_, name: string) => segment(ids[name] ?? ''));
}
