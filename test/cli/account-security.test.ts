import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { saveAccountSecurity } from '../../src/domains/account-security/account-security.ts';
import { givenAccount } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { givenInstallation } from '../support/process.ts';

for (const engine of engines) {
  describe(`${engine}: accounts security`, () => {
    test('it prints what an account asks, and takes back what keeps its owners out', async () => {
      await using installation = await givenInstallation(engine);
      const { db } = installation;
      const { id } = await givenAccount(db);
      const asked = { allowedNetworks: ['192.0.2.0/24'], requireSecondFactor: true, sessionIdleMinutes: 60 };
      await db
        .transaction()
        .execute((transaction) => saveAccountSecurity(transaction, id, asked, { address: '192.0.2.1' }));
      const printed = {
        require_second_factor: true,
        allowed_networks: ['192.0.2.0/24'],
        session_idle_minutes: 60,
        session_longest_minutes: null,
      };
      assert.deepEqual(await installation.json(['accounts', 'security', id]), printed);
      const cleared = { ...printed, allowed_networks: [] };
      assert.deepEqual(await installation.json(['accounts', 'security', id, '--clear-networks']), cleared);
      const waived = { ...cleared, require_second_factor: false };
      assert.deepEqual(await installation.json(['accounts', 'security', id, '--waive-second-factor']), waived);
      const log = await installation.json(['audit', 'list', '--account', id]);
      assert.deepEqual(
        log.map(({ action, details, door }: Record<string, unknown>) => [action, details, door]),
        [
          ['account.security', { require_second_factor: false }, 'cli'],
          ['account.security', { allowed_networks: [] }, 'cli'],
        ],
      );
      const unknown = await installation.run(['accounts', 'security', 'acc_00000000000000000000000000']);
      assert.deepEqual([unknown.code, /There is no account/.test(unknown.stderr)], [1, true]);
    });
  });
}
