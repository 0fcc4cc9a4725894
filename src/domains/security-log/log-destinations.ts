import { write } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Where lines go. */
export interface LogDestination extends AsyncDisposable {
  /** Writes whole lines; rejects when not all of them are written. What was written of them is then a line of its own. */
  write(lines: string): Promise<void>;
}

type WriteSome = (bytes: Buffer, offset: number) => Promise<number>;

const standardOutput = 1;
/** While whoever reads the output is slow. */
const fullPipeMs = 50;
const mostWaits = 200;

/** Standard output (`stdout`), or a file. */
export function openDestination(name: string): LogDestination {
  return name === 'stdout' ? outputDestination() : new LogFile(name);
}

function outputDestination(): LogDestination {
  const writing = promisify(write);
  // Not `process.stdout`, which waits for a reader that has stopped, and everything with it.
  const writeSome: WriteSome = async (bytes, offset) => {
    const { bytesWritten } = await writing(standardOutput, bytes, offset);
    return bytesWritten;
  };
  const lines = new WholeLines();
  return {
    write: (text) => lines.write(text, writeSome),
    async [Symbol.asyncDispose]() {},
  };
}

/**
 * A file that lines are put at the end of, of the user of the service alone. It is looked up by its name before each
 * write, so that one may move it away or empty it.
 */
class LogFile implements LogDestination {
  readonly #path: string;
  readonly #lines = new WholeLines();
  #handle: FileHandle | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  async write(text: string): Promise<void> {
    const handle = await this.#current();
    await this.#lines.write(text, async (bytes, offset) => (await handle.write(bytes, offset)).bytesWritten);
  }

  async #current(): Promise<FileHandle> {
    if (this.#handle && (await this.#isStillThere(this.#handle))) return this.#handle;
    await this[Symbol.asyncDispose]();
    this.#handle = await open(this.#path, 'a', 0o600);
    return this.#handle;
  }

  async #isStillThere(handle: FileHandle): Promise<boolean> {
    const named = await stat(this.#path).catch(() => undefined);
    const own = await handle.stat();
    return named?.ino === own.ino && named.dev === own.dev;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    await handle?.close();
  }
}

/** Ends a line that a full disk has cut off before it writes others, and waits for a reader that is slow. */
export class WholeLines {
  readonly #waitMs: number;
  #isCutOff = false;

  constructor(waitMs = fullPipeMs) {
    this.#waitMs = waitMs;
  }

  async write(text: string, writeSome: WriteSome): Promise<void> {
    const bytes = Buffer.from(this.#isCutOff ? `\n${text}` : text);
    let written = 0;
    try {
      for (let waits = 0; written < bytes.length; ) {
        const some = await writeSome(bytes, written).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'EAGAIN' || ++waits > mostWaits) throw error;
          return undefined;
        });
        if (some === undefined) await delay(this.#waitMs);
        else written += some;
      }
    } finally {
      if (written > 0) this.#isCutOff = written < bytes.length;
    }
  }
}
