import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readAuthVersion } from '../../../src/domains/accounts/auth-version.ts';
import { revokeToken } from '../../../src/domains/accounts/tokens.ts';
import { SharedAnswer } from '../../../src/platform/database/shared-answer.ts';
import { givenAccount, givenToken } from '../../support/accounts.ts';
import { createTestDatabase, engines } from '../../support/databases.ts';

/** Reads that end when the test says so. */
function givenReads() {
  const begun: PromiseWithResolvers<string>[] = [];
  const version = new SharedAnswer(() => {
    const read = Promise.withResolvers<string>();
    begun.push(read);
    return read.promise;
  });
  return { begun, version };
}

suite('a version that requests at once share', () => {
  test('nobody is told what a read found that had begun before they asked', async () => {
    const { begun, version } = givenReads();
    const first = version.ask();
    const later = [version.ask(), version.ask(), version.ask()];
    assert.equal(begun.length, 1, 'the later ones wait for a read of their own');
    begun[0]?.resolve('before');
    assert.equal(await first, 'before');
    await nextTurn();
    assert.equal(begun.length, 2, 'and share it');
    const last = version.ask();
    begun[1]?.resolve('revoked');
    assert.deepEqual(await Promise.all(later), ['revoked', 'revoked', 'revoked']);
    await nextTurn();
    begun[2]?.resolve('revoked again');
    assert.equal(await last, 'revoked again');
  });

  test('one that asks while nothing is read begins at once', async () => {
    const { begun, version } = givenReads();
    for (const text of ['one', 'two']) {
      const read = version.ask();
      begun.at(-1)?.resolve(text);
      assert.equal(await read, text);
      await nextTurn();
    }
    assert.equal(begun.length, 2);
  });

  test('a read that fails fails those who share it, and no later one', async () => {
    const { begun, version } = givenReads();
    const first = version.ask();
    const later = [version.ask(), version.ask()];
    begun[0]?.reject(new Error('away'));
    await assert.rejects(first, /away/);
    await nextTurn();
    begun[1]?.reject(new Error('still away'));
    for (const read of later) await assert.rejects(read, /still away/);
    await nextTurn();
    const last = version.ask();
    begun[2]?.resolve('back');
    assert.equal(await last, 'back');
  });

  for (const engine of engines) {
    test(`${engine}: whoever asks after a change has committed is told of it, however many ask`, async () => {
      await using database = await createTestDatabase(engine);
      const { db } = database;
      const { id } = await givenAccount(db);
      const token = await givenToken(db, id);
      const before = await readAuthVersion(db);
      const asking = Array.from({ length: 50 }, () => readAuthVersion(db));
      await revokeToken(db, token.split('.')[0] ?? '');
      const after = await Promise.all(Array.from({ length: 50 }, () => readAuthVersion(db)));
      assert.equal(new Set(after).size, 1);
      assert.notEqual(after[0], before);
      await Promise.all(asking);
    });
  }
});
