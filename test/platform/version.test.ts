import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { serviceVersion } from '../../src/platform/version.ts';
import { removeFolder } from '../support/folders.ts';
import { spawnCommand } from '../support/process.ts';
import { startTestService } from '../support/service.ts';

const folder = mkdtempSync(join(tmpdir(), 'report-service-version-'));
after(() => removeFolder(folder));
const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', [...identity, ...args], { cwd, encoding: 'utf8', stdio: 'pipe' }).trim();

/** A folder with a package.json of this version. */
function givenFolder(name: string, version: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(join(path, 'package.json'), JSON.stringify({ version }));
  return path;
}

function givenClone(name: string, version: string): string {
  const path = givenFolder(name, version);
  git(path, 'init', '--quiet', '--initial-branch=main');
  git(path, 'add', '.');
  git(path, 'commit', '--quiet', '-m', 'First');
  return path;
}

const versionOf = (path: string) => serviceVersion(join(path, 'package.json'));
const commitOf = (path: string) => git(path, 'rev-parse', 'HEAD').slice(0, 10);

test('between two releases a clone names the commit that is checked out, however Git keeps it', () => {
  const clone = givenClone('clone', '1.0.0-beta.3+unreleased');
  assert.equal(versionOf(clone), `1.0.0-beta.3+${commitOf(clone)}`);
  const first = versionOf(clone);
  git(clone, 'commit', '--quiet', '--allow-empty', '-m', 'Second');
  assert.notEqual(versionOf(clone), first);
  git(clone, 'pack-refs', '--all');
  assert.equal(versionOf(clone), `1.0.0-beta.3+${commitOf(clone)}`);
  git(clone, 'worktree', 'add', '--quiet', '-b', 'other', join(folder, 'tree'));
  git(join(folder, 'tree'), 'commit', '--quiet', '--allow-empty', '-m', 'Third');
  assert.equal(versionOf(join(folder, 'tree')), `1.0.0-beta.3+${commitOf(join(folder, 'tree'))}`);
  assert.notEqual(versionOf(join(folder, 'tree')), versionOf(clone));
  git(clone, 'checkout', '--quiet', '--detach', 'HEAD~1');
  assert.equal(versionOf(clone), first);
});

test('a release is named as it is, and sources without a commit say that they are of none', () => {
  assert.equal(versionOf(givenClone('release', '1.0.0-beta.2')), '1.0.0-beta.2');
  assert.equal(versionOf(givenFolder('archive', '1.0.0-beta.3+unreleased')), '1.0.0-beta.3+unreleased');
  const empty = givenFolder('empty', '1.0.0-beta.3+unreleased');
  git(empty, 'init', '--quiet');
  assert.equal(versionOf(empty), '1.0.0-beta.3+unreleased');
});

test('a package within the clone of something else does not name the commit of that', () => {
  const clone = givenClone('somebody', '7.0.0');
  mkdirSync(join(clone, 'node_modules'));
  const packed = givenFolder('somebody/node_modules/report-service', '1.0.0-beta.3+unreleased');
  assert.equal(versionOf(packed), '1.0.0-beta.3+unreleased');
});

test('the command, backups, doctor, the log and /version name the same version', async () => {
  const version = serviceVersion();
  await using service = await startTestService('sqlite');
  const environment = { DATA_DIR: join(folder, 'data') };
  assert.equal((await spawnCommand(['--version'], environment)).stdout, `${version}\n`);
  await spawnCommand(['backup', join(folder, 'backup')], environment);
  assert.equal(JSON.parse(readFileSync(join(folder, 'backup', 'manifest.json'), 'utf8')).service_version, version);
  const findings = JSON.parse((await spawnCommand(['doctor', '--json'], environment)).stdout);
  assert.deepEqual(findings[0], { check: 'version', ok: true, message: `is ${version}` });
  const answer = await service.call('GET', '/version');
  assert.deepEqual([answer.status, answer.body], [200, { version }]);
});
