import { CompiledQuery } from 'kysely';
import { keepPlan } from './postgres-client.ts';
import type { Database } from './tables.ts';

/** One being processed by the server and one on its way; with more, fewer reads would share a statement. */
const maxStatements = 2;
/** Per statement. */
const maxReads = 64;

interface Asked<Row> {
  readonly values: readonly string[];
  readonly answer: PromiseWithResolvers<Row[]>;
}

/**
 * A read of PostgreSQL by text parameters that requests at once share, as they share the limiter's statements: one that finds
 * fewer than two under way has a statement of its own at once, and those that come meanwhile are answered by the next.
 * The query is a single SELECT without other parameters.
 */
export class SharedRead<Row> {
  readonly #text: string;
  readonly #queues = new WeakMap<Database, Queue<Row>>();

  /** The query was compiled with the name of a parameter in each of their places. */
  constructor({ sql, parameters }: CompiledQuery, names: readonly string[]) {
    const columns = names.map((_, index) => `value_${index + 1}`);
    const each = sql.replace(/\$(\d+)/g, (_, place) => `asked.${columns[names.indexOf(`${parameters[place - 1]}`)]}`);
    const lists = names.map((_, index) => `$${index + 1}::text[]`);
    this.#text = `select asked.place, found.* from unnest(${lists}) with ordinality as asked (${columns}, place),
      lateral (${each}) as found`;
    keepPlan(this.#text);
  }

  rows(db: Database, values: readonly string[]): Promise<Row[]> {
    const queue = this.#queues.get(db) ?? new Queue<Row>(db, this.#text);
    this.#queues.set(db, queue);
    return queue.ask(values);
  }
}

class Queue<Row> {
  readonly #db: Database;
  readonly #text: string;
  #waiting: Asked<Row>[] = [];
  #statements = 0;

  constructor(db: Database, text: string) {
    this.#db = db;
    this.#text = text;
  }

  ask(values: readonly string[]): Promise<Row[]> {
    const answer = Promise.withResolvers<Row[]>();
    this.#waiting.push({ values, answer });
    if (this.#statements < maxStatements) void this.#read();
    return answer.promise;
  }

  async #read(): Promise<void> {
    const asked = this.#waiting.splice(0, maxReads);
    const lists = asked[0]?.values.map((_, index) => asked.map(({ values }) => values[index]));
    this.#statements++;
    try {
      const query = CompiledQuery.raw(this.#text, lists) as CompiledQuery<Row & { place: string }>;
      const found = asked.map((): Row[] => []);
      for (const row of (await this.#db.executeQuery(query)).rows) found[Number(row.place) - 1]?.push(row);
      for (const [index, { answer }] of asked.entries()) answer.resolve(found[index] ?? []);
    } catch (error) {
      for (const { answer } of asked) answer.reject(error);
    } finally {
      this.#statements--;
      if (this.#waiting.length > 0) void this.#read();
    }
  }
}
