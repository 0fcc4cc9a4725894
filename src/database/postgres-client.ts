import pg from 'pg';

/**
 * A connection that ends when a query gets no answer in time. It would wait on for that answer, and the pool would hand it out
 * again; where the network has forgotten it, nothing that is asked on it would ever be answered.
 */
export class PostgresClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg, passed on as they are.
  override query(...parameters: [any]): any {
    const answer: unknown = super.query(...parameters);
    if (!(answer instanceof Promise)) return answer;
    return answer.catch((error: Error) => {
      if (error.message === 'Query read timeout') void this.end();
      throw error;
    });
  }
}
