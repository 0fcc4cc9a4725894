import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { nextVersion, readChanges, unreleasedVersion } from '../../scripts/next-version.ts';
import { release } from '../../scripts/release.ts';
import { serviceVersion } from '../../src/platform/version.ts';
import { removeFolder } from '../support/folders.ts';

const folder = mkdtempSync(join(tmpdir(), 'report-service-release-'));
after(() => removeFolder(folder));

/** A changelog whose unreleased section has these kinds of change. */
const changelog = (released: string, ...kinds: readonly string[]) =>
  `# Changelog\n\n## Unreleased\n\n${kinds.map((kind) => `### ${kind}\n\n- Something.\n`).join('\n')}\n## ${released} - 2026-01-02\n\n### Removed\n\n- Old.\n`;

for (const [released, kinds, next] of [
  ['1.0.0-beta.1', ['Added', 'Removed'], '1.0.0-beta.2'],
  ['1.0.0-beta.9', ['Fixed'], '1.0.0-beta.10'],
  ['1.2.3', ['Fixed', 'Security'], '1.2.4'],
  ['1.2.3', ['Changed', 'Fixed'], '1.3.0'],
  ['1.2.3', ['Added'], '1.3.0'],
  ['1.2.3', ['Deprecated'], '1.3.0'],
  ['1.2.3', ['Added', 'Removed'], '2.0.0'],
] as const) {
  test(`after ${released}, ${kinds.join(' and ')} make ${next}`, () => {
    assert.equal(nextVersion(readChanges(changelog(released, ...kinds))), next);
  });
}

test('a change marked as breaking makes a major version, and the end of pre-releases is asked for', () => {
  const breaking = changelog('1.2.3', 'Changed').replace('- Something', '- **Breaking:** something');
  assert.equal(nextVersion(readChanges(breaking)), '2.0.0');
  assert.equal(nextVersion(readChanges(changelog('1.0.0-beta.4', 'Added')), { stable: true }), '1.0.0');
  assert.deepEqual(['1.0.0-beta.2', '1.0.0'].map(unreleasedVersion), [
    '1.0.0-beta.3+unreleased',
    '1.0.1-dev.0+unreleased',
  ]);
});

test('a changelog with nothing to release, or without a version, says so', () => {
  assert.throws(() => readChanges(changelog('1.0.0')), /nothing under "## Unreleased"/);
  assert.throws(
    () => readChanges('# Changelog\n\n## Unreleased\n\n- Something.\n'),
    /no "## Unreleased" above a version/,
  );
});

const read = (root: string, path: string) => readFileSync(join(root, path), 'utf8');
const git = (root: string, ...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

function givenClone(name: string): string {
  const root = join(folder, name);
  for (const path of ['', 'client', 'docs']) mkdirSync(join(root, path), { recursive: true });
  const version = '1.0.0-beta.1';
  const own = JSON.stringify({ name: 'report-service', version }, null, 2);
  const lock = { version, packages: { '': { version }, client: { version }, 'node_modules/other': { version } } };
  writeFileSync(join(root, 'package.json'), own);
  writeFileSync(join(root, 'client/package.json'), own);
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lock, null, 2));
  writeFileSync(join(root, 'CHANGELOG.md'), changelog(version, 'Added'));
  writeFileSync(join(root, 'docs/upgrading.md'), 'From 1.0.0-beta.1 to the unreleased version:\n');
  git(root, 'init', '--quiet', '--initial-branch=main');
  git(root, 'config', 'user.name', 'Test');
  git(root, 'config', 'user.email', 'test@example.com');
  git(root, 'add', '.');
  git(root, 'commit', '--quiet', '-m', 'First');
  return root;
}

const options = { stable: false, today: '2026-02-03', makeFiles: () => {} };

test('a release is a commit with its version everywhere, its files and a tag; the next commit begins what comes after', () => {
  const root = givenClone('clone');
  const makeFiles = (version: string) => {
    assert.equal(serviceVersion(join(root, 'package.json')), version);
    writeFileSync(join(root, 'made'), version);
  };
  assert.equal(release(root, { ...options, makeFiles }), '1.0.0-beta.2');
  const beginning = git(root, 'rev-parse', 'HEAD').slice(0, 10);
  assert.equal(serviceVersion(join(root, 'package.json')), `1.0.0-beta.3+${beginning}`);
  assert.equal(JSON.parse(read(root, 'client/package.json')).version, '1.0.0-beta.3+unreleased');

  git(root, 'checkout', '--quiet', 'v1.0.0-beta.2');
  assert.equal(serviceVersion(join(root, 'package.json')), '1.0.0-beta.2');
  assert.equal(JSON.parse(read(root, 'client/package.json')).version, '1.0.0-beta.2');
  const { version, packages } = JSON.parse(read(root, 'package-lock.json'));
  const versions = [version, packages[''].version, packages.client.version, packages['node_modules/other'].version];
  assert.deepEqual(versions, ['1.0.0-beta.2', '1.0.0-beta.2', '1.0.0-beta.2', '1.0.0-beta.1']);
  assert.match(
    read(root, 'CHANGELOG.md'),
    /^## Unreleased\n\n## 1\.0\.0-beta\.2 - 2026-02-03\n\n### Added\n\n- Something\./m,
  );
  assert.equal(read(root, 'docs/upgrading.md'), 'From 1.0.0-beta.1 to 1.0.0-beta.2:\n');
  assert.equal(read(root, 'made'), '1.0.0-beta.2');
  assert.equal(git(root, 'log', '-1', '--format=%s'), 'Release 1.0.0-beta.2');
  assert.equal(git(root, 'status', '--porcelain'), '');
});

test('after a release there is nothing to release until something changes', () => {
  const root = givenClone('twice');
  release(root, options);
  assert.throws(() => release(root, options), /nothing to release/);
  const more = read(root, 'CHANGELOG.md').replace('## Unreleased\n', '## Unreleased\n\n### Fixed\n\n- More.\n');
  writeFileSync(join(root, 'CHANGELOG.md'), more);
  git(root, 'commit', '--quiet', '-am', 'More');
  assert.equal(release(root, options), '1.0.0-beta.3');
});

test('what is not committed, and a tag that is there, stop a release before it changes anything', () => {
  const root = givenClone('dirty');
  writeFileSync(join(root, 'more'), '');
  assert.throws(() => release(root, options), /not committed/);
  git(root, 'add', '.');
  git(root, 'commit', '--quiet', '-m', 'More');
  git(root, 'tag', 'v1.0.0-beta.2');
  assert.throws(() => release(root, options), /a tag v1\.0\.0-beta\.2 already/);
  assert.equal(git(root, 'status', '--porcelain'), '');
});
