import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { cancelMs, settled } from '../stopping.ts';

/** The code of a CancelRequest in PostgreSQL's protocol. */
const cancelRequest = 80_877_102;
/** The server ignores a request that comes before the statement is under way, and says so to nobody. */
const waitsMs = [0, 250, 750];

/** Asks a server to cancel what the process of a connection runs. Never rejects. */
export async function cancelStatement(
  server: { readonly host: string; readonly port: number },
  processId: number,
  secretKey: number,
): Promise<void> {
  const request = Buffer.alloc(16);
  for (const [index, value] of [request.length, cancelRequest, processId, secretKey].entries()) {
    request.writeInt32BE(value, index * 4);
  }
  for (const ms of waitsMs) {
    await wait(ms);
    await send(server, request);
  }
}

async function send(server: { readonly host: string; readonly port: number }, request: Buffer): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = connect(server, () => socket.end(request));
  socket.on('error', () => {}).on('close', () => resolve());
  // The server answers with the end of the connection.
  socket.resume();
  await settled(promise, cancelMs);
  socket.destroy();
}
