import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import mysql from 'mysql2/promise';
import type { SqlPlace } from './sql-fixture.ts';

const server = { host: '127.0.0.1', port: 3306 };

/** Why no MariaDB answers, or null; with CI=true it must. */
export async function mariadbFault(): Promise<string | null> {
  try {
    await (await mysql.createConnection({ ...server, user: 'root' })).end();
    return null;
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    return `no MariaDB answers at ${server.host}:${server.port} (${(error as Error).message})`;
  }
}

/** A database of its own for connectors, and a user that may only read it. */
export interface MariadbReader extends AsyncDisposable {
  readonly place: SqlPlace;
  readonly secret: { readonly password: string };
  /** As the owner. */
  run(sql: string, values?: readonly unknown[]): Promise<unknown[]>;
  /** Inserts the lines of a CSV file. */
  load(table: string, path: string): Promise<void>;
}

/** Makes an empty database and a user; both go on dispose. */
export async function createMariadbReader(): Promise<MariadbReader> {
  await using stack = new AsyncDisposableStack();
  const owner = await mysql.createConnection({ ...server, user: 'root', charset: 'utf8mb4' });
  stack.defer(() => owner.end());
  const suffix = `${process.pid}_${randomBytes(4).toString('hex')}`;
  const [database, user] = [`report_service_test_${suffix}`, `reader_${suffix}`];
  const password = randomBytes(12).toString('hex');
  await owner.query(`CREATE DATABASE ${database} CHARACTER SET utf8mb4`);
  stack.defer(async () => void (await owner.query(`DROP DATABASE ${database}`)));
  await owner.query(`CREATE USER '${user}'@'127.0.0.1' IDENTIFIED BY '${password}'`);
  stack.defer(async () => void (await owner.query(`DROP USER '${user}'@'127.0.0.1'`)));
  await owner.query(`GRANT SELECT ON ${database}.* TO '${user}'@'127.0.0.1'`);
  await owner.query(`USE ${database}`);
  const resources = stack.move();
  return {
    place: { ...server, database, user, tls: 'off' },
    secret: { password },
    run: async (sql, values) => (await owner.query(sql, values as unknown[]))[0] as unknown[],
    load: async (table, path) => {
      const sql = `LOAD DATA LOCAL INFILE 'rows' INTO TABLE ${table} FIELDS TERMINATED BY ','`;
      await owner.query({ sql, infileStreamFactory: () => createReadStream(path) });
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
