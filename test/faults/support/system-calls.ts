import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../support/folders.ts';

/** Why no process can be traced here; false when it can. For a test's `skip`. */
export const straceFault: string | false =
  spawnSync('strace', ['-e', 'trace=none', 'true']).status === 0 ? false : 'strace is not installed or not allowed';

export interface SystemCalls extends AsyncDisposable {
  /** Detaches from the process; returns its calls in the order they ended, as strace writes them. */
  end(): Promise<string[]>;
}

export interface FollowOptions {
  /** Only calls on these files are traced. */
  readonly paths?: readonly string[];
  /** Calls, separated by commas, that fail with EIO instead of being executed. */
  readonly failing?: string;
  /** Which calls of each thread fail, in strace's notation: `3+3` is every third. */
  readonly when?: string;
}

/** Traces these system calls of a running process and all its threads. Throws strace's error if it may not. */
export async function followSystemCalls(
  pid: number,
  names: readonly string[],
  { paths = [], failing, when = '1+' }: FollowOptions = {},
): Promise<SystemCalls> {
  const folder = mkdtempSync(join(tmpdir(), 'report-service-calls-'));
  // strace's own messages go to stderr; in one stream they would end up in the middle of a call.
  const output = join(folder, 'calls');
  const argv = ['-f', '-y', '-s', '32', '-o', output, '-e', 'signal=none', '-e', `trace=${names.join(',')}`];
  argv.push('-p', String(pid));
  for (const path of paths) argv.push('-P', path);
  if (failing) argv.push('-e', `inject=${failing}:error=EIO:when=${when}`);
  const child = spawn('strace', argv, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  const attached = Promise.withResolvers<void>();
  child.stderr.setEncoding('utf8').on('data', (data: string) => {
    said += data;
    if (/attached\b.*\n/.test(said)) attached.resolve();
  });
  const ended = once(child, 'close').then(() => {
    attached.reject(new Error(said));
    const calls = existsSync(output) ? readFileSync(output, 'utf8') : '';
    removeFolder(folder);
    return calls;
  });
  await attached.promise;
  const detach = () => {
    child.kill('SIGINT');
    return ended;
  };
  return {
    end: async () => wholeCalls(await detach()),
    async [Symbol.asyncDispose]() {
      await detach();
    },
  };
}

/** A call interrupted by another thread is written in two parts; its end counts. */
function wholeCalls(text: string): string[] {
  const begun = new Map<string, string>();
  const calls: string[] = [];
  for (const line of text.split('\n')) {
    const [, thread = '', call = line] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const [, start] = /^(.*) <unfinished \.\.\.>$/.exec(call) ?? [];
    const [, rest] = /^<\.\.\. \w+ resumed>(.*)$/.exec(call) ?? [];
    if (start !== undefined) begun.set(thread, start);
    else if (rest !== undefined) calls.push((begun.get(thread) ?? '') + rest);
    else calls.push(call);
  }
  return calls;
}
