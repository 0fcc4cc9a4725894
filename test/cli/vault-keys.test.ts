import assert from 'node:assert/strict';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createVault } from '../../src/domains/connections/vault.ts';
import { beginRotation, findVaultKeys, type VaultKeys } from '../../src/installation/vault-keys.ts';
import { type Config, readConfig } from '../../src/platform/config/config.ts';
import { createTestDatabase } from '../support/databases.ts';
import { removeFolder } from '../support/folders.ts';

function givenFolder() {
  const path = fs.mkdtempSync(join(tmpdir(), 'report-service-keys-'));
  return { path, [Symbol.dispose]: () => removeFolder(path) };
}

/** Everything that changes files. */
const changes = ['openSync', 'writeFileSync', 'writeSync', 'fsyncSync', 'renameSync', 'linkSync', 'rmSync'] as const;

/**
 * Runs `work` as a process that is killed at its `nth` change of files: a file being written is left empty, and nothing
 * after it happens. Returns whether it got that far.
 */
async function killedAt(nth: number, work: () => unknown): Promise<boolean> {
  const { writeFileSync } = fs;
  const originals = changes.map((name) => [name, fs[name]] as const);
  let count = 0;
  for (const [name, original] of originals) {
    const kill = (...parameters: unknown[]) => {
      if (++count < nth) return (original as (...all: unknown[]) => unknown)(...parameters);
      if (count === nth && name === 'writeFileSync' && typeof parameters[0] === 'string') {
        writeFileSync(parameters[0], '', parameters[2] as fs.WriteFileOptions);
      }
      throw new Error('killed');
    };
    Object.assign(fs, { [name]: kill });
  }
  syncBuiltinESMExports();
  try {
    await work();
  } catch (error) {
    assert.equal((error as Error).message, 'killed');
  } finally {
    Object.assign(fs, Object.fromEntries(originals));
    syncBuiltinESMExports();
  }
  return count >= nth;
}

async function forEachKill(
  begin: (config: Config, keysOf: () => Promise<VaultKeys>) => Promise<() => unknown>,
  check: (keysOf: () => Promise<VaultKeys>, config: Config) => Promise<void>,
) {
  await using database = await createTestDatabase('sqlite');
  for (let nth = 1; ; nth++) {
    using folder = givenFolder();
    const config = readConfig({ DATA_DIR: folder.path });
    const keysOf = () => findVaultKeys(config, database.db);
    if (!(await killedAt(nth, await begin(config, keysOf)))) {
      assert.ok(nth > 2, 'it was killed at several places');
      return;
    }
    await check(keysOf, config);
  }
}

test('after a first start was killed at any point of making its key, the next one makes it', async () => {
  await forEachKill(
    async (_, keysOf) => keysOf,
    async (keysOf) => {
      const [key] = await keysOf();
      assert.deepEqual(await keysOf(), [key]);
    },
  );
});

test('a rotation killed at any point leaves keys that open everything, and can be run again', async () => {
  let key: Buffer;
  await forEachKill(
    async (config, keysOf) => {
      [key] = await keysOf();
      return () => beginRotation(config);
    },
    async (keysOf, config) => {
      const sealed = createVault(key).seal('con_1', { password: 'secret' });
      assert.deepEqual(createVault(...(await keysOf())).open('con_1', sealed), { password: 'secret' });
      beginRotation(config);
      const keys = await keysOf();
      assert.ok(!keys[0].equals(key));
      assert.deepEqual(createVault(...keys).open('con_1', sealed), { password: 'secret' });
    },
  );
});

test('two concurrent first starts agree on one key', async () => {
  await using database = await createTestDatabase('sqlite');
  using folder = givenFolder();
  const config = readConfig({ DATA_DIR: folder.path });
  const { linkSync } = fs;
  let other: VaultKeys | undefined;
  fs.linkSync = (...paths) => {
    fs.linkSync = linkSync;
    syncBuiltinESMExports();
    fs.writeFileSync(join(folder.path, 'secret.key'), `${Buffer.alloc(32, 'other').toString('base64')}\n`);
    other = [Buffer.alloc(32, 'other')];
    linkSync(...paths);
  };
  syncBuiltinESMExports();
  assert.deepEqual(await findVaultKeys(config, database.db), other);
  assert.deepEqual(fs.readdirSync(folder.path), ['secret.key']);
});
