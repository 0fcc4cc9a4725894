import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { OperatorError } from '../platform/errors.ts';

interface GivenFlags {
  readonly config?: string;
  readonly secret?: string;
  readonly grant?: string;
}

/** What `--config` and `--secret` hold; undefined for the one that is not given. Throws an OperatorError. */
export async function readGiven(flags: GivenFlags) {
  if (flags.secret !== undefined && flags.grant !== undefined) {
    throw new OperatorError('Give --secret or --grant, not both.');
  }
  if (flags.config === '-' && flags.secret === '-') {
    throw new OperatorError('Standard input can hold only one of --config and --secret.');
  }
  const read = (flag: string, file: string | undefined) => (file === undefined ? undefined : readJson(flag, file));
  return { config: await read('--config', flags.config), secret: await read('--secret', flags.secret) };
}

/** The JSON in a file, or in standard input for `-`. Throws an OperatorError. */
export async function readJson(flag: string, file: string): Promise<unknown> {
  const content = file === '-' ? await text(process.stdin) : await readText(flag, file);
  try {
    // Windows editors and shells start files with a byte order mark.
    return JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch {
    // The parser's own message would quote part of what may be a secret.
    throw new OperatorError(`${flag} must hold valid JSON.`);
  }
}

async function readText(flag: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new OperatorError(`${flag} ${file} cannot be read: ${(error as NodeJS.ErrnoException).code}.`);
  }
}
