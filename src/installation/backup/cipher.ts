import { createReadStream, createWriteStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { OperatorError } from '../../platform/errors.ts';

/** How the files of a store of backups are written and read: as age files (age-encryption.org/v1), or as they are. */
export interface Cipher {
  seal(bytes: Uint8Array): Promise<Uint8Array>;
  /** Throws for bytes that were changed, cut off, or sealed for another key. */
  open(bytes: Uint8Array): Promise<Uint8Array>;
  /** Writes a new file, of which only a part is held in memory. */
  sealFile(from: string, to: string): Promise<void>;
  /** The stream fails at its end at the latest where it was changed or cut off. */
  openStream(sealed: Readable): Promise<Readable>;
}

export const plain: Cipher = {
  seal: async (bytes) => bytes,
  open: async (bytes) => bytes,
  sealFile: (from, to) => pipeline(createReadStream(from), newFile(to)),
  openStream: async (stream) => stream,
};

export interface Key {
  readonly cipher: Cipher;
  /** The public half, `age1…`, for which files are sealed. */
  readonly recipient: string;
}

const newFile = (path: string) => createWriteStream(path, { flags: 'wx', mode: 0o600 });

/** Writes a new key as `age-keygen` does; returns its public half. Throws an OperatorError where the file exists. */
export async function writeKey(path: string): Promise<string> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  try {
    await using file = await open(path, 'wx', 0o600);
    await file.writeFile(`# public key: ${recipient}\n${identity}\n`);
    await file.sync();
  } catch (error) {
    throw new OperatorError(`The key cannot be written to ${path}: ${(error as Error).message}.`);
  }
  return recipient;
}

/** Reads a key of age from a file. Throws an OperatorError when there is none in it. */
export async function readKey(path: string): Promise<Key> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new OperatorError(`The key file ${path} cannot be read: ${error.message}.`);
  });
  const lines = text.split('\n').map((line) => line.trim());
  const [identity, second] = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const fault = new OperatorError(
    `${path} does not hold one key of age (a line AGE-SECRET-KEY-1…): make one with "report-service backup new-key FILE" or age-keygen.`,
  );
  if (!identity?.startsWith('AGE-SECRET-KEY-') || second !== undefined) throw fault;
  const { Decrypter, Encrypter, identityToRecipient } = await import('age-encryption');
  const [encrypter, decrypter] = [new Encrypter(), new Decrypter()];
  try {
    const recipient = await identityToRecipient(identity);
    encrypter.addRecipient(recipient);
    decrypter.addIdentity(identity);
    const cipher: Cipher = {
      seal: (bytes) => encrypter.encrypt(bytes),
      open: (bytes) => decrypter.decrypt(bytes),
      async sealFile(from, to) {
        const sealed = await encrypter.encrypt(toWeb(createReadStream(from)));
        await pipeline(Readable.fromWeb(sealed as ReadableStream), newFile(to));
      },
      async openStream(sealed) {
        return Readable.fromWeb((await decrypter.decrypt(toWeb(sealed))) as ReadableStream);
      },
    };
    return { cipher, recipient };
  } catch {
    throw fault;
  }
}

const toWeb = (stream: Readable) => Readable.toWeb(stream) as globalThis.ReadableStream<Uint8Array>;
