import { basename, dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'rolldown';

/** `new URL('./file', import.meta.url)` and `new URL('file', import.meta.resolve('package'))`. */
const address = /new URL\(\s*'([^']+)',\s*import\.meta\.(?:url|resolve\('([^']+)'\)),?\s*\)/g;
/** A module that is loaded on first use, by its own `require`. */
const lateModule = /\brequire\('(\.[^']+\.ts)'\)/g;
const filter = { code: /import\.meta\.|\brequire\('\.[^']+\.ts'\)/ };
/** What may stay in a bundle: addresses next to itself, and its own `require`. */
const understood = /new URL\('[^']+', import\.meta\.url\)|createRequire\(import\.meta\.url\)/g;

/** Where a file named in the sources will be; `packageName` is the package it belongs to, if it is not our own. */
export type Place = (file: string, packageName: string | undefined) => string;

/**
 * Makes everything that the sources below `root` load at run time reachable from their bundle in the folder `dist`.
 * Scripts of threads and processes, and modules loaded late, become files of the bundle; other files are expected where
 * `place` puts them. Throws for an address that is not a literal in the source, and when a file does not exist.
 */
export function addresses(root: string, dist: string, place: Place): Plugin {
  const programs = new Map<string, string>();
  return {
    name: 'addresses',
    transform: {
      order: 'pre',
      filter,
      handler(code, id) {
        if (!id.startsWith(root) || id.includes('node_modules')) return null;
        const program = (file: string, name = basename(file, '.ts')): string => {
          const known = programs.get(name);
          if (known !== undefined && known !== file)
            throw new Error(`Two programs have the name ${name}: rename ${file}.`);
          programs.set(name, file);
          if (!known && !this.getModuleInfo(file)?.isEntry) {
            this.emitFile({ type: 'chunk', id: file, fileName: `${name}.js` });
          }
          return `./${name}.js`;
        };
        // Languages have the same name in each folder of texts.
        const late = (file: string) => program(file, `${basename(dirname(file))}-${basename(file, '.ts')}`);
        const fromBundle = (path: string, packageName: string | undefined): string => {
          const base = packageName ? import.meta.resolve(packageName) : pathToFileURL(id);
          const file = fileURLToPath(new URL(path, base));
          if (file.endsWith('.ts')) return program(file);
          const there = relative(dist, place(file, packageName)).split(sep).join('/');
          return path.endsWith('/') ? `${there}/` : there;
        };
        const bundled = code
          .replace(address, (_, path, packageName) => `new URL('${fromBundle(path, packageName)}', import.meta.url)`)
          .replace(lateModule, (_, path: string) => `require('${late(resolve(dirname(id), path))}')`);
        const strange = /import\.meta\.\w+/.exec(bundled.replace(understood, ''));
        if (strange) {
          throw new Error(
            `${id}: write ${strange[0]} as new URL('./a/literal/path', import.meta.url) to have it packed.`,
          );
        }
        return { code: bundled };
      },
    },
  };
}
