import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nextVersion, readChanges, unreleasedVersion } from './next-version.ts';

/**
 * `npm run release` makes two commits: the release, with its version, its section of the changelog, a backup that later
 * versions have to restore, and a tag; and the beginning of what comes next. `-- --stable` ends pre-releases. Nothing is
 * pushed, and nothing depends on the tag.
 */
export interface ReleaseOptions {
  readonly stable: boolean;
  /** As in the changelog: `2026-11-25`. */
  readonly today: string;
  /** Makes further files of the version, which are committed with it. */
  readonly makeFiles: (version: string) => void;
}

export function release(root: string, { stable, today, makeFiles }: ReleaseOptions): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', timeout: 60_000 });
  if (git('status', '--porcelain')) throw new Error('There are changes that are not committed; commit them first.');
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const version = nextVersion(readChanges(changelog), { stable });
  const tag = `v${version}`;
  if (git('tag', '--list', tag)) throw new Error(`There is a tag ${tag} already.`);

  writeVersion(root, version);
  const section = `## Unreleased\n\n## ${version} - ${today}\n`;
  writeFileSync(join(root, 'CHANGELOG.md'), changelog.replace(/^## Unreleased\n/m, section));
  replaceIn(join(root, 'docs/upgrading.md'), 'the unreleased version', version);
  makeFiles(version);
  git('add', '--all');
  git('commit', '--quiet', '--message', `Release ${version}`);
  git('tag', '--annotate', tag, '--message', `Version ${version}`);

  writeVersion(root, unreleasedVersion(version));
  git('commit', '--quiet', '--all', '--message', `Begin what comes after ${version}`);
  return version;
}

/** In all files that have it. The lock file is as npm writes it. */
function writeVersion(root: string, version: string): void {
  const old = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version as string;
  const field = (value: string) => `"version": "${value}"`;
  for (const file of ['package.json', 'client/package.json']) replaceIn(join(root, file), field(old), field(version));
  const path = join(root, 'package-lock.json');
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  for (const own of [lock, lock.packages[''], lock.packages.client]) own.version = version;
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
}

function replaceIn(path: string, old: string, text: string): void {
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace(old, () => text),
  );
}

/** With the program of this version, which by now has its version in package.json; then the pages that name it. */
function makeFiles(root: string, version: string): void {
  const node = (...args: string[]) => void execFileSync(process.execPath, args, { cwd: root, timeout: 300_000 });
  node('test/support/backup-of-version.ts', join('test/installation/backups', version));
  node('scripts/generate.ts');
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  try {
    const version = release(root, {
      stable: process.argv.includes('--stable'),
      today: new Date().toISOString().slice(0, 10),
      makeFiles: (made) => makeFiles(root, made),
    });
    console.log(`Released ${version}. To publish it: git push --follow-tags`);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
