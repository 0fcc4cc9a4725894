import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { lstat, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectorContext } from '../contract.ts';
import { makeScratchFolder } from './scratch-folder.ts';

/** A file that was fetched before, and what its server called that version. */
export interface Kept {
  readonly path: string;
  readonly etag: string;
  readonly name: string;
  readonly modifiedAtMs: number;
}

/** The most that fetched files may take together. */
export const maxKeptBytes = 2 * 1024 * 1024 * 1024;
/** What somebody may still be reading is not removed. */
const restMs = 15 * 60_000;

export const downloadsFolder = (user = process.getuid?.() ?? 0) => join(tmpdir(), `report-service-downloads-${user}`);

/**
 * Where fetched files stay, so that only changed ones are fetched again: a temporary folder that no other user of the
 * machine can look into. Undefined where there cannot be one.
 */
export async function openDownloads(): Promise<string | undefined> {
  const user = process.getuid?.() ?? 0;
  const folder = downloadsFolder(user);
  await mkdir(folder, { mode: 0o700 }).catch(() => {});
  const found = await lstat(folder).catch(() => undefined);
  // Somebody else may have made it first, to look into it or to put other files in.
  const isOwn = found?.isDirectory() && found.uid === user && (found.mode & 0o077) === 0;
  return isOwn ? folder : undefined;
}

/** The name under which the files of an address and its credentials are kept. */
export function keyOf(...parts: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40);
}

/** The kept version; undefined if there is none, or its file is gone. */
export async function findKept(folder: string, key: string): Promise<Kept | undefined> {
  try {
    const kept: Kept = JSON.parse(await readFile(join(folder, `${key}.json`), 'utf8'));
    await stat(kept.path);
    return kept;
  } catch {
    return undefined;
  }
}

/** Where a file is written that is fetched now; kept by `keep`, removed with the context otherwise. */
export async function newDownload(folder: string | undefined, context: ConnectorContext): Promise<string> {
  if (folder === undefined) return join(await makeScratchFolder(context), 'rows');
  const path = join(folder, `${randomUUID()}.part`);
  context.keep({ [Symbol.asyncDispose]: () => rm(path, { force: true }) });
  return path;
}

export function openForWriting(path: string) {
  return createWriteStream(path, { mode: 0o600 });
}

/** Keeps a fetched file under its version, and removes old ones beyond the bound. */
export async function keep(folder: string, key: string, kept: Kept): Promise<Kept> {
  const path = join(folder, `${key}.${keyOf(kept.etag)}.rows`);
  await rename(kept.path, path);
  const told = { ...kept, path };
  const draft = join(folder, `${randomUUID()}.part`);
  await writeFile(draft, JSON.stringify(told), { mode: 0o600 });
  await rename(draft, join(folder, `${key}.json`));
  await removeOld(folder, path);
  return told;
}

async function removeOld(folder: string, current: string): Promise<void> {
  const names = await readdir(folder);
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const status = await stat(path).catch(() => undefined);
      return { path, bytes: status?.size ?? 0, at: status?.mtimeMs ?? 0 };
    }),
  );
  let bytes = found.reduce((sum, file) => sum + file.bytes, 0);
  for (const file of found.sort((a, b) => a.at - b.at)) {
    if (bytes <= maxKeptBytes || Date.now() - file.at < restMs) return;
    if (file.path === current) continue;
    await rm(file.path, { force: true });
    bytes -= file.bytes;
  }
}
