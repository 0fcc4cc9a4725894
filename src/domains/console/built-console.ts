import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EncodedFile } from '../../platform/http/encodings.ts';

/** The console as its build left it. */
export interface BuiltConsole {
  /** With `%BASE%` and `%NONCE%` where the service puts the path before its own and the nonce of an answer. */
  readonly page: string;
  /** By name; a name holds a hash of the content. */
  readonly files: ReadonlyMap<string, EncodedFile>;
  /** The name of the script of the pages for signing in, which do without it where there is none. */
  readonly signInScript: string | undefined;
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};
/** Where the build of the console is read from. */
export class ConsoleFolder {
  readonly #folder: URL;
  #built: BuiltConsole | undefined;
  #build: string | undefined;

  constructor(folder: URL | string = new URL('../../../console/dist/', import.meta.url)) {
    this.#folder = typeof folder === 'string' ? pathToFileURL(`${folder}/`) : folder;
  }

  /** The console, read once it is there and anew once it is built anew; undefined until it is built. */
  find(): BuiltConsole | undefined {
    const found = statSync(new URL('index.html', this.#folder), { throwIfNoEntry: false });
    // Two builds can have the same time, as a file system's clock is coarse, but not the same file.
    const build = found && `${found.ino} ${found.mtimeMs}`;
    if (build === this.#build) return this.#built;
    // While one build is put in the place of another there is none; the one that was read is as good.
    const built = readConsole(this.#folder);
    if (built) [this.#built, this.#build] = [built, build];
    return this.#built;
  }
}

function readConsole(folder: URL): BuiltConsole | undefined {
  try {
    const page = readFileSync(new URL('index.html', folder), 'utf8');
    const names = readdirSync(new URL('assets/', folder)).filter((name) => extname(name) in types);
    const files = names.map((name): [string, EncodedFile] => {
      const body = readFileSync(new URL(`assets/${name}`, folder));
      return [name, new EncodedFile({ contentType: types[extname(name)] ?? '', body })];
    });
    return {
      page,
      files: new Map(files),
      signInScript: names.find((name) => /^passkey-sign-in-[\w-]+\.js$/.test(name)),
    };
  } catch (error) {
    // Not built yet, or just being replaced by another build.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
