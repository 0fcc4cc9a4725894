import { connect, type Socket } from 'node:net';
import mysql from 'mysql2/promise';
import type { Place, SqlSecret } from '../config.ts';

/** Connects over a socket that is connected already. Rejects with the driver's error. */
export function connectOver(socket: Socket, place: Place, { password }: SqlSecret): Promise<mysql.Connection> {
  const { host, database, user, tls = 'verify', ca } = place;
  // TLS checks an address, which is no server name, against this.
  Object.assign(socket, { _host: host });
  const ssl = {
    rejectUnauthorized: tls === 'verify',
    verifyIdentity: tls === 'verify',
    ...(ca === undefined ? {} : { ca }),
  };
  return mysql.createConnection({
    host,
    database,
    user,
    password,
    stream: socket,
    charset: 'utf8mb4',
    rowsAsArray: true,
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    maxPreparedStatements: 8,
    connectTimeout: connectMs,
    ...(tls === 'off' ? {} : { ssl }),
  });
}

const connectMs = 30_000;

/**
 * Ends a connection with the statement that it runs, over another one to the address that was checked. `KILL QUERY`
 * would miss a statement that is only about to run.
 */
export async function killConnection(
  server: { readonly host: string; readonly port: number },
  place: Place,
  secret: SqlSecret,
  threadId: number,
): Promise<void> {
  const socket = connect(server);
  try {
    const connection = await connectOver(socket, place, secret);
    await connection.query(`KILL ${threadId}`);
    await connection.end();
  } finally {
    socket.destroy();
  }
}
