import { test } from 'node:test';
import { createClient } from 'redis';

const url = process.env.REDIS_URL_TEST ?? 'redis://127.0.0.1:6379';

/** Where the tests' Redis answers; undefined when none does. With CI=true one must. */
export const redisUrl: string | undefined = await findRedis();

async function findRedis(): Promise<string | undefined> {
  const client = createClient({ url, socket: { connectTimeout: 2_000, reconnectStrategy: false } });
  client.on('error', () => {});
  try {
    await client.connect();
    client.destroy();
    return url;
  } catch (error) {
    const reason = `no Redis answers at ${new URL(url).host} (${(error as Error).message}); set REDIS_URL_TEST`;
    if (process.env.CI === 'true') throw new Error(`Redis is needed for the tests: ${reason}`);
    test(`Redis: ${reason}`, { skip: reason });
    return undefined;
  }
}
