import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { acceptInvitation } from '../../src/domains/members/accept-invitation.ts';
import { findFactors } from '../../src/domains/second-factors/factors.ts';
import { addPasskey } from '../../src/domains/second-factors/passkeys.ts';
import { resetPassword } from '../../src/domains/users/password-resets.ts';
import { beginSession, findSession } from '../../src/domains/users/sessions.ts';
import { signIn } from '../../src/domains/users/sign-in.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { givenMember, givenUser, password } from '../support/people.ts';
import { givenInstallation, type TestInstallation } from '../support/process.ts';

const browser = { address: '192.0.2.1', agent: 'Test' };
const tokenIn = (link: string) => /[0-9A-Za-z]{43}$/.exec(link)?.[0] ?? '';

for (const engine of engines) {
  describe(`${engine}: commands for people`, () => {
    let installation: TestInstallation;
    let mails: MailServer;
    before(async () => {
      mails = await startMailServer();
      const mail = { SMTP_URL: mails.url, MAIL_FROM: 'Reports <reports@example.com>' };
      installation = await givenInstallation(engine, { PUBLIC_URL: 'https://reports.example.com/agency', ...mail });
    });
    after(async () => {
      await installation[Symbol.asyncDispose]();
      await mails[Symbol.asyncDispose]();
    });
    const json = (line: string) => installation.json(line.split(' '));
    const refused = async (line: string) => {
      const { code, stdout, stderr } = await installation.run(line.split(' '));
      assert.deepEqual([code, stdout], [1, '']);
      return stderr;
    };
    const lastEntry = async () => (await json('audit list --limit 1'))[0];

    test('accounts create gives a link by which its owner comes in, mailed to the address it is for', async () => {
      const account = await json('accounts create --name Bees --plan free --owner-email Bea@example.com');
      assert.match(
        account.invitation.url,
        /^https:\/\/reports\.example\.com\/agency\/console\/invitation\/[0-9A-Za-z]{43}$/,
      );
      assert.ok(Date.parse(account.invitation.expires_at) > Date.now() + 47 * 3_600_000);
      const mail = mails.received.at(-1);
      assert.deepEqual(mail?.to, ['Bea@example.com']);
      assert.ok(mail?.raw.replaceAll('=\r\n', '').includes(account.invitation.url));
      const entry = await lastEntry();
      assert.deepEqual([entry.action, entry.account_id, entry.door], ['member.invite', account.id, 'cli']);
      assert.match(entry.actor, /^operator:/);
      const { db } = installation;
      const token = tokenIn(account.invitation.url);
      const accepted = await acceptInvitation(
        db,
        token,
        { email: 'other@example.com', name: 'Bea', password },
        browser,
      );
      assert.equal(accepted.result, 'right');
      const [member, ...others] = await json(`members list --account ${account.id}`);
      assert.deepEqual([member.email, member.role, member.state, others], ['Bea@example.com', 'owner', 'member', []]);
      const listed = await installation.run(['audit', 'list', '--json']);
      assert.ok(!listed.stdout.includes(token), 'no link in the audit log');
    });

    test('without an address whoever opens the link names theirs; text shows the link, too', async () => {
      const sent = mails.received.length;
      const { stdout } = await installation.run(['accounts', 'create', '--name', 'Open', '--plan', 'pro']);
      const [, link = ''] = /^invitation +(\S+) \(until /m.exec(stdout) ?? [];
      assert.equal(mails.received.length, sent);
      const given = { email: 'named@example.com', name: 'Named', password };
      assert.equal((await acceptInvitation(installation.db, tokenIn(link), given, browser)).result, 'right');
    });

    test('users create makes a user who chooses a password by a link; list never shows its hash', async () => {
      const made = await json('users create --email Olga@Example.com --name Olga --operator');
      assert.deepEqual([made.operator, made.password, made.mailed], [true, false, true]);
      assert.equal((await lastEntry()).action, 'user.create');
      assert.match(await refused('users create --email olga@example.com --name Other'), /Somebody signs in with this/);
      assert.match(await refused('users create --email olga --name Other'), /An e-mail address looks like/);
      assert.ok(await resetPassword(installation.db, tokenIn(made.link), password, browser));
      const { stdout } = await installation.run(['users', 'list', '--json']);
      const olga = JSON.parse(stdout).find(({ id }: { id: string }) => id === made.id);
      assert.deepEqual([olga.email, olga.password, olga.disabled_at], ['Olga@Example.com', true, null]);
      assert.ok(!stdout.includes('argon2'));
    });

    test('a link that cannot be mailed is printed all the same', async () => {
      const { email } = await givenUser(installation.db);
      mails.refusals.push(550);
      const { code, stdout, stderr } = await installation.run(['users', 'reset', email, '--json']);
      assert.equal(code, 0);
      assert.match(stderr, /^The e-mail was not sent, so pass on the link yourself/);
      const { link, mailed } = JSON.parse(stdout);
      assert.equal(mailed, false);
      assert.ok(await resetPassword(installation.db, tokenIn(link), password, browser));
    });

    test('a user is disabled and enabled, by id or address; the last owner only by force', async () => {
      const { db } = installation;
      const account = await givenAccount(db);
      const owner = await givenMember(db, account.id);
      const { token } = await beginSession(db, owner.id, browser);
      assert.match(await refused(`users disable ${owner.email}`), /has no other owner who can sign in/);
      assert.ok(await findSession(db, token), 'nothing was done');
      const disabled = await json(`users disable ${owner.email} --force`);
      assert.notEqual(disabled.disabled_at, null);
      assert.equal(await findSession(db, token), undefined);
      assert.equal((await json(`members list --account ${account.id}`))[0].state, 'disabled');
      assert.equal((await json(`users enable ${owner.id}`)).disabled_at, null);
      assert.equal((await lastEntry()).action, 'user.enable');
      assert.match(await refused('users disable nobody@example.com'), /There is no user nobody@example.com/);
    });

    test('users second-factor reset removes every factor and ends all sessions; a new password does not', async () => {
      const { db } = installation;
      const user = await givenUser(db);
      await addPasskey(db, {
        ...{ userId: user.id, name: 'Laptop', credentialId: 'AAAA', publicKey: 'AAAA', counter: 0 },
        ...{ transports: [], isSynced: false },
      });
      const { token } = await beginSession(db, user.id, browser);
      await json(`users reset ${user.email}`);
      assert.deepEqual(await findFactors(db, user.id), { hasCodeApp: false, passkeys: 1 });
      const reset = await json(`users second-factor reset ${user.email}`);
      assert.deepEqual([reset.removed_one_time_codes, reset.removed_passkeys], [false, 1]);
      assert.deepEqual(await findFactors(db, user.id), { hasCodeApp: false, passkeys: 0 });
      assert.equal(await findSession(db, token), undefined);
      const entry = await lastEntry();
      assert.deepEqual([entry.action, entry.subject, entry.door], ['user.reset_second_factor', user.id, 'cli']);
      assert.equal((await signIn(db, { email: user.email, password }, browser)).result, 'right');
      assert.equal((await json(`users second-factor reset ${user.id}`)).removed_passkeys, 0, 'there is none any more');
      assert.match(
        await refused('users second-factor reset nobody@example.com'),
        /There is no user nobody@example.com/,
      );
    });

    test('an operator who has lost their only factor comes in again by a command, which needs none', async () => {
      const { db } = installation;
      const { id: userId, email } = await givenUser(db, { isOperator: true });
      const passkey = { name: 'Laptop', credentialId: 'BBBB', publicKey: 'BBBB', counter: 0 };
      await addPasskey(db, { userId, ...passkey, transports: [], isSynced: false });
      assert.equal((await signIn(db, { email, password }, browser)).result, 'factor_needed');
      assert.equal((await json(`users second-factor reset ${email}`)).removed_passkeys, 1);
      assert.equal((await signIn(db, { email, password }, browser)).result, 'right');
    });

    test('members are invited, listed, changed, limited to projects, removed, and invitations taken back', async () => {
      const { db } = installation;
      const account = await givenAccount(db);
      const project = await givenProject(db, account);
      const owner = await givenMember(db, account.id);
      const add = `members add --account ${account.id}`;
      const invited = await json(`${add} --role viewer --email eve@example.com --project ${project.id}`);
      assert.deepEqual([invited.state, invited.project_ids], ['invited', [project.id]]);
      assert.match(await refused(`${add} --role viewer --project prj_x`), /The account has no project prj_x/);
      assert.match(await refused(`${add} --role owner --project ${project.id}`), /never limited to projects/);
      assert.match(await refused(`${add} --role boss`), /--role takes viewer, editor, admin, owner/);
      await acceptInvitation(db, tokenIn(invited.link), { email: '', name: 'Eve', password }, browser);
      const states = (await json(`members list --account ${account.id}`)).map(({ state }: { state: string }) => state);
      assert.deepEqual(states, ['member', 'member']);
      const update = (flags: string) => json(`members update eve@example.com --account ${account.id} ${flags}`);
      assert.deepEqual((await update('--role editor')).project_ids, [project.id]);
      assert.equal((await update('--role admin')).project_ids, null);
      assert.match(await refused(`members update eve@example.com --account ${account.id}`), /takes --role/);
      const demote = `members update ${owner.id} --account ${account.id} --role viewer`;
      assert.match(await refused(demote), /has no other owner/);
      const { token } = await beginSession(db, owner.id, browser);
      assert.equal((await json(`${demote} --force`)).role, 'viewer');
      assert.equal(await findSession(db, token), undefined, 'a changed role ends sessions');
      await json(`members remove ${owner.id} --account ${account.id}`);
      assert.match(await refused(`members remove ${owner.id} --account ${account.id}`), /is no member/);
      const open = await json(`${add} --role viewer`);
      assert.equal((await json(`members remove ${open.id} --account ${account.id}`)).state, 'revoked');
      assert.equal(
        (await acceptInvitation(db, tokenIn(open.link), { email: 'x@y.z', name: 'X', password }, browser)).result,
        'gone',
      );
      const told = (await json(`audit list --account ${account.id}`)).map(({ action }: { action: string }) => action);
      const expected = ['member.invite', 'member.accept', 'member.update', 'member.update', 'member.update'];
      assert.deepEqual(told.reverse(), [...expected, 'member.remove', 'member.invite', 'member.uninvite']);
    });

    test('a lost owner: a link gives them a new password, or another owner comes and the old one goes', async () => {
      const { db } = installation;
      const account = await givenAccount(db);
      const owner = await givenMember(db, account.id, { role: 'owner' }, { hasPassword: false });
      const comesIn = async (email: string) => (await signIn(db, { email, password }, browser)).result === 'right';
      const { link } = await json(`users reset ${owner.email}`);
      assert.equal(await comesIn(owner.email), false, 'the link alone changes nothing');
      assert.ok(await resetPassword(db, tokenIn(link), password, browser));
      assert.equal(await comesIn(owner.email), true);
      const invited = await json(`members add --account ${account.id} --role owner --email next.owner@example.com`);
      const remove = `members remove ${owner.email} --account ${account.id}`;
      assert.match(await refused(remove), /has no other owner/, 'before the other one has come');
      await acceptInvitation(db, tokenIn(invited.link), { email: '', name: 'Next', password }, browser);
      assert.equal(await comesIn('next.owner@example.com'), true);
      await json(remove);
      const [member, ...others] = await json(`members list --account ${account.id}`);
      assert.deepEqual([member.email, member.role, others], ['next.owner@example.com', 'owner', []]);
    });

    test('sessions are listed without their tokens, and ended one by one or all of a user', async () => {
      const { db } = installation;
      const { id, email } = await givenUser(db);
      const begun = [
        await beginSession(db, id, browser),
        await beginSession(db, id, browser),
        await beginSession(db, id, browser),
      ];
      const { stdout } = await installation.run(['sessions', 'list', '--user', email, '--json']);
      assert.equal(JSON.parse(stdout).length, 3);
      for (const { token, session } of begun)
        assert.ok(!stdout.includes(token) && !stdout.includes(session.token_hash));
      assert.deepEqual(await json(`sessions end ${begun[0]?.session.id}`), { ended: 1 });
      assert.equal(await findSession(db, begun[0]?.token ?? ''), undefined);
      assert.deepEqual(await json(`sessions end --user ${id}`), { ended: 2 });
      assert.equal((await lastEntry()).action, 'session.end');
      assert.match(await refused('sessions end ses_x'), /There is no session ses_x/);
      assert.match(await refused('sessions end'), /takes the id of a session, or --user/);
    });

    test('doctor names an account that nobody can manage', async () => {
      const account = await givenAccount(installation.db);
      const { id } = await givenMember(installation.db, account.id, { role: 'admin' });
      const people = async () => {
        const { stdout } = await installation.run(['doctor', '--json']);
        return JSON.parse(stdout).find(({ check }: { check: string }) => check === 'people');
      };
      const finding = await people();
      assert.equal(finding.ok, false);
      assert.match(finding.message, / has no owner who can sign in; run "members add --account acc_/);
      const lost = /^acc_\w+/.exec(finding.message)?.[0];
      assert.ok(lost);
      await json(`members update ${id} --account ${account.id} --role owner`);
      assert.ok(!(await people()).message.startsWith(account.id));
    });
  });
}
