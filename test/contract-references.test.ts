import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readRules } from '../scripts/contract-coverage.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', timeout: 30_000 })
  .split('\0')
  .filter((file) => file !== '' && !/\.(png|arrow)$|^package-lock\.json$/.test(file))
  .filter((file) => existsSync(root + file))
  .map((file) => ({ file, text: readFileSync(root + file, 'utf8') }));

/** Each line of the files in which the pattern is found, with where it stands. */
function linesWith(pattern: RegExp): string[] {
  return tracked.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(
      ({ 0: found, index }) => `${file}:${text.slice(0, index).split('\n').length}: ${found}`,
    ),
  );
}

test('nothing names a section of a document that readers do not have; rules have ids', () => {
  const gap = String.raw`[\s*/(]+`;
  const elsewhere = [
    `contract${gap}section`,
    `specification${gap}section`,
    `design${gap}page`,
    `the${gap}specification`,
  ];
  assert.deepEqual(linesWith(new RegExp(elsewhere.join('|'), 'gi')), []);
});

test('every rule id that is mentioned exists in docs/contract.md', () => {
  const rules = new Set(readRules(readFileSync(`${root}docs/contract.md`, 'utf8')).map(({ id }) => id));
  // The test of the coverage makes up rules of its own.
  const named = linesWith(/\bC-[A-Z]+-\d+\b/g).filter((line) => !line.startsWith('test/contract-coverage.test.ts'));
  assert.ok(named.length >= rules.size);
  assert.deepEqual(
    named.filter((line) => !rules.has(line.split(' ').at(-1) ?? '')),
    [],
  );
});
