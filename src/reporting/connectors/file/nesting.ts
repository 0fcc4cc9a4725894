import { ConnectorError } from '../contract.ts';
import { scanBytes } from './bytes.ts';
import type { SourceFile } from './paths.ts';

/**
 * Far deeper than real data, and far below where DuckDB, which recurses, overflows its stack and crashes the process.
 */
const maxLevels = 100;

const [newline, quote, backslash, openArray, closeArray, openObject, closeObject] = Buffer.from('\n"\\[]{}');

/**
 * Throws `invalid_config` for a JSON file, plain or compressed, whose arrays and objects nest more than 100 levels
 * deep, and as `scanBytes` does. Returns the files that end inside an array or object: the engine would mistake part of
 * an array for all of it.
 */
export async function assertShallow(files: readonly SourceFile[], signal: AbortSignal): Promise<SourceFile[]> {
  const cut: SourceFile[] = [];
  for (const file of files) {
    const depth = await depthOf(file, signal);
    if (depth.isTooDeep) throw invalid(file, `it nests more than ${maxLevels} levels deep`);
    if (depth.levels > 0) cut.push(file);
  }
  return cut;
}

/** Throws for files whose array is truncated, because of the upload or because it is still being written. */
export function assertWhole([cut]: readonly SourceFile[]): void {
  if (cut) throw invalid(cut, 'it ends before its array does. Write or upload it again');
}

function invalid({ name }: SourceFile, fault: string): ConnectorError {
  return new ConnectorError('invalid_config', `Reading ${name} failed: ${fault}.`);
}

async function depthOf(file: SourceFile, signal: AbortSignal): Promise<Depth> {
  const depth = new Depth();
  await scanBytes(file, signal, async (chunks) => {
    for await (const chunk of chunks) if (depth.scan(chunk)) return;
  });
  return depth;
}

/**
 * Counts the open brackets outside of strings. The end of a line ends every string, so that a broken one does not hide
 * the next line.
 */
class Depth {
  levels = 0;
  #isText = false;
  #isEscaped = false;
  isTooDeep = false;

  /** Whether the nesting was too deep by the end of the chunk. */
  scan(chunk: Buffer): boolean {
    for (let index = 0; index < chunk.length && !this.isTooDeep; index++) this.#step(chunk[index]);
    return this.isTooDeep;
  }

  #step(byte: number | undefined): void {
    if (this.#isText) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === backslash) this.#isEscaped = true;
      else if (byte === quote) this.#isText = false;
      if (byte === newline) this.#isText = false;
      return;
    }
    if (byte === quote) this.#isText = true;
    else if (byte === openArray || byte === openObject) this.isTooDeep = ++this.levels > maxLevels;
    else if (byte === closeArray || byte === closeObject) this.levels = Math.max(0, this.levels - 1);
  }
}
