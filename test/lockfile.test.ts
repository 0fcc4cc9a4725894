import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

interface Locked {
  readonly optionalDependencies?: Record<string, string>;
  readonly hasInstallScript?: boolean;
  readonly resolved?: string;
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

test('no installed package runs a script of its own', () => {
  const scripts = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  assert.deepEqual(
    scripts.map(([path]) => path),
    [],
  );
});

test('the lockfile names no host', () => {
  assert.equal(/"resolved": "https?:/.test(text), false);
});
