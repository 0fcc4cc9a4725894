import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { createDatabase } from './postgres-databases.ts';
import type { SqlPlace } from './sql-fixture.ts';

/** A database of its own for connectors, and a role that may only read it. */
export interface PostgresReader extends AsyncDisposable {
  readonly place: SqlPlace;
  readonly secret: { readonly password: string };
  /** As the owner. */
  run(sql: string, values?: readonly unknown[]): Promise<pg.QueryResult>;
  /** Inserts the lines of a CSV file, in many statements. */
  load(table: string, path: string): Promise<void>;
}

/** Makes an empty database and a role; both go on dispose. */
export async function createPostgresReader(): Promise<PostgresReader> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await createDatabase({ isEmpty: true }));
  const url = new URL(database.url);
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  stack.defer(() => owner.end());
  const user = `report_reader_${process.pid}_${randomBytes(4).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  await owner.query(`CREATE ROLE ${user} LOGIN PASSWORD '${password}'`);
  stack.defer(async () => {
    await owner.query(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = '${user}'`);
    await owner.query(`DROP OWNED BY ${user}; DROP ROLE ${user}`);
  });
  await owner.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO ${user}`);
  const resources = stack.move();
  return {
    place: { host: url.hostname, port: Number(url.port || 5432), database: url.pathname.slice(1), user, tls: 'off' },
    secret: { password },
    run: (sql, values) => owner.query(sql, values as unknown[]),
    load: async (table, path) => {
      for await (const lines of linesOf(path)) {
        // Each line is the text of a row.
        const rows = lines.map((line) => `(${line})`);
        await owner.query(`INSERT INTO ${table} SELECT (line::${table}).* FROM unnest($1::text[]) AS line`, [rows]);
      }
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

const linesAtOnce = 50_000;

async function* linesOf(path: string): AsyncGenerator<string[]> {
  let lines: string[] = [];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    lines.push(line);
    if (lines.length < linesAtOnce) continue;
    yield lines;
    lines = [];
  }
  if (lines.length > 0) yield lines;
}
