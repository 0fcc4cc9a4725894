import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LoadRequest, LoadResult } from './http-load.ts';

export interface LoadClient extends AsyncDisposable {
  /** Throws when the client ended, as it does on an unexpected answer. */
  load(request: LoadRequest): Promise<LoadResult>;
}

/** Starts the process that makes the load. */
export function startLoadClient(): LoadClient {
  const child = fork(fileURLToPath(new URL('./http-load.ts', import.meta.url)));
  const exit = once(child, 'exit');
  const ended = exit.then(() => {
    throw new Error('the client ended');
  });
  ended.catch(() => {});
  return {
    async load(request) {
      child.send(request);
      const [result] = await Promise.race([once(child, 'message'), ended]);
      return result as LoadResult;
    },
    async [Symbol.asyncDispose]() {
      child.disconnect();
      await exit;
    },
  };
}
