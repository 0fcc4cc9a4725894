import pg from 'pg';
import { DatabaseUnreachable } from './engine.ts';

const planNames = new Map<string, string>();

/**
 * Lets every connection keep the plan of a statement, since planning one costs PostgreSQL more than looking a row up by its key.
 * For texts that do not change from run to run.
 */
export function keepPlan(text: string): void {
  if (!planNames.has(text)) planNames.set(text, `plan_${planNames.size}`);
}

/**
 * A connection that keeps plans, and ends when a query gets no answer in time. It would wait on for that answer, and the pool
 * would hand it out again; where the network has forgotten it, nothing that is asked on it would ever be answered. One that
 * cannot be made fails with DatabaseUnreachable.
 */
export class PostgresClient extends pg.Client {
  #planless = false;

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg; its pool always gives a callback.
  override connect(callback?: (error: any, client: any) => void): any {
    if (!callback) return super.connect();
    super.connect((error: Error | null, client: unknown) => callback(error && new DatabaseUnreachable(error), client));
  }

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg, passed on as they are.
  override query(...parameters: [any, any?]): any {
    const [text, values] = parameters;
    const name = this.#planless ? undefined : planNames.get(text);
    const answer: unknown = name ? super.query({ name, text, values }) : super.query(...(parameters as [never]));
    if (!(answer instanceof Promise)) return answer;
    return answer.catch((error: Error & { code?: unknown }) => {
      if (error.message === 'Query read timeout') void this.end();
      if (!name || error.code !== '0A000') throw error;
      // A migration has changed a table that the plan reads. Within a transaction the error has ended that, too.
      this.#planless = true;
      return this.query(...parameters).catch(() => {
        throw error;
      });
    });
  }
}
