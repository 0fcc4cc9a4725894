import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findOAuthClient } from '../../src/domains/connections/oauth-clients.ts';
import { createVault } from '../../src/domains/connections/vault.ts';
import { engines } from '../support/databases.ts';
import { givenInstallation, type TestInstallation } from '../support/process.ts';

const key = Buffer.from('a key of thirty-two bytes length');
const secret = 'GOCSPX-secret-of-the-test';
const developerToken = 'developer-token-of-the-test';

for (const engine of engines) {
  describe(`${engine}: oauth-clients`, () => {
    let installation: TestInstallation;
    before(async () => {
      installation = await givenInstallation(engine, {
        SECRET_KEY: key.toString('base64'),
        PUBLIC_URL: 'https://reports.example.com',
      });
    });
    after(() => installation[Symbol.asyncDispose]());

    const set = (vendor: string, ...more: string[]) => ['oauth-clients', 'set', vendor, '--client-id', 'id-1', ...more];
    const stored = () => findOAuthClient(installation.db, createVault(key), 'google');

    test('a client is stored, sealed, and never shown again', async () => {
      const shown = await installation.json(set('google', '--secret', '-'), `${secret}\r\n`);
      assert.deepEqual(shown, {
        vendor: 'google',
        client_id: 'id-1',
        developer_token: false,
        redirect_uri: 'https://reports.example.com/oauth/callback',
        created_at: shown.created_at,
        updated_at: shown.updated_at,
      });
      assert.deepEqual(await stored(), { client_id: 'id-1', client_secret: secret, developer_token: null });
      const row = await installation.db.selectFrom('oauth_clients').selectAll().executeTakeFirstOrThrow();
      assert.ok(!JSON.stringify(row).includes(secret));
      assert.deepEqual(await installation.json(['oauth-clients', 'list']), [shown]);
      const [entry] = await installation.json(['audit', 'list', '--limit', '1']);
      assert.deepEqual(
        [entry.action, entry.subject, entry.details],
        ['oauth_client.set', 'google', { client_id: 'id-1' }],
      );
    });

    test('a new secret replaces the one before, and a developer token stays until there is another', async () => {
      const file = join(installation.dataDir, 'developer-token.txt');
      writeFileSync(file, `\uFEFF${developerToken}\n`);
      const shown = await installation.json(set('google', '--secret', '-', '--developer-token', file), 'secret-2');
      assert.equal(shown.developer_token, true);
      await installation.json(set('google', '--secret', '-'), 'secret-3');
      const expected = { client_id: 'id-1', client_secret: 'secret-3', developer_token: developerToken };
      assert.deepEqual(await stored(), expected);
    });

    test('what is wrong is refused in one sentence that repeats no secret', async () => {
      for (const [argv, input, says] of [
        [
          set('yahoo', '--secret', '-'),
          secret,
          /google, meta, linkedin, tiktok, microsoft, pinterest, amazon, hubspot, mailchimp/,
        ],
        [set('google', '--secret', '-'), `${secret} ${secret}`, /--secret must hold one text/],
        [set('google', '--secret', '-'), '', /--secret must hold one text/],
        [set('google', '--secret', join(installation.dataDir, 'none')), '', /--secret .*none cannot be read: ENOENT/],
        [
          set('google', '--secret', '-', '--developer-token', '-'),
          secret,
          /only one of --secret and --developer-token/,
        ],
        [set('meta', '--secret', '-', '--developer-token', 'x'), secret, /for google and microsoft alone/],
        [['oauth-clients', 'set', 'google', '--client-id', 'a b', '--secret', '-'], secret, /--client-id must hold/],
        [['oauth-clients', 'set', 'google', '--secret', '-'], secret, /--client-id/],
        [['oauth-clients', 'remove', 'tiktok'], '', /There is no client of tiktok/],
      ] as const) {
        const { code, stdout, stderr } = await installation.run(argv, input);
        assert.deepEqual([code, stdout], [1, ''], argv.join(' '));
        assert.match(stderr, says);
        assert.ok(!stderr.includes(secret), stderr);
      }
    });

    test('a client is removed, and the audit log knows by whom', async () => {
      const removed = await installation.json(['oauth-clients', 'remove', 'google']);
      assert.equal(removed.client_id, 'id-1');
      assert.deepEqual(await installation.json(['oauth-clients', 'list']), []);
      const [entry] = await installation.json(['audit', 'list', '--limit', '1']);
      assert.deepEqual([entry.action, entry.subject], ['oauth_client.remove', 'google']);
    });
  });
}
