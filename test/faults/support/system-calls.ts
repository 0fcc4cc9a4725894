import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** Why no process can be traced here; false when it can. For a test's `skip`. */
export const straceFault: string | false =
  spawnSync('strace', ['-e', 'trace=none', 'true']).status === 0 ? false : 'strace is not installed or not allowed';

export interface SystemCalls extends AsyncDisposable {
  /** Lets go of the process; its calls in the order of their ends, as strace writes them. */
  end(): Promise<string[]>;
}

/** Follows these system calls of a running process and all its threads. Throws what strace says when it may not. */
export async function followSystemCalls(pid: number, names: readonly string[]): Promise<SystemCalls> {
  const argv = ['-f', '-y', '-s', '32', '-e', 'signal=none', '-e', `trace=${names.join(',')}`, '-p', String(pid)];
  const child = spawn('strace', argv, { stdio: ['ignore', 'ignore', 'pipe'] });
  let text = '';
  const attached = Promise.withResolvers<void>();
  child.stderr.setEncoding('utf8').on('data', (data: string) => {
    text += data;
    if (/attached\b.*\n/.test(text)) attached.resolve();
  });
  const ended = once(child, 'close').then(() => attached.reject(new Error(text)));
  await attached.promise;
  const detach = async () => {
    child.kill('SIGINT');
    await ended;
  };
  return {
    async end() {
      await detach();
      return wholeCalls(text);
    },
    [Symbol.asyncDispose]: detach,
  };
}

/** A call that another thread interrupts is written in two parts; it counts where it ends. */
function wholeCalls(text: string): string[] {
  const begun = new Map<string, string>();
  const calls: string[] = [];
  for (const line of text.split('\n')) {
    const [, thread = '', call = line] = /^\[pid +(\d+)\] (.*)$/.exec(line) ?? [];
    const [, start] = /^(.*) <unfinished \.\.\.>$/.exec(call) ?? [];
    const [, rest] = /^<\.\.\. \w+ resumed>(.*)$/.exec(call) ?? [];
    if (start !== undefined) begun.set(thread, start);
    else if (rest !== undefined) calls.push((begun.get(thread) ?? '') + rest);
    else calls.push(call);
  }
  return calls;
}
