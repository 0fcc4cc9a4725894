import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What package.json has as build metadata between two releases, where the commit is said instead. */
const between = /\+unreleased$/;
const shownDigits = 10;

/**
 * The version of the program that runs: that of package.json, which a package has whole. Between two releases a clone adds
 * the commit that is checked out, as in `1.0.0-beta.3+0a1b2c3d4e`, or where there is none `+unreleased`.
 */
export function serviceVersion(packageFile = fileURLToPath(new URL('../../package.json', import.meta.url))): string {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { readonly version: string };
  if (!between.test(version)) return version;
  const commit = commitOf(dirname(packageFile));
  return commit === undefined ? version : version.replace(between, `+${commit.slice(0, shownDigits)}`);
}

/** The commit that is checked out in a folder; read without Git, which an image that builds packages lacks. */
function commitOf(root: string): string | undefined {
  try {
    const folder = gitFolderOf(join(root, '.git'));
    const head = readLine(join(folder, 'HEAD'));
    const [, ref] = /^ref: (.+)$/.exec(head) ?? [];
    const commit = ref === undefined ? head : commitOfRef(folder, ref);
    return /^[0-9a-f]{40,64}$/.test(commit ?? '') ? commit : undefined;
  } catch {
    return undefined;
  }
}

/** A further work tree has a file that names its folder. */
function gitFolderOf(path: string): string {
  if (statSync(path).isDirectory()) return path;
  return resolve(dirname(path), readLine(path).replace(/^gitdir: /, ''));
}

/** Branches are in a file each, or together in one, in the folder that all work trees share. */
function commitOfRef(folder: string, ref: string): string | undefined {
  const shared = resolve(folder, tryLine(join(folder, 'commondir')) ?? '.');
  const own = tryLine(join(folder, ref)) ?? tryLine(join(shared, ref));
  if (own !== undefined) return own;
  const packed = readFileSync(join(shared, 'packed-refs'), 'utf8').split('\n');
  return packed.find((line) => line.endsWith(` ${ref}`))?.split(' ')[0];
}

const readLine = (path: string) => readFileSync(path, 'utf8').trim();

function tryLine(path: string): string | undefined {
  try {
    return readLine(path);
  } catch {
    return undefined;
  }
}
