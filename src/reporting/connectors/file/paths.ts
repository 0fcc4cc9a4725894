import { opendir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, matchesGlob, relative, sep } from 'node:path';
import { ConnectorError } from '../contract.ts';

/** A file that a connection reads, as it was when found. */
export interface SourceFile {
  /** The real path, with every symbolic link resolved, below a data root. */
  readonly path: string;
  /** The name in the configuration's path, which determines the format and appears in messages. */
  readonly name: string;
  readonly bytes: number;
  readonly modifiedAtMs: number;
  /** Changes when the file is replaced or written. */
  readonly stamp: string;
  /** How many of its rows lack columns at their ends, of a copy that has all columns in each row. */
  readonly shortRows?: number;
}

const noRoots =
  'No folder of the service may be read here. Upload the file, or ask the operator for a data root (DATA_ROOTS).';
const maxFiles = 1000;
const maxEntriesRead = 50_000;

/**
 * The files that `path` (a file or a pattern, relative to a data root or absolute below one) names, in order of their
 * paths. Throws `invalid_config` for a path that leaves the data roots, by itself or through a symbolic link, and
 * `resource_missing` if there is no file.
 */
export async function findFiles(path: string, dataRoots: readonly string[]): Promise<SourceFile[]> {
  assertPlainPath(path);
  if (dataRoots.length === 0) throw invalid(noRoots);
  const places = isAbsolute(path)
    ? await placesOf(path, dataRoots)
    : dataRoots.map((root) => ({ root, pattern: path }));
  const [place] = places;
  if (!place) throw invalid(`The path of "${basename(path)}" lies outside the data roots.`);
  const budget = { entries: maxEntriesRead };
  for (const { root, pattern } of places) {
    const found = await expand(root, pattern.replaceAll(sep, '/').split('/'), dataRoots, budget);
    const files = (await Promise.all(found.map((file) => inspect(file, dataRoots)))).filter(
      (file) => file !== undefined,
    );
    if (files.length > 0) return withoutLinks(files).sort((a, b) => (a.path < b.path ? -1 : 1));
  }
  // Relative to the root: customers see this in their jobs and must not learn the machine's paths.
  throw new ConnectorError('resource_missing', `There is no file "${place.pattern}" below the data roots.`);
}

/** The data roots that contain an absolute path, with the rest of the path; a root's name may be a symbolic link. */
async function placesOf(path: string, dataRoots: readonly string[]) {
  const below = (file: string) =>
    dataRoots.filter((root) => isBelow(root, file)).map((root) => ({ root, pattern: relative(root, file) }));
  const places = below(path);
  return places.length > 0 ? places : below(await withRealFolder(path));
}

/** The path with symbolic links resolved in its folders, as far as they exist. */
async function withRealFolder(path: string): Promise<string> {
  const folder = dirname(path);
  if (folder === path) return path;
  const real = await realpath(folder).catch(() => withRealFolder(folder));
  return join(real, basename(path));
}

/** Each file once: next to daily exports there is often a symbolic link to the latest. */
function withoutLinks(files: readonly SourceFile[]): SourceFile[] {
  return [...new Map(files.map((file) => [file.path, file])).values()];
}

/**
 * Throws `transient` when a file is no longer the one that was checked: the data read from it must not be used. (A
 * symbolic link put in a file's place is refused by DuckDB too, which resolves links before it looks at its allowed
 * paths.)
 */
export async function assertUnchanged(files: readonly SourceFile[]): Promise<void> {
  for (const file of files) {
    const now = await stampOf(file.path).catch(() => undefined);
    if (now !== file.stamp) throw new ConnectorError('transient', `The file ${file.name} changed while it was read.`);
  }
}

function assertPlainPath(path: string): void {
  if (path.includes('\0')) throw invalid('The path contains a NUL character.');
  if (/^[a-z][a-z0-9+.-]+:/i.test(path))
    throw invalid(
      `The path "${path}" is a URL of another kind than https:// and s3://. Name a file below a data root, or such a URL.`,
    );
  const segments = path.split(/[\\/]/);
  if (segments.includes('..')) throw invalid(`The path "${path}" contains "..".`);
  if (segments.includes('**'))
    throw invalid(`The path "${path}" contains "**". Name each folder level, such as "*/*".`);
}

/**
 * Walks one folder level per segment, so that the work is bounded by the folders' entries and not by the depth of the
 * tree.
 */
async function expand(
  root: string,
  segments: readonly string[],
  dataRoots: readonly string[],
  budget: { entries: number },
): Promise<string[]> {
  let paths = [root];
  for (const segment of segments) {
    const isPattern = /[*?[\]{}]/.test(segment);
    const next = paths.map((path) => (isPattern ? matchesIn(path, segment, dataRoots, budget) : [join(path, segment)]));
    paths = (await Promise.all(next)).flat();
    if (paths.length > maxFiles)
      throw invalid(`The path matches more than ${maxFiles} files. Make the pattern narrower.`);
  }
  return paths;
}

async function matchesIn(
  folder: string,
  pattern: string,
  dataRoots: readonly string[],
  budget: { entries: number },
): Promise<string[]> {
  const real = await realpath(folder).catch(() => undefined);
  if (real === undefined || !isInside(real, dataRoots)) return [];
  const directory = await opendir(real).catch(() => undefined);
  if (!directory) return [];
  const matches: string[] = [];
  for await (const { name } of directory) {
    if (budget.entries-- <= 0)
      throw invalid(`The pattern looks at more than ${maxEntriesRead} files. Make it narrower.`);
    const isHidden = name.startsWith('.') && !pattern.startsWith('.');
    if (!isHidden && matchesGlob(name, pattern)) matches.push(join(folder, name));
  }
  return matches;
}

async function inspect(path: string, dataRoots: readonly string[]): Promise<SourceFile | undefined> {
  const name = path.slice(path.lastIndexOf(sep) + 1);
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined) return undefined;
  if (!isInside(real, dataRoots)) throw invalid(`The path leads outside the data roots: "${name}" is a symbolic link.`);
  // The engine would treat these as its own pattern.
  if (/[*?[\]]/.test(real))
    throw invalid(`The path of ${name} contains one of * ? [ ]. Rename the file or its folder.`);
  const status = await stat(real);
  if (!status.isFile()) return undefined;
  return { path: real, name, bytes: status.size, modifiedAtMs: status.mtimeMs, stamp: await stampOf(real) };
}

/** A file that the service itself wrote, by its real path; `name` is for messages. */
export async function inspectOwn(path: string, name: string): Promise<SourceFile> {
  const [status, stamp] = await Promise.all([stat(path), stampOf(path)]);
  return { path, name, bytes: status.size, modifiedAtMs: status.mtimeMs, stamp };
}

/** Includes the change time, so that even a file swapped out and back in is noticed. */
export async function stampOf(path: string): Promise<string> {
  const [real, status] = await Promise.all([realpath(path), stat(path, { bigint: true })]);
  return [real, status.dev, status.ino, status.size, status.mtimeNs, status.ctimeNs].join(' ');
}

/** Whether a path is one of the roots or lies below one; nothing is resolved. */
export function isInside(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => root === path || isBelow(root, path));
}

function isBelow(root: string, path: string): boolean {
  const rest = relative(root, path);
  return rest !== '' && rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest);
}

function invalid(message: string): ConnectorError {
  return new ConnectorError('invalid_config', message);
}
