import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TrustedClock } from '../../../src/domains/retention/trusted-clock.ts';
import { setMark } from '../../../src/platform/database/marks.ts';
import { createTestDatabase, engines } from '../../support/databases.ts';

const hourMs = 3_600_000;

for (const engine of engines) {
  test(`${engine}: a clock is not believed for a day after it jumped, or stood elsewhere when the service last ran`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    let steady = 0;
    const clock = new TrustedClock(db, () => steady);
    const isTrusted = async (each = clock) => (await each.look()).isTrusted;
    /** As if the last look had been so long ago, by the clock. */
    const lookedAgo = (ms: number, doubtedAgoMs: number | null = null) => {
      const at = Date.now() - ms;
      const doubtedSince = doubtedAgoMs === null ? null : Date.now() - doubtedAgoMs;
      return setMark(db, 'retention_clock', JSON.stringify({ at, doubtedSince }));
    };
    assert.equal(await isTrusted(), true, 'of a new installation');
    steady += hourMs;
    await lookedAgo(hourMs);
    assert.equal(await isTrusted(), true, 'an hour by both clocks');
    await lookedAgo(hourMs);
    assert.equal(await isTrusted(), false, 'an hour ahead within no time');
    assert.equal(await isTrusted(), false, 'and no more jumps');
    await lookedAgo(-hourMs);
    assert.equal(await isTrusted(), false, 'back again');
    await lookedAgo(0, 23 * hourMs);
    assert.equal(await isTrusted(), false, '23 hours later');
    await lookedAgo(0, 25 * hourMs);
    assert.equal(await isTrusted(), true, 'a day later');
    await lookedAgo(30 * hourMs);
    assert.equal(await isTrusted(new TrustedClock(db, () => 0)), true, 'started again after a day');
    await lookedAgo(24 * 366 * hourMs);
    assert.equal(await isTrusted(new TrustedClock(db, () => 0)), false, 'started again, a year later by the clock');
    await lookedAgo(0, hourMs);
    assert.equal(await isTrusted(new TrustedClock(db, () => 0)), false, 'a restart ends no doubt');
  });
}
