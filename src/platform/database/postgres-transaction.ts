import pg from 'pg';

/** `pg` calls it without results when a statement was not answered in time. */
type Callback = (error: Error | null, results?: readonly pg.QueryResult[]) => void;

export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[] | undefined;
  /** Under which the connection keeps its plan. */
  readonly name?: string | undefined;
}

interface WaitingStatement extends Statement {
  readonly answer: PromiseWithResolvers<pg.QueryResult>;
}

/**
 * A transaction of a connection. Statements asked for in one turn of the event loop are sent together, with the
 * beginning before the first of them, and answered after one wait. PostgreSQL skips those after one that fails: nothing
 * runs outside of the transaction, and nothing is committed without all that was asked for before.
 */
export class PostgresTransaction {
  readonly #send: (batch: Batch) => void;
  #before: readonly Statement[];
  #waiting: WaitingStatement[] = [];
  #failure: Error | undefined;

  /** `send` has the connection submit a batch after those before it. */
  constructor(begin: readonly Statement[], send: (batch: Batch) => void) {
    this.#before = begin;
    this.#send = send;
  }

  /** Whether the server knows of it. */
  get isBegun(): boolean {
    return this.#before.length === 0;
  }

  query(statement: Statement): Promise<pg.QueryResult> {
    // After an error of a statement that nobody waited for, the server would answer that the transaction is aborted.
    if (this.#failure) return Promise.reject(this.#failure);
    const answer = Promise.withResolvers<pg.QueryResult>();
    // After everything that is asked for in this turn.
    if (this.#waiting.length === 0) queueMicrotask(() => process.nextTick(() => this.#flush()));
    this.#waiting.push({ ...statement, answer });
    return answer.promise;
  }

  /** Forgets what has not been sent. */
  drop(): void {
    for (const { answer } of this.#waiting) answer.reject(new Error('The transaction is rolled back.'));
    this.#waiting = [];
  }

  #flush(): void {
    const [before, waiting] = [this.#before, this.#waiting];
    if (waiting.length === 0) return;
    this.#before = [];
    this.#waiting = [];
    this.#send(
      new Batch([...before, ...waiting], (error, results) => {
        if (error) this.#failure ??= error;
        for (const [index, { answer }] of waiting.entries()) {
          if (error) answer.reject(error);
          else answer.resolve(results?.[before.length + index] as pg.QueryResult);
        }
      }),
    );
  }
}

/** What `pg` calls on the query that a connection is at, and what its own has besides what its types tell. */
interface Query {
  readonly name?: string;
  readonly text: string;
  callback: () => void;
  prepare(connection: Connection): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  readonly _result: pg.QueryResult;
}

interface Connection {
  readonly stream: { cork(): void; uncork(): void };
  readonly submittedNamedStatements: Record<string, string>;
  execute(portal: object): void;
  sync(): void;
}

const Query = pg.Query as unknown as new (config: object) => Query;

/** A query of `pg` that does not end its batch. */
class Part extends Query {
  _getRows(connection: Connection): void {
    connection.execute({ portal: '' });
  }
}

/** Several statements that a connection sends as one message; all of them, or those up to the first that fails, are run. */
export class Batch implements pg.Submittable {
  readonly #parts: readonly Part[];
  readonly #results: pg.QueryResult[] = [];
  /** `pg` replaces it by one that ends its clock as well. */
  callback: Callback;

  constructor(statements: readonly Statement[], callback: Callback) {
    this.#parts = statements.map(({ text, values, name }) => {
      const part = new Part({ text, values: values ?? [], name, queryMode: 'extended' });
      // Without one, it would not keep its rows.
      part.callback = () => {};
      return part;
    });
    this.callback = callback;
  }

  get #current(): Part | undefined {
    return this.#parts[this.#results.length];
  }

  /** By these `pg` remembers which statement the server has just taken in or refused. */
  get name(): string | undefined {
    return this.#current?.name;
  }

  get text(): string | undefined {
    return this.#current?.text;
  }

  submit(client: pg.Connection): void {
    const connection = client as unknown as Connection;
    connection.stream.cork();
    for (const part of this.#parts) part.prepare(connection);
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription(message: unknown): void {
    this.#current?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#current?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    const part = this.#current;
    if (!part) return;
    part.handleCommandComplete(message, connection);
    this.#results.push(part._result);
  }

  handleError(error: Error, connection: Connection): void {
    // The server has not seen those after the one that failed.
    for (const { name } of this.#parts.slice(this.#results.length)) {
      if (name !== undefined) delete connection.submittedNamedStatements[name];
    }
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback(null, this.#results);
  }
}
