import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Challenges, sweepChallenges, takeChallenge } from '../../../src/domains/second-factors/challenges.ts';
import { createTestDatabase, engines, type TestDatabase } from '../../support/databases.ts';

const challenges = new Challenges(Buffer.alloc(32, 1));

test('a challenge is good for its purpose until its end, with the key that made it, and unchanged', () => {
  const now = 1_700_000_000_000;
  const challenge = challenges.make('sign-in', 60_000, now);
  assert.equal(challenges.isGood('sign-in', challenge, now + 59_999), true);
  assert.equal(challenges.isGood('sign-in', challenge, now + 60_000), false, 'over');
  assert.equal(challenges.isGood('registration of usr_1', challenge, now), false, 'for something else');
  assert.equal(new Challenges(Buffer.alloc(32, 2)).isGood('sign-in', challenge, now), false, 'another key');
  assert.notEqual(challenges.make('sign-in', 60_000, now), challenge);
  for (let index = 0; index < 38; index++) {
    const bytes = Buffer.from(challenge, 'base64url');
    bytes[index] = (bytes[index] ?? 0) ^ 1;
    assert.equal(challenges.isGood('sign-in', bytes.toString('base64url'), now), false, `byte ${index}`);
  }
  for (const text of ['', 'x', challenge.slice(1), `${challenge}AAAA`]) {
    assert.equal(challenges.isGood('sign-in', text, now), false, text);
  }
});

for (const engine of engines) {
  describe(`${engine}: challenges`, () => {
    let database: TestDatabase;
    before(async () => {
      database = await createTestDatabase(engine);
    });
    after(async () => await database[Symbol.asyncDispose]());

    test('one is used once, however many come at once, and forgotten when it is over', async () => {
      const { db } = database;
      const challenge = challenges.make('sign-in', 60_000);
      const take = () => db.transaction().execute((transaction) => takeChallenge(transaction, challenge));
      const taken = await Promise.all([take(), take(), take()]);
      assert.deepEqual(taken.toSorted(), [false, false, true]);
      assert.equal(await sweepChallenges(db), 0);
      assert.equal(await take(), false);
      assert.equal(await sweepChallenges(db, Date.now() + 60_001), 1);
    });
  });
}
