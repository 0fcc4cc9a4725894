import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { getAccount, updateAccount } from '../../src/domains/accounts/accounts.ts';
import type { Ended } from '../support/command.ts';
import { engines } from '../support/databases.ts';
import { givenInstallation, startCommand, type TestInstallation } from '../support/process.ts';
import { call } from '../support/service.ts';
import { test, usually } from '../support/suite.ts';

const wholeSeconds = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const unknownAccount = 'acc_00000000000000000000000000';

function assertRefused({ code, stdout, stderr }: Ended, says: RegExp): void {
  assert.equal(code, 1);
  assert.equal(stdout, '');
  assert.match(stderr, says);
  assert.equal(stderr.trimEnd().split('\n').length, 1, `one sentence, not: ${stderr}`);
}

for (const engine of usually(engines, ['sqlite'])) {
  describe(`${engine}: accounts and tokens`, () => {
    let installation: TestInstallation;
    before(async () => {
      installation = await givenInstallation(engine);
    });
    after(() => installation[Symbol.asyncDispose]());

    const createAccount = (...flags: string[]) =>
      installation.json(['accounts', 'create', '--name', 'Agency', '--plan', 'pro', ...flags]);
    const createToken = (account: string, ...flags: string[]) =>
      installation.json([
        'tokens',
        'create',
        '--account',
        account,
        '--name',
        'CI',
        '--scopes',
        'reports:read',
        ...flags,
      ]);

    test('migrate lists what it applied: nothing if the schema is up to date', async () => {
      assert.deepEqual(await installation.json(['migrate']), { applied: [] });
      assert.equal((await installation.run(['migrate'])).stdout, 'applied  -\n');
    });

    test('accounts create prints the resource, and show prints the same', async () => {
      const made = await createAccount('--add-on', 'api', '--per-minute', '7', '--per-day', '9');
      const { invitation: _, ...created } = made;
      assert.match(created.id, /^acc_[0-9a-z]{26}$/);
      const { name, plan, add_ons, per_minute, per_day } = created;
      assert.deepEqual(
        { name, plan, add_ons, per_minute, per_day },
        { name: 'Agency', plan: 'pro', add_ons: ['api'], per_minute: 7, per_day: 9 },
      );
      assert.deepEqual(await installation.json(['accounts', 'show', created.id]), created);
      const { stdout } = await installation.run(['accounts', 'show', created.id]);
      assert.match(stdout, new RegExp(`^id +${created.id}\nname +Agency\nplan +pro\nadd_ons +api\nper_minute +7\n`));
    });

    test('times are whole seconds in UTC, as the API writes them', async () => {
      const account = await createAccount();
      const token = await createToken(account.id, '--expires-in', '12h');
      const { revoked_at } = await installation.json(['tokens', 'revoke', token.public_id]);
      const times = [account.created_at, account.updated_at, token.created_at, token.expires_at, revoked_at];
      for (const time of times) assert.match(time, wholeSeconds);
    });

    test('accounts list prints an array, and a table with a line for each account [C-OPERATOR-6]', async () => {
      const { id } = await createAccount();
      const list = await installation.json(['accounts', 'list']);
      assert.ok(Array.isArray(list) && list.some((account) => account.id === id));
      const { stdout } = await installation.run(['accounts', 'list']);
      assert.equal(stdout.trimEnd().split('\n').length, list.length + 1);
      assert.match(stdout, /^id +name +plan /);
    });

    test('accounts update changes what is named and leaves the rest [C-OPERATOR-4]', async () => {
      const { id, invitation: _, ...created } = await createAccount('--add-on', 'api', '--per-minute', '7');
      const update = (...flags: string[]) => installation.json(['accounts', 'update', id, ...flags]);
      const renamed = await update('--name', 'Other', '--remove-add-on', 'api');
      assert.deepEqual({ ...renamed, updated_at: '' }, { id, ...created, name: 'Other', add_ons: [], updated_at: '' });
      const moved = await update('--plan', 'free', '--add-on', 'api', '--per-minute', '8', '--per-day', '100');
      const { plan, add_ons, per_minute, per_day } = moved;
      assert.deepEqual(
        { plan, add_ons, per_minute, per_day },
        { plan: 'free', add_ons: ['api'], per_minute: 8, per_day: 100 },
      );
    });

    test('accounts update allows private networks and takes them back; show and list have them [C-OPERATOR-4]', async () => {
      const { id, allowed_networks } = await createAccount();
      assert.deepEqual(allowed_networks, []);
      const update = (...flags: string[]) => installation.run(['accounts', 'update', id, '--json', ...flags]);
      const allow = ['--allow-network', '10.20.0.0/16', '--allow-network', 'FD12::/48', '--allow-network', '10.1.1.1'];
      const allowed = await update(...allow);
      const networks = ['10.20.0.0/16', 'fd12::/48', '10.1.1.1/32'];
      assert.deepEqual(JSON.parse(allowed.stdout).allowed_networks, networks);
      for (const network of networks)
        assert.match(allowed.stderr, new RegExp(`${network} has no effect until ALLOWED_NET`));
      assert.deepEqual((await installation.json(['accounts', 'show', id])).allowed_networks, networks);
      const list: { id: string; allowed_networks: string[] }[] = await installation.json(['accounts', 'list']);
      assert.deepEqual(list.find((account) => account.id === id)?.allowed_networks, networks);
      const removed = await update('--remove-network', '10.1.1.1/32', '--remove-network', 'fd12::/48');
      assert.deepEqual(JSON.parse(removed.stdout).allowed_networks, ['10.20.0.0/16']);
      const again = await update('--allow-network', '10.20.0.0/16');
      assert.deepEqual(JSON.parse(again.stdout).allowed_networks, ['10.20.0.0/16']);
      assertRefused(
        await update('--allow-network', '10.20.1.1/16'),
        /bits beyond its length, so write 10\.20\.0\.0\/16/,
      );
      assertRefused(await update('--allow-network', 'inside'), /such as 10\.0\.0\.0\/8; "inside" is none/);
    });

    test('concurrent changes all take effect', async () => {
      const { id } = await createAccount();
      const { db } = installation;
      const changes = [{ perMinute: 7 }, { perDay: 70 }, { name: 'Other' }, { addOns: ['api'] }];
      await Promise.all(
        changes.map((change) => db.transaction().execute((transaction) => updateAccount(transaction, id, change))),
      );
      const { perMinute, perDay, name, addOns } = await getAccount(db, id);
      assert.deepEqual({ perMinute, perDay, name, addOns }, Object.assign({}, ...changes));
    });

    test('unknown and empty values are refused in one sentence', async () => {
      const { run } = installation;
      const create = ['accounts', 'create', '--name', 'A', '--plan'];
      assertRefused(await run(['accounts', 'show', unknownAccount]), /There is no account acc_0/);
      assertRefused(await run(['accounts', 'update', unknownAccount, '--name', 'B']), /There is no account acc_0/);
      assertRefused(await run(['accounts', 'update', unknownAccount]), /There is nothing to change/);
      assertRefused(
        await run([...create, 'gold']),
        /There is no plan "gold"; choose one of agency, free, pro, starter/,
      );
      assertRefused(await run([...create, 'pro', '--add-on', 'jet']), /There is no add-on "jet"/);
      assertRefused(await run(['accounts', 'create', '--name', ' ', '--plan', 'pro']), /1 to 200 characters/);
      assertRefused(await run(['tokens', 'list', '--account', unknownAccount]), /There is no account acc_0/);
      assertRefused(await run(['tokens', 'revoke', 'rs_live_0000000000000000']), /There is no token rs_live_0/);
      const { id } = await createAccount();
      const token = ['tokens', 'create', '--account', id, '--name', 'A', '--scopes'];
      assertRefused(await run([...token, 'reports:burn']), /There is no scope "reports:burn"/);
      assertRefused(
        await run([...token, 'reports:read', '--kind', 'dead']),
        /--kind takes live, try_it, manage, not "dead"/,
      );
    });

    test('names have at most 200 characters, of any kind', async () => {
      const [longest, longer] = ['😀'.repeat(200), '😀'.repeat(201)];
      const { id, name } = await installation.json(['accounts', 'create', '--plan', 'pro', '--name', longest]);
      assert.equal(name, longest);
      const token = ['tokens', 'create', '--account', id, '--scopes', 'reports:read', '--name'];
      assert.equal((await installation.json([...token, longest])).name, longest);
      assertRefused(await installation.run(['accounts', 'update', id, '--name', longer]), /1 to 200 characters/);
      assertRefused(await installation.run([...token, longer]), /1 to 200 characters/);
    });

    test('tokens create shows the token once; list never does [C-TOKEN-3, C-TOKEN-6]', async () => {
      const { id } = await createAccount();
      const created = await createToken(id, '--expires-in', '90d', '--scopes', 'projects:read,projects:write');
      assert.match(created.token, /^rs_live_[0-9A-Za-z]{16}\.[0-9A-Za-z]{49}$/);
      assert.equal(created.public_id, created.token.split('.')[0]);
      assert.deepEqual(created.scopes, ['reports:read', 'projects:read', 'projects:write']);
      const lifetimeMs = Date.parse(created.expires_at) - Date.parse(created.created_at);
      assert.equal(lifetimeMs, 90 * 86_400_000);
      const { token, ...shown } = created;
      assert.deepEqual(await installation.json(['tokens', 'list', '--account', id]), [shown]);
      const { stdout } = await installation.run(['tokens', 'list', '--account', id]);
      assert.ok(stdout.includes(created.public_id) && !stdout.includes(token.split('.')[1]));
    });

    test('a token of the management API has a role in place of scopes, never both and never that of an owner', async () => {
      const { id } = await createAccount();
      const create = ['tokens', 'create', '--account', id, '--name', 'A', '--kind', 'manage'];
      const created = await installation.json([...create, '--role', 'editor']);
      assert.match(created.token, /^rs_manage_[0-9A-Za-z]{16}\.[0-9A-Za-z]{49}$/);
      assert.deepEqual([created.role, created.scopes], ['editor', []]);
      const refused = async (...flags: string[]) => (await installation.run([...create, ...flags])).stderr;
      assert.match(await refused('--role', 'editor', '--scopes', 'reports:read'), /in place of scopes, never both/);
      assert.match(await refused('--role', 'owner'), /has the role viewer, editor, admin/);
      assert.match(await refused(), /has the role viewer, editor, admin/);
      const live = ['--kind', 'live', '--scopes', 'reports:read', '--role', 'viewer'];
      assert.match(await refused(...live), /Only a token of kind manage has a role/);
    });

    test('a try_it token lives 24 hours at most [C-TOKEN-9]', async () => {
      const { id } = await createAccount();
      const created = await createToken(id, '--kind', 'try_it', '--expires-in', '90d');
      assert.match(created.token, /^rs_try_/);
      assert.equal(Date.parse(created.expires_at) - Date.parse(created.created_at), 86_400_000);
    });

    test('changes of an account and a revocation take effect at once on a running service [C-TOKEN-8, C-PLAN-7, C-LIMIT-15]', async () => {
      await using service = startCommand(['serve', '--role', 'api'], installation.environment);
      const url = (await service.firstLine).replace('listening on ', '');
      const { id } = await createAccount();
      const { token, public_id } = await createToken(id);
      const me = () => call(url, 'GET', '/api/v1/me', { token });
      assert.equal((await me()).headers.get('x-ratelimit-limit'), '120');

      await installation.json(['accounts', 'update', id, '--per-minute', '1000']);
      assert.equal((await me()).headers.get('x-ratelimit-limit'), '1000');
      await installation.json(['accounts', 'update', id, '--plan', 'starter']);
      assert.equal((await me()).body.error.code, 'api_access_required');
      await installation.json(['accounts', 'update', id, '--add-on', 'api']);
      assert.equal((await me()).body.data.account.api_access.granted_by, 'add_on');
      await installation.json(['accounts', 'update', id, '--remove-add-on', 'api']);
      assert.equal((await me()).status, 403);

      const revoked = await installation.json(['tokens', 'revoke', public_id]);
      assert.equal((await me()).status, 401);
      assert.deepEqual(
        await installation.json(['tokens', 'revoke', public_id]),
        revoked,
        'a second time changes nothing',
      );
    });
  });
}
