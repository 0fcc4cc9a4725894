import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { dataSets } from '../support/flights.ts';
import { removeFolder } from '../support/folders.ts';
import { startedService } from '../support/started-service.ts';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

test("the README's commands from a new account to a PDF run as written, however long the jobs take", async (t) => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [way = ''] = [...readme.matchAll(/^```sh\n(field\(\) .*?)^```$/gms)].map(([, code = '']) => code);
  await using service = await startedService('sqlite', { DATA_ROOTS: dataSets });
  const folder = mkdtempSync(join(tmpdir(), 'readme-'));
  t.after(() => removeFolder(folder));
  const saved = join(folder, 'report.pdf');
  const script = way.replace('http://127.0.0.1:8080', service.url()).replaceAll('report.pdf', saved);
  // Short sleeps are to the jobs what slow jobs are to the written ones.
  const hasty = `sleep() { command sleep 0.1; }\n${script}`;
  await execute('bash', ['-euc', hasty], { cwd: root, env: { ...service.environment } });
  assert.equal(readFileSync(saved, 'latin1').slice(0, 5), '%PDF-');
});
