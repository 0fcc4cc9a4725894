import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = fileURLToPath(new URL('.', import.meta.url));

test('an answer that does not match its schema does not compile, nor does a parameter that is not in the path', () => {
  const source = readFileSync(join(folder, 'wrong-handlers.ts'), 'utf8');
  const marks = source.split('\n').flatMap((line, index) => (line.includes('@ts-expect-error') ? [index + 2] : []));
  assert.ok(marks.length > 10);

  // Next to the original, so that its imports work; without the marks, so that each error shows.
  const bare = mkdtempSync(join(folder, 'bare-'));
  try {
    const code = source.replaceAll('@ts-expect-error', 'wrong:').replaceAll("'../../../", "'../../../../");
    writeFileSync(join(bare, 'handlers.ts'), code);
    writeFileSync(
      join(bare, 'tsconfig.json'),
      JSON.stringify({ extends: join(root, 'tsconfig.json'), include: ['*'] }),
    );
    const compiler = join(dirname(fileURLToPath(import.meta.resolve('typescript/package.json'))), 'bin', 'tsc');
    const { stdout } = spawnSync(process.execPath, [compiler, '-p', bare, '--pretty', 'false'], {
      encoding: 'utf8',
      timeout: 120_000,
    });
    const errors = [...stdout.matchAll(/handlers\.ts\((\d+),/g)].map(([, line]) => Number(line));
    assert.deepEqual([...new Set(errors)], marks, stdout);
    assert.doesNotMatch(stdout.replaceAll(/^.*handlers\.ts\(.*$/gm, ''), /error TS/);
  } finally {
    rmSync(bare, { recursive: true });
  }
});
