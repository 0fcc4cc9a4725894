import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { answersIn, type Order, program } from './logo-apart.ts';
import type { Picture } from './picture.ts';

/** Processor time of one process; the shell sees to it, as nobody ends a process whose parent was killed. */
const command = 'ulimit -t 10; exec "$0" "$1"';
/** For all pictures of a connection. */
const drawMs = 10_000;
const mostAtOnce = 2;
/** Fewer are not worth a second process. */
const fewest = 10;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * The pictures of cards by their data URIs, drawn anew in two separate processes as PNG, without waiting on this thread; undefined
 * for one that cannot be. Where a process ends at one, another draws the rest. At most two draw at a time in a thread.
 */
export async function drawCardPictures(uris: readonly string[], signal: AbortSignal): Promise<(Picture | undefined)[]> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(drawMs)]);
  const half = uris.length > fewest ? Math.ceil(uris.length / 2) : uris.length;
  const parts = [uris.slice(0, half), uris.slice(half)].filter((part) => part.length > 0);
  const drawn = await Promise.all(parts.map((part) => inTurn(() => drawAll(part, until))));
  signal.throwIfAborted();
  return drawn.flat();
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

async function drawAll(uris: readonly string[], until: AbortSignal): Promise<(Picture | undefined)[]> {
  const drawn: (Picture | undefined)[] = [];
  while (drawn.length < uris.length && !until.aborted) {
    const left = uris.slice(drawn.length);
    const answered = await ask({ as: 'card', uris: left }, until);
    drawn.push(...answered);
    // The process ended at the next one.
    if (answered.length < left.length) drawn.push(undefined);
  }
  return uris.map((_, index) => drawn[index]);
}

async function ask(order: Order, signal: AbortSignal): Promise<(Picture | undefined)[]> {
  const child = spawn('/bin/sh', ['-c', command, process.execPath, program], {
    ...{ env: {}, stdio: ['pipe', 'pipe', 'ignore'], signal, killSignal: 'SIGKILL' },
  });
  // It may end before it has read everything, or not start at all.
  child.on('error', () => {});
  child.stdin?.on('error', () => {}).end(JSON.stringify(order));
  return answersIn<Picture>(child.stdout ? await buffer(child.stdout) : Buffer.alloc(0));
}
