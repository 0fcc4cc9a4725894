import { createReadStream } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BounceInbox } from '../../platform/config/bounces.ts';
import { mostRead } from './bounce-report.ts';

/** So many messages of a Maildir are taken at once; more wait for the next look. */
const mostTaken = 500;

/**
 * Takes what has come into an inbox: `each` gets the beginning of every message as Latin-1, and what it returned for is not
 * given again. When `each` throws, the message and those behind it stay. Processes that take from one inbox at once may both get a message.
 */
export async function takeMessages(inbox: BounceInbox, each: (message: string) => Promise<void>): Promise<void> {
  await (inbox.form === 'maildir' ? takeFromMaildir(inbox.path, each) : takeFromMbox(inbox.path, each));
}

/** Those of `new` are moved to `cur`, as seen. */
async function takeFromMaildir(path: string, each: (message: string) => Promise<void>): Promise<void> {
  const entries = await readdir(join(path, 'new'), { withFileTypes: true });
  for (const { name } of entries.filter((entry) => entry.isFile()).slice(0, mostTaken)) {
    const file = join(path, 'new', name);
    const message = await readBeginning(file);
    if (message === undefined) continue;
    await each(message);
    await ifThere(rename(file, join(path, 'cur', `${name}:2,S`)));
  }
}

/** Undefined when another process has taken it. */
async function readBeginning(file: string): Promise<string | undefined> {
  await using opened = await ifThere(open(file));
  if (!opened) return undefined;
  const { buffer, bytesRead } = await opened.read(Buffer.alloc(mostRead), 0, mostRead, 0);
  return buffer.toString('latin1', 0, bytesRead);
}

/** The file is moved aside under the lock of mail programs (`.lock`), read from there and removed. */
async function takeFromMbox(path: string, each: (message: string) => Promise<void>): Promise<void> {
  const aside = `${path}.taken`;
  if (!(await isThere(aside))) {
    if (!(await isThere(path))) return;
    await moveUnderLock(path, aside);
  }
  for await (const message of messagesOf(aside)) await each(message);
  await rm(aside, { force: true });
}

async function moveUnderLock(path: string, aside: string): Promise<void> {
  const lock = `${path}.lock`;
  await using _held = await open(lock, 'wx').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new Error(`${lock} is there: a mail program writes, or was killed.`);
    throw error;
  });
  try {
    await ifThere(rename(path, aside));
  } finally {
    await rm(lock, { force: true });
  }
}

const separator = '\nFrom ';

/** The beginning of each message of an mbox file, however large it is. */
async function* messagesOf(file: string): AsyncIterable<string> {
  let [message, rest] = ['', ''];
  for await (const chunk of createReadStream(file, { encoding: 'latin1' })) {
    const pieces = `${rest}${chunk}`.split(separator);
    const last = pieces.pop() ?? '';
    for (const piece of pieces) {
      yield (message + piece).slice(0, mostRead);
      message = '';
    }
    // The end may be the beginning of a separator.
    rest = last.slice(1 - separator.length);
    message = (message + last.slice(0, last.length - rest.length)).slice(0, mostRead);
  }
  if (message + rest !== '') yield (message + rest).slice(0, mostRead);
}

async function isThere(file: string): Promise<boolean> {
  const opened = await ifThere(open(file));
  await opened?.close();
  return opened !== undefined;
}

async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
