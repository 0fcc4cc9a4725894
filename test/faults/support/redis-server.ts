import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createClient } from 'redis';
import { eventually } from '../../support/eventually.ts';
import type { FakeClock } from './fake-clock.ts';
import { freePort } from './free-port.ts';

/** Why no server can be started here; false when one can. For a test's `skip`. */
export const redisServerSkip =
  spawnSync('redis-server', ['--version']).status === 0 ? false : 'redis-server is not installed';

/** A test's own Redis server, which follows the clock and keeps nothing on disk. Disposing it ends it. */
export async function startRedisServer(clock: FakeClock): Promise<AsyncDisposable & { readonly url: string }> {
  const port = await freePort();
  const options = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--dir', '/'];
  // Its own allocator asks for the time before the fake clock is set up; libc's does not.
  const library = `${clock.environment.LD_PRELOAD} libc.so.6`;
  const env = { PATH: process.env.PATH ?? '', ...clock.environment, LD_PRELOAD: library };
  const server = spawn('redis-server', options, { env, stdio: 'ignore' });
  const url = `redis://127.0.0.1:${port}`;
  await eventually(() => answers(url));
  return {
    url,
    async [Symbol.asyncDispose]() {
      const exited = once(server, 'exit');
      server.kill('SIGKILL');
      await exited;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = createClient({ url, socket: { reconnectStrategy: false } });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    client.destroy();
  }
}
