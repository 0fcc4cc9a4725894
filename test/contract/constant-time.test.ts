import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { test } from 'node:test';
import { makeToken } from '../../src/domains/accounts/secrets.ts';
import { revokeToken } from '../../src/domains/accounts/tokens.ts';
import { givenAccount, givenToken } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { startTestService } from '../support/service.ts';

const publicIdOf = (token: string) => token.split('.')[0] ?? '';
const secretOf = (token: string) => token.split('.')[1] ?? '';

for (const engine of engines) {
  // Timing proves nothing on a shared machine, but the calls do, and Node guarantees the comparison's time.
  test(`${engine}: a secret is hashed and compared once, by timingSafeEqual, whatever is wrong with the token [C-TOKEN-5]`, async (t) => {
    await using service = await startTestService(engine);
    const { id } = await givenAccount(service.db);
    const valid = await givenToken(service.db, id);
    const revoked = await givenToken(service.db, id);
    await revokeToken(service.db, publicIdOf(revoked));
    const wrongSecret = secretOf(makeToken('live').token);
    const tokens = {
      valid,
      revoked,
      expired: await givenToken(service.db, id, { expiresInMs: -1 }),
      'an unknown public id': makeToken('live').token,
      'a wrong secret': `${publicIdOf(valid)}.${wrongSecret}`,
      'a wrong secret of a revoked token': `${publicIdOf(revoked)}.${wrongSecret}`,
    };
    const hashes = t.mock.method(crypto, 'hash').mock;
    const comparisons = t.mock.method(crypto, 'timingSafeEqual').mock;
    syncBuiltinESMExports();
    t.after(() => {
      t.mock.restoreAll();
      syncBuiltinESMExports();
    });
    for (const [what, token] of Object.entries(tokens)) {
      hashes.resetCalls();
      comparisons.resetCalls();
      const { status } = await service.call('GET', '/api/v1/', { token });
      assert.equal(status, token === valid ? 200 : 401, what);
      assert.deepEqual(
        hashes.calls.map((call) => call.arguments.slice(0, 2)),
        [['sha256', secretOf(token)]],
        what,
      );
      const digest = crypto.createHash('sha256').update(secretOf(token)).digest();
      const compared = comparisons.calls.map((call) => call.arguments as unknown as [Buffer, Buffer]);
      assert.deepEqual(
        compared.map(([expected, given]) => [expected.length, given]),
        [[digest.length, digest]],
        what,
      );
    }
  });
}
