import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const importForm = /\bfrom '((?:@[\w-]+\/)?[\w-]+)[^']*'/g;

/**
 * The folders of the packages that the built console has code of: those that its sources at `root` name, and what they
 * depend on. Some of these may have been left out of the build; their licences do no harm. Throws for one that is missing.
 */
export function consolePackages(root: string): string[] {
  const sources = globSync('console/src/**/*.{ts,tsx}', { cwd: root, exclude: (path) => path.endsWith('.d.ts') });
  const named = new Set(
    sources.flatMap((path) => [...readFileSync(join(root, path), 'utf8').matchAll(importForm)].map(([, name]) => name)),
  );
  const found = new Set<string>();
  const add = (name: string, from: string) => {
    const folder = findPackage(name, from);
    if (found.has(folder)) return;
    found.add(folder);
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    for (const dependency of Object.keys(dependencies)) add(dependency, folder);
  };
  for (const name of named) if (name && !name.startsWith('@report-service')) add(name, root);
  return [...found];
}

/** The folder of a package as code in `from` finds it. */
function findPackage(name: string, from: string): string {
  const folder = join(from, 'node_modules', name);
  if (existsSync(join(folder, 'package.json'))) return folder;
  if (dirname(from) === from) throw new Error(`${name} is not installed.`);
  return findPackage(name, dirname(from));
}
