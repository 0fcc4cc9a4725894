import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readChanges } from '../../../scripts/next-version.ts';
import { removeFolder } from '../../support/folders.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const git = (...args: string[]) =>
  execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 500_000_000,
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

export interface PreviousVersion {
  readonly version: string;
  readonly commit: string;
}

/** The last released version: the commit of its tag, or that which gave it its heading in the changelog; or why there is none. */
export function findPreviousVersion(): PreviousVersion | string {
  const { released: version } = readChanges(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));
  try {
    if (git('tag', '--list', `v${version}`)) return { version, commit: git('rev-list', '-n', '1', `v${version}`) };
    if (git('rev-parse', '--is-shallow-repository') === 'true')
      return `this clone is shallow: fetch the history of ${version}`;
    const commits = git('log', '--format=%H', `-S## ${version} - `, '--', 'CHANGELOG.md').split('\n').filter(Boolean);
    const commit = commits.at(-1);
    return commit ? { version, commit } : `the history has no commit of ${version}`;
  } catch (error) {
    return `Git cannot say what ${version} was: ${(error as Error).message}`;
  }
}

/** Its files in a folder of their own, with the packages of this clone, and whether its migrations have kinds (ADR 100); removed on dispose. */
export function unpackVersion({
  commit,
}: PreviousVersion): Disposable & { readonly program: string; readonly hasKinds: boolean } {
  const folder = mkdtempSync(join(tmpdir(), 'report-service-previous-'));
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 500_000_000 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const hasKinds = /\bkind\b/.test(readFileSync(join(folder, 'src/platform/database/migration.ts'), 'utf8'));
  return { program: join(folder, 'bin/report-service'), hasKinds, [Symbol.dispose]: () => removeFolder(folder) };
}
