import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { addresses, type Place } from './addresses.ts';
import { ascii } from './ascii.ts';
import { lateBuiltin, lateBuiltins } from './late-builtins.ts';

/** What stays out of the bundle: packages with native code, which npm chooses by platform. */
export const nativePackages = ['@duckdb/node-api', '@myriaddreamin/typst-ts-node-compiler', '@resvg/resvg-js'] as const;

/** An optional companion of `pg`, which works without it. */
const absent = ['pg-native'];

/**
 * Bundles the program `entry` of the sources at `root` to JavaScript in the folder `dist`, with separate files for what
 * is loaded late, and returns its input files. Throws for everything the bundler warns about, such as a missing
 * package.
 */
export async function bundle(root: string, entry: string, dist: string, place: Place): Promise<string[]> {
  await using build = await rolldown({
    cwd: root,
    input: { main: join(root, entry) },
    platform: 'node',
    external: (id) => (id.startsWith('node:') && !lateBuiltin.test(id)) || [...nativePackages, ...absent].includes(id),
    plugins: [lateBuiltins(), addresses(root, dist, place), ascii()],
    onLog(level, { message }) {
      if (level === 'warn') throw new Error(`The bundler warns: ${message}`);
    },
  });
  const names = { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' };
  const { output } = await build.write({ dir: dist, format: 'esm', comments: false, ...names });
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
}
