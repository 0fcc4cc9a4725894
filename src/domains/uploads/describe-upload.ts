import { Worker } from 'node:worker_threads';
import { ServiceError } from '../../platform/errors.ts';
import type { FileColumn } from '../../reporting/connectors/proposals/describe-file.ts';
import type { DescribeReply, DescribeRequest } from './describe-thread.ts';

const deadlineMs = 120_000;
/** Reading a workbook takes ten times its size. */
const resourceLimits = { maxOldGenerationSizeMb: 1_024 };
const mostAtOnce = 2;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * The columns of a file, read in a thread of its own: large ones take seconds, in which nothing else would be answered.
 * Throws `invalid_request` for a file that connections could not read either.
 */
export async function describeUpload(request: Omit<DescribeRequest, 'deadline'>): Promise<readonly FileColumn[]> {
  if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    const reply = await ask({ ...request, deadline: Date.now() + deadlineMs });
    if ('fault' in reply) throw unreadable(reply.fault);
    return reply.columns;
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

async function ask(request: DescribeRequest): Promise<DescribeReply> {
  const { promise, resolve, reject } = Promise.withResolvers<DescribeReply>();
  const thread = new Worker(new URL('./describe-thread.ts', import.meta.url), { workerData: request, resourceLimits });
  const late = setTimeout(() => reject(unreadable('Reading it takes too long. Split it, or use Parquet.')), deadlineMs);
  thread.once('message', resolve);
  thread.once('exit', (code) => reject(new Error(`The thread that looks at uploads ended with code ${code}.`)));
  thread.once('error', (cause: NodeJS.ErrnoException) => {
    const isLarge = cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
    reject(isLarge ? unreadable('Reading it takes too much memory. Use Parquet.') : cause);
  });
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    await thread.terminate();
  }
}

/** The error about a file that connections could not read either. */
export function unreadable(fault: string): ServiceError {
  const details = [{ field: '', rule: 'readable', message: fault }];
  return new ServiceError('invalid_request', { message: `The file cannot be read: ${fault}`, details });
}
