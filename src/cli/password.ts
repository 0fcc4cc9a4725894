import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { OperatorError } from '../platform/errors.ts';

/** A password from standard input: its first line, asked for without an echo on a terminal. */
export async function readPassword(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/, 1)[0] ?? '';
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  // The terminal no longer echoes: what is typed from now on is not shown.
  process.stderr.write(prompt);
  const { promise: cancelled, reject } = Promise.withResolvers<never>();
  const cancel = () => reject(new OperatorError('No password was given.'));
  terminal.once('SIGINT', cancel).once('close', cancel);
  try {
    return await Promise.race([terminal.question(''), cancelled]);
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
