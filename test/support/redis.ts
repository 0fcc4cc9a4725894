import { test } from 'node:test';
import { createClient } from 'redis';
import { withinDeadline } from '../../src/platform/limits/deadline.ts';

const url = process.env.REDIS_URL_TEST ?? 'redis://127.0.0.1:6379';

/** Where the tests' Redis answers; undefined when none does. With CI=true one must. */
export const redisUrl: string | undefined = await findRedis();

/** Tries thrice: a machine under load can stand still for longer than one try may take. */
async function findRedis(): Promise<string | undefined> {
  let reason = '';
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      await connectOnce();
      return url;
    } catch (error) {
      reason = `no Redis answers at ${new URL(url).host} (${(error as Error).message}); set REDIS_URL_TEST`;
    }
  }
  if (process.env.CI === 'true') throw new Error(`Redis is needed for the tests: ${reason}`);
  test(`Redis: ${reason}`, { skip: reason });
  return undefined;
}

/** The client's own deadline ends with the connection, before the server's first answers. */
async function connectOnce(): Promise<void> {
  const client = createClient({ url, socket: { connectTimeout: 2_000, reconnectStrategy: false } });
  client.on('error', () => {});
  try {
    await withinDeadline(client.connect(), 5_000);
  } finally {
    if (client.isOpen) client.destroy();
  }
}
