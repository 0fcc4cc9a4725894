import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The console as its build left it. */
export interface BuiltConsole {
  /** With `%BASE%` and `%NONCE%` where the service puts the path before its own and the nonce of an answer. */
  readonly page: string;
  /** By name; a name holds a hash of the content. */
  readonly files: ReadonlyMap<string, ConsoleFile>;
}

export type Encoding = 'br' | 'gzip';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};
/** What is compressed already. */
const compressed: readonly string[] = ['.png', '.woff2'];

const compress: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
  // Higher ones take ten times as long for some hundredths less.
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
};

/** A file of the console, compressed once for all who ask. */
export class ConsoleFile {
  readonly contentType: string;
  readonly body: Buffer;
  readonly encodings: readonly Encoding[];
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  constructor(name: string, body: Buffer) {
    const extension = extname(name);
    this.contentType = types[extension] ?? '';
    this.body = body;
    this.encodings = compressed.includes(extension) ? [] : ['br', 'gzip'];
  }

  in(encoding: Encoding): Promise<Buffer> {
    const known = this.#encoded.get(encoding);
    if (known) return known;
    const encoded = compress[encoding](this.body);
    this.#encoded.set(encoding, encoded);
    return encoded;
  }
}

/** Where the build of the console is read from. */
export class ConsoleFolder {
  readonly #folder: URL;
  #built: BuiltConsole | undefined;
  #readAt = 0;

  constructor(folder: URL | string = new URL('../../../console/dist/', import.meta.url)) {
    this.#folder = typeof folder === 'string' ? pathToFileURL(`${folder}/`) : folder;
  }

  /** The console, read once it is there and anew once it is built anew; undefined until it is built. */
  find(): BuiltConsole | undefined {
    const builtAt = statSync(new URL('index.html', this.#folder), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (builtAt === this.#readAt) return this.#built;
    // While one build is put in the place of another there is none; the one that was read is as good.
    const built = readConsole(this.#folder);
    if (built) [this.#built, this.#readAt] = [built, builtAt];
    return this.#built;
  }
}

function readConsole(folder: URL): BuiltConsole | undefined {
  try {
    const page = readFileSync(new URL('index.html', folder), 'utf8');
    const names = readdirSync(new URL('assets/', folder)).filter((name) => extname(name) in types);
    const files = names.map((name): [string, ConsoleFile] => {
      return [name, new ConsoleFile(name, readFileSync(new URL(`assets/${name}`, folder)))];
    });
    return { page, files: new Map(files) };
  } catch (error) {
    // Not built yet, or just being replaced by another build.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
