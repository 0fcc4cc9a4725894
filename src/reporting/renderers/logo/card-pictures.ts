import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { pictureUri } from '../../documents/picture.ts';
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

/** A picture as it was fetched. */
type Fetched = Parameters<typeof pictureUri>[0];

/**
 * The pictures of cards, drawn anew in two separate processes as PNG, without waiting on this thread; undefined for one
 * that cannot be. Where a process ends at one, another draws the rest. At most two draw at a time in a thread.
 */
export async function drawCardPictures(
  pictures: readonly Fetched[],
  signal: AbortSignal,
): Promise<(Picture | undefined)[]> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(drawMs)]);
  const half = pictures.length > fewest ? Math.ceil(pictures.length / 2) : pictures.length;
  const parts = [pictures.slice(0, half), pictures.slice(half)].filter((part) => part.length > 0);
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

async function drawAll(pictures: readonly Fetched[], until: AbortSignal): Promise<(Picture | undefined)[]> {
  const drawn: (Picture | undefined)[] = [];
  while (drawn.length < pictures.length && !until.aborted) {
    const left = pictures.slice(drawn.length);
    const answered = await ask(left, until);
    drawn.push(...answered);
    // The process ended at the next one.
    if (answered.length < left.length) drawn.push(undefined);
  }
  return pictures.map((_, index) => drawn[index]);
}

async function ask(pictures: readonly Fetched[], signal: AbortSignal): Promise<(Picture | undefined)[]> {
  const child = spawn('/bin/sh', ['-c', command, process.execPath, program], {
    ...{ env: {}, stdio: ['pipe', 'pipe', 'ignore'], signal, killSignal: 'SIGKILL' },
  });
  // It may end before it has read everything, or not start at all.
  child.on('error', () => {});
  if (child.stdin) pipeline(Readable.from(orderOf(pictures), { highWaterMark: 1 }), child.stdin).catch(() => {});
  return answersIn<Picture>(child.stdout ? await buffer(child.stdout) : Buffer.alloc(0));
}

/** An `Order` in parts, so that no more than one picture is held as text. */
function* orderOf(pictures: readonly Fetched[]): Generator<string> {
  const [before, after] = JSON.stringify({ as: 'card', uris: [] } satisfies Order).split(']') as [string, string];
  yield before;
  for (const [index, picture] of pictures.entries())
    yield `${index > 0 ? ',' : ''}${JSON.stringify(pictureUri(picture))}`;
  yield `]${after}`;
}
