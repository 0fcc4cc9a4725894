import { createHash } from 'node:crypto';
import { chmodSync, existsSync, globSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const cache = join(root, 'node_modules/.cache/bundles');
/** Where Node keeps what it has compiled. */
export const compileCache = join(root, 'node_modules/.cache/node');
/** A running service, and the services of a run of tests, still load from the bundle that they were started from. */
const mostKept = 5;
const youngMs = 2 * 3_600_000;

/**
 * Identifies a bundle's input: a change in the name, time or size of a source, or in the installed packages, needs a
 * new one.
 */
const ingredients = [
  'src/**/*.ts',
  'client/src/**/*.ts',
  'scripts/bundled-main.ts',
  'scripts/packing/*.ts',
  'node_modules/.package-lock.json',
];

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const path of globSync(ingredients, { cwd: root }).sort()) {
    const { mtimeMs, size } = statSync(join(root, path));
    hash.update(`${path} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

/** The service as a bundle of the current sources, made now unless it exists. */
export async function bundledMain(): Promise<string> {
  const dist = join(cache, fingerprint());
  const main = join(dist, 'main.js');
  if (existsSync(main)) return main;
  const made = `${dist}-${process.pid}`;
  const { bundle } = await import('./packing/bundle.ts');
  await bundle(root, 'src/main.ts', made, (file) => file);
  // Without it Node reads each file twice, to find out whether it is a module.
  writeFileSync(join(made, 'package.json'), '{"type":"module"}');
  try {
    renameSync(made, dist);
  } catch (error) {
    // Another start has made the same one meanwhile.
    rmSync(made, { recursive: true, force: true });
    if (!existsSync(main)) throw error;
  }
  removeOld();
  return main;
}

function removeOld(): void {
  const madeMs = (name: string) => statSync(join(cache, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const byAge = readdirSync(cache).sort((a, b) => madeMs(b) - madeMs(a));
  const old = byAge.slice(mostKept).filter((name) => madeMs(name) < Date.now() - youngMs);
  for (const name of old) rmSync(join(cache, name), { recursive: true, force: true });
}

/** Writes the bundled service as a program into `folder`, run by `bin/report-service`; returns its path. */
export async function writeProgram(folder: string): Promise<string> {
  const path = join(folder, 'report-service');
  const lines = [
    '#!/bin/sh',
    `export REPORT_SERVICE_MAIN="${await bundledMain()}"`,
    `exec "${join(root, 'bin/report-service')}" "$@"`,
  ];
  writeFileSync(path, `${lines.join('\n')}\n`);
  chmodSync(path, 0o755);
  return path;
}

if (import.meta.main) console.log(await bundledMain());
