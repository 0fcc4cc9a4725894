import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { satisfies } from 'semver';

interface Locked {
  readonly optionalDependencies?: Record<string, string>;
  readonly hasInstallScript?: boolean;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly os?: readonly string[];
  readonly libc?: readonly string[];
  readonly version?: string;
  readonly engines?: { readonly node?: string };
}

const text = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8');
const packages: Record<string, Locked> = JSON.parse(text).packages;

test('the lockfile names the packages of every platform, so that npm ci works on each', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  );
  assert.deepEqual(missing, []);
});

test('no installed package runs its own scripts', () => {
  const scripts = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  assert.deepEqual(
    scripts.map(([path]) => path),
    [],
  );
});

test('no package asks for a newer Node than the one that README names: all run on the pinned one, which npm does not see', () => {
  const [, version = ''] =
    /^Node (20\.\d+) or later and npm/m.exec(readFileSync(new URL('../README.md', import.meta.url), 'utf8')) ?? [];
  const newer = Object.entries(packages)
    .filter(([, { engines }]) => engines?.node && !satisfies(`${version}.0`, engines.node))
    .map(([path]) => path);
  assert.deepEqual(newer, [], 'take "engines" out of these entries of package-lock.json');
});

test('the lockfile names no host', () => {
  assert.equal(/"resolved": "https?:/.test(text), false);
});

/**
 * Typst for other platforms than the project is made on, of a release that the registry there does not have: nothing that could be
 * checked told their digests. Only the lockfile of a clone is concerned; a package that is installed has none.
 */
const unknownDigests = [
  'android-arm-eabi',
  'android-arm64',
  'darwin-arm64',
  'darwin-x64',
  'linux-arm-gnueabihf',
  'linux-arm64-gnu',
  'linux-arm64-musl',
  'win32-arm64-msvc',
  'win32-x64-msvc',
].map((platform) => `@myriaddreamin/typst-ts-node-compiler-${platform} 0.7.0`);

test('every package that an installation needs has a digest, except those known to lack one', () => {
  const unchecked = Object.entries(packages)
    .filter(([path, { integrity, link, dev }]) => path.startsWith('node_modules/') && !integrity && !link && !dev)
    .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')} ${version}`);
  assert.deepEqual(unchecked.sort(), unknownDigests.toSorted());
});

test('what is native is there for both architectures of the image, amd64 and arm64, with the C library of Debian', () => {
  const families = new Map<string, Set<string>>();
  for (const [path, { os, dev, libc = ['glibc'] }] of Object.entries(packages)) {
    if (dev || !os?.includes('linux') || !libc.includes('glibc') || /musl|gnueabi/.test(path)) continue;
    const [, family = '', machine = ''] = /node_modules\/([^/]+(?:\/[^/]+)?-linux)-(x64|arm64)\b/.exec(path) ?? [];
    if (family) families.set(family, (families.get(family) ?? new Set()).add(machine));
  }
  assert.ok(families.size >= 4, [...families.keys()].join());
  for (const [family, machines] of families) assert.deepEqual([...machines].sort(), ['arm64', 'x64'], family);
});
