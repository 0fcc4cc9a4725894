import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { createVault } from '../../src/domains/connections/vault.ts';
import { getProvider } from '../../src/domains/single-sign-on/providers.ts';
import { givenAccount } from '../support/accounts.ts';
import { runCommand } from '../support/command.ts';
import { engines } from '../support/databases.ts';
import { givenMember } from '../support/people.ts';
import { givenInstallation, type TestInstallation } from '../support/process.ts';
import { givenProvider, requireSignOn } from '../support/sign-on.ts';

const secret = 'a-secret-of-the-client';
const key = randomBytes(32);

for (const engine of engines) {
  describe(`${engine}: commands for single sign-on`, () => {
    let installation: TestInstallation;
    before(async () => {
      installation = await givenInstallation(engine, {
        ...{ PUBLIC_URL: 'https://reports.example.com/agency', SECRET_KEY: key.toString('base64') },
      });
    });
    after(async () => await installation[Symbol.asyncDispose]());
    const json = (line: string) => installation.json(line.split(' '));
    const refused = async (line: string) => {
      const { code, stdout, stderr } = await installation.run(line.split(' '));
      assert.deepEqual([code, stdout], [1, '']);
      return stderr;
    };

    test('accounts update gives an account domains, which belong to it alone, and takes them away', async () => {
      const { db } = installation;
      const [one, other] = [await givenAccount(db), await givenAccount(db)];
      const given = await json(`accounts update ${one.id} --sso-domain Example.COM --sso-domain bücher.example`);
      assert.deepEqual(given.sso_domains, ['example.com', 'xn--bcher-kva.example']);
      const [entry] = await json('audit list --limit 1');
      assert.deepEqual([entry.action, entry.account_id], ['account.update', one.id]);
      assert.match(await refused(`accounts update ${other.id} --sso-domain example.com`), new RegExp(one.id));
      for (const wrong of ['example', 'ann@example.com', 'https://example.com', '*.example.com', '127.0.0.1']) {
        assert.match(
          await refused(`accounts update ${other.id} --sso-domain ${wrong}`),
          /written such as example\.com/,
        );
      }
      const taken = await json(`accounts update ${one.id} --remove-sso-domain example.com`);
      assert.deepEqual(taken.sso_domains, ['xn--bcher-kva.example']);
      assert.deepEqual((await json(`accounts update ${other.id} --sso-domain example.com`)).sso_domains, [
        'example.com',
      ]);
      assert.deepEqual((await json(`accounts show ${other.id}`)).sso_domains, ['example.com']);
    });

    test('sso show has everything but the secret, and sso disable is the way out of what owners required', async () => {
      const { db } = installation;
      const account = await givenAccount(db);
      assert.equal((await json(`sso show --account ${account.id}`)).mode, 'off');
      const vault = createVault(key);
      const row = await givenProvider(db, vault, account.id, `ways-out-${engine}.example`);
      await db.transaction().execute((transaction) => requireSignOn(transaction as never, vault, row));
      const member = await givenMember(db, account.id, { role: 'viewer' }, { email: `ann@ways-out-${engine}.example` });
      const shown = await installation.run(['sso', 'show', '--account', account.id, '--json']);
      const told = JSON.parse(shown.stdout);
      assert.deepEqual(
        [told.mode, told.issuer, told.client_id, told.has_secret, told.unlinked_members],
        ['required', 'https://login.example.com', 'reports', true, 1],
      );
      assert.equal(told.redirect_url, 'https://reports.example.com/agency/sso/callback');
      assert.ok(!shown.stdout.includes(secret));
      const reset = async () => (await installation.run(['users', 'reset', member.email])).stderr;
      assert.match(await reset(), /have to sign in by single sign-on/);
      const off = await json(`sso disable --account ${account.id}`);
      assert.deepEqual([off.mode, off.has_secret], ['off', true]);
      const [entry] = await json('audit list --limit 1');
      assert.deepEqual([entry.action, entry.account_id, entry.door], ['sso.disable', account.id, 'cli']);
      assert.equal(await reset(), '');
      assert.match(await refused('sso disable --account acc_01jd5w0k3m8q2r4t6v8x0z1b3d'), /no account/);
      assert.match(await refused(`sso disable --account ${(await givenAccount(db)).id}`), /no single sign-on/);
    });

    test('a new key of the vault seals the secret of the client anew', async () => {
      const { db, environment } = installation;
      const account = await givenAccount(db);
      await givenProvider(db, createVault(key), account.id, `rotated-${engine}.example`);
      const next = randomBytes(32);
      const keys = { SECRET_KEY: next.toString('base64'), SECRET_KEY_PREVIOUS: key.toString('base64') };
      const rotated = await runCommand(['vault', 'rotate', '--json'], { ...environment, ...keys });
      assert.equal(rotated.code, 0, rotated.stderr);
      const { secret: sealed } = await getProvider(db, account.id);
      assert.equal(createVault(next).open(account.id, sealed), secret);
    });
  });
}
