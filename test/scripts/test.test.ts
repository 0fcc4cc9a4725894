import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const isWhole = (file: string) => !existsSync(join(root, file.replace('.test.ts', '.smoke.test.ts')));

test('what runs on PostgreSQL says so in its title, by which the run of the suites finds it', () => {
  const files = globSync('test/{cli,client,contract,domains,reporting}/**/*.test.ts', { cwd: root }).filter(isWhole);
  const found = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const parts = text.split(/\bof (?:usually\()?engines\b|if \(engines\.includes\('postgres'\)|skip: withoutPostgres/);
    // What is skipped has its title before it.
    return parts.slice(1).map((part, index) => {
      const before = parts[index]?.split('\n').slice(-3).join('\n') ?? '';
      const title = /(?:test|describe|suite)\(\s*['`]([^'`]*)/.exec(part.startsWith(',\n') ? before : part)?.[1];
      return /\$\{engine\}|\$\{(?:from|to)\}|postgres/i.test(title ?? '') ? 'named' : `${file}: ${title}`;
    });
  });
  assert.ok(found.length > 100, `${found.length}`);
  assert.deepEqual(new Set(found), new Set(['named']));
});
