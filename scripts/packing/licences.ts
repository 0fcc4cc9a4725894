import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const licenceName = /^(licen[cs]e|copying|notice)/i;

/** The folders of the packages that files belong to, each once. */
export function packageFolders(files: Iterable<string>): string[] {
  const inPackage = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;
  return [...new Set([...files].flatMap((file) => inPackage.exec(file)?.[1] ?? []))].sort();
}

/**
 * The licence texts of packages whose files are part of ours, as the licences require. Throws for a package without
 * one.
 */
export function licencesOf(folders: readonly string[]): string {
  const texts = folders.map((folder) => {
    const { name, version, license, author } = readPackage(folder);
    const files = readdirSync(folder).filter((file) => licenceName.test(file));
    if (!license && files.length === 0) throw new Error(`${name} names no licence.`);
    const whose = typeof author === 'string' ? author : author?.name;
    const named = [license, whose].filter(Boolean).join(', ');
    const own = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
    return [`${name} ${version}: ${named}`, ...own].join('\n\n');
  });
  return `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name?: string };
}

function readPackage(folder: string): PackageJson {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
