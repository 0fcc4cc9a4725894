import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { removeFolder } from '../support/folders.ts';
import { givenInstallation, spawnCommand, startCommand } from '../support/process.ts';

const temporary = mkdtempSync(join(tmpdir(), 'report-service-temporary-'));
after(() => removeFolder(temporary));
const source = pathToFileURL(join(import.meta.dirname, '../../src/reporting/processes/temporary-folders.ts')).href;

/** Makes a folder of rows in a process that is then killed, or ends with it still there. */
function leave(): string {
  const script = `
    const { makeTemporaryFolder } = await import(${JSON.stringify(source)});
    process.stdout.write(await makeTemporaryFolder('rows'));
    process.kill(process.pid, 'SIGKILL');`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, TMPDIR: temporary },
    encoding: 'utf8',
  });
  assert.ok(existsSync(stdout), stdout);
  return stdout;
}

test('a start removes the folders of killed processes alone, and doctor counts them before', async () => {
  const abandoned = leave();
  const living = abandoned.replace(/-\d+-(?=[^-]+$)/, `-${process.pid}-`);
  mkdirSync(living);
  const ofOtherHost = leave();
  const elsewhere = ofOtherHost.replace(/rows-[0-9a-f]{8}-/, 'rows-00000000-');
  renameSync(ofOtherHost, elsewhere);
  const strange = join(temporary, 'report-service-rows-aBcDeF');
  mkdirSync(strange);

  await using installation = await givenInstallation('sqlite', { TMPDIR: temporary, PORT: '0', WORKERS: '1' });
  const { stdout } = await spawnCommand(['doctor', '--json'], installation.environment);
  const found: { check: string; ok: boolean; message: string }[] = JSON.parse(stdout);
  const space = found.find(({ check }) => check === 'temporary folder');
  assert.equal(space?.ok, true);
  assert.match(
    space.message,
    /MiB free in .*; fetched files take 0 MiB of at most 2048 MiB; folders of killed processes, which the next start removes: 1$/,
  );
  const disk = found.find(({ check }) => check === 'disk');
  assert.match(disk?.message ?? '', /MiB free in .*; the database takes \d+ MiB, uploads that arrive take 0 MiB/);
  assert.ok(existsSync(abandoned), 'other commands remove nothing');

  await using service = startCommand(['serve'], installation.environment);
  await service.firstLine;
  const left = readdirSync(temporary).filter((name) => name.startsWith('report-service-rows-'));
  assert.deepEqual(left.map((name) => join(temporary, name)).sort(), [living, elsewhere, strange].sort());
});
