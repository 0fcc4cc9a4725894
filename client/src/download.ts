import { createGuard, type Guard, readFault } from './attempt.ts';
import { DigestMismatchError, NetworkError } from './errors.ts';
import { withRetries } from './retries.ts';
import { createSha256 } from './sha256.ts';
import { type Connection, fetchFile, limitsOf, type RequestOptions, segment } from './transport.ts';
import type { Artifact } from './types.ts';

const defaultDeadlineMs = 10 * 60_000;
// The module names are in variables to hide them from bundlers, so that a browser bundle needs no substitutes.
const nodeFileSystem = 'node:fs/promises';
const nodePath = 'node:path';

/**
 * The file of a completed export. Nothing is fetched until one of the three methods is called; each call fetches it
 * once.
 */
export interface Download {
  /** Fails at the end with a DigestMismatchError when the bytes are wrong, so do not trust them before. */
  stream(): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  /** The whole file, after checking its digest. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  /** Node only: replaces the file at the path only once the digest has matched. */
  saveTo(path: string): Promise<SavedFile>;
}

export interface SavedFile {
  readonly path: string;
  readonly size_bytes: number;
  readonly sha256: string;
}

interface OpenFile {
  readonly artifact: Artifact;
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/**
 * `findArtifact` may have to read the export job; null while there is no artifact, and then the service refuses the
 * download.
 */
export function createDownload(
  connection: Connection,
  exportJobId: string,
  findArtifact: (limits: RequestOptions) => Promise<Artifact | null>,
  { signal, deadlineMs = defaultDeadlineMs, maxRetries }: RequestOptions = {},
): Download {
  const path = `/export-jobs/${segment(exportJobId)}/download`;
  const open = async (remainingMs: number): Promise<OpenFile> => {
    const end = connection.clock.now() + remainingMs;
    const artifact = await findArtifact({ signal, deadlineMs: remainingMs, maxRetries: 0 });
    const guard = createGuard(signal);
    const arm = () => guard.arm(connection.attemptTimeoutMs, end - connection.clock.now());
    arm();
    try {
      const response = await fetchFile(connection, path, guard);
      if (!artifact || !response.body) throw new NetworkError('The service answered without a file.');
      checkPromise(artifact, response.headers);
      return { artifact, stream: verified(response.body, artifact, guard, arm) };
    } catch (error) {
      guard.end();
      throw readFault(error, guard);
    } finally {
      guard.disarm();
    }
  };
  const retrying = <Result>(use: (file: OpenFile) => Promise<Result>): Promise<Result> => {
    const limits = limitsOf(connection, { signal, deadlineMs, maxRetries });
    return withRetries(connection.clock, limits, async (remainingMs) => use(await open(remainingMs)));
  };
  return {
    stream: () => retrying(async ({ stream }) => stream),
    bytes: () => retrying(({ stream }) => readAll(stream)),
    async saveTo(target) {
      const modules = await loadModules();
      return retrying(({ stream, artifact }) => save(modules, stream, artifact, target));
    },
  };
}

/** The service's digest must match the artifact's; for a compressed answer it covers other bytes. */
function checkPromise({ sha256, filename }: Artifact, headers: Headers): void {
  if (headers.has('content-encoding')) return;
  const promised = /(?:^|[\s,])sha-256=:([A-Za-z0-9+/=]+):/.exec(headers.get('repr-digest') ?? '')?.[1];
  if (promised === undefined) return;
  const hex = Array.from(atob(promised), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  if (hex !== sha256) throw new DigestMismatchError(`Repr-Digest of ${filename} is not the artifact's SHA-256.`);
}

/** Passes the body on, reading only as fast as the consumer, and fails if it differs from the artifact. */
function verified(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { filename, sha256, size_bytes }: Artifact,
  guard: Guard,
  arm: () => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  const digest = createSha256();
  let size = 0;
  const readNext = async () => {
    arm();
    const { done, value } = await reader.read();
    guard.disarm();
    if (value) {
      size += value.byteLength;
      digest.update(value);
    }
    if (size > size_bytes || (done && digest.hex() !== sha256)) {
      throw new DigestMismatchError(`The bytes of ${filename} are not those of the artifact's SHA-256.`);
    }
    return value;
  };
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const value = await readNext();
          if (value) return controller.enqueue(value);
          guard.end();
          controller.close();
        } catch (error) {
          guard.end();
          reader.cancel().catch(() => {});
          throw readFault(error, guard);
        }
      },
      cancel(reason) {
        guard.end();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Read by hand: when a stream fails inside a `Response`, browsers throw a TypeError instead of the stream's error. */
async function readAll(stream: OpenFile['stream']): Promise<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let read = await reader.read(); !read.done; read = await reader.read()) chunks.push(read.value);
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

interface Modules {
  readonly files: typeof import('node:fs/promises');
  readonly paths: typeof import('node:path');
}

/** Before the file is requested: browsers do not have these modules. */
async function loadModules(): Promise<Modules> {
  const files = await import(/* @vite-ignore */ /* webpackIgnore: true */ nodeFileSystem);
  const paths = await import(/* @vite-ignore */ /* webpackIgnore: true */ nodePath);
  return { files, paths };
}

async function save(
  { files, paths }: Modules,
  stream: OpenFile['stream'],
  { size_bytes, sha256 }: Artifact,
  path: string,
): Promise<SavedFile> {
  // Without the file's own name, which may already be as long as the file system allows.
  const part = paths.join(paths.dirname(path), `${crypto.randomUUID()}.part`);
  try {
    await files.writeFile(part, stream, { flag: 'wx', flush: true });
    await files.rename(part, path);
  } catch (error) {
    // If the file could not be opened, nobody has read the stream.
    await stream.cancel().catch(() => {});
    await files.rm(part, { force: true });
    throw error;
  }
  return { path, size_bytes, sha256 };
}
