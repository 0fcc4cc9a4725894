import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { writeProgram } from '../../scripts/bundled-main.ts';
import { givenInstallation } from '../support/process.ts';

const imported = new URL('../support/late-parts.ts', import.meta.url).href;

test('a command loads neither fetch nor names of languages and countries before it needs them', async () => {
  await using installation = await givenInstallation('sqlite');
  // Node loads fetch to read TypeScript: only the bundle can do without.
  const program = await writeProgram(installation.dataDir);
  const env = { ...installation.environment, PATH: process.env.PATH, NODE_OPTIONS: `--import ${imported}` };
  const { status, stderr } = spawnSync(program, ['accounts', 'list'], { env, encoding: 'utf8', timeout: 60_000 });
  assert.equal(status, 0, stderr);
  assert.match(stderr, /^late parts: none$/m);
});
