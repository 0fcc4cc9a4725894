import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { addPasskey } from '../../src/domains/second-factors/passkeys.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { givenAccount, givenProject, givenToken } from '../support/accounts.ts';
import { backupKey } from '../support/backup-of-version.ts';
import { type Engine, engines } from '../support/databases.ts';
import { removeFolder } from '../support/folders.ts';
import { givenFullInstallation } from '../support/full-installation.ts';
import { assertCountsExact } from '../support/list-counts.ts';
import { givenRunningJob } from '../support/outcomes.ts';
import { givenMember } from '../support/people.ts';
import { rowsOf } from '../support/portable-rows.ts';
import { givenInstallation, startCommand } from '../support/process.ts';
import { call } from '../support/service.ts';
import { test } from '../support/suite.ts';

const folder = mkdtempSync(join(tmpdir(), 'report-service-accounts-'));
after(() => removeFolder(folder));
const vaultKey = randomBytes(32);
const withKey = (engine: Engine) => givenInstallation(engine, { SECRET_KEY: vaultKey.toString('base64') });

const passkey = {
  ...{ name: 'Laptop', credentialId: 'Y3JlZGVudGlhbA', publicKey: 'a2V5', counter: 1 },
  ...{ transports: ['internal'], isSynced: true },
};

const userOf = (db: Database, email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

for (const engine of engines) {
  test(`${engine}: one account of a backup comes beside others, of whom nothing changes, and its people join those who are there`, async () => {
    await using source = await withKey(engine);
    await using target = await withKey(engine);
    const contents = await givenFullInstallation(source, { vaultKey, keys: 3 });
    const { account } = contents;
    const boss = await givenMember(source.db, account.id, { role: 'owner' }, { email: 'boss@example.com' });
    const known = await givenMember(source.db, account.id, {}, { email: 'known@example.com' });
    await source.db.updateTable('users').set({ operator: 1 }).where('id', '=', boss.id).execute();
    await givenProject(source.db, await givenAccount(source.db, { name: 'Not asked for' }));
    const place = join(folder, engine);
    await source.json(['backup', '--to', place]);

    const other = await givenAccount(target.db, { name: 'Other' });
    const project = await givenProject(target.db, other);
    const running = await givenRunningJob(target.db, other, project.id, { type: 'generation' });
    const here = await givenMember(target.db, other.id, {}, { email: 'Known@example.com' });
    const before = await rowsOf(target.db);

    const restore = ['restore', place, '--account', account.id];
    const restored = await target.json(restore);
    assert.equal(restored.users_joined, 1);
    assert.equal(restored.left_out, 0);
    assert.ok(restored.users_added >= 3 && restored.objects === 2, JSON.stringify(restored));
    await assertCountsExact(target.db);

    // Whatever was there is as it was.
    const now = await rowsOf(target.db);
    for (const [table, rows] of Object.entries(before))
      assert.deepEqual(
        rows.filter((row) => !now[table]?.includes(row)),
        [],
        table,
      );
    const job = await target.db.selectFrom('jobs').selectAll().where('id', '=', running.id).executeTakeFirstOrThrow();
    assert.equal(job.status, 'running', 'the work of others goes on');
    // And what came is what it was there, but for who joined.
    const theirs = await rowsOf(source.db);
    const leftAlone = ['plans', 'oauth_clients', 'accounts', 'users', 'jobs', 'job_queues', 'memberships', 'audit_log'];
    for (const [table, rows] of Object.entries(theirs).filter(([name]) => !leftAlone.includes(name))) {
      const expected = rows.filter((row) => !row.includes(known.id));
      assert.deepEqual(
        expected.filter((row) => row.includes(account.id) && !now[table]?.includes(row)),
        [],
        table,
      );
    }
    assert.ok(!JSON.stringify(now).includes('Not asked for'));
    const member = await target.db
      .selectFrom('memberships')
      .selectAll()
      .where('account_id', '=', account.id)
      .where('user_id', '=', here.id)
      .executeTakeFirst();
    assert.ok(member, 'who was there is a member');
    assert.equal(await userOf(target.db, 'known@example.com'), undefined);
    assert.equal((await userOf(target.db, 'boss@example.com'))?.operator, 0, 'operators are made here alone');
    const unfinished = await target.db
      .selectFrom('jobs')
      .select(['id', 'status'])
      .where('id', 'in', contents.unfinished)
      .execute();
    assert.deepEqual([...new Set(unfinished.map(({ status }) => status))], ['queued']);
    const [entry] = await target.json(['audit', 'list', '--limit', '1']);
    assert.deepEqual([entry.action, entry.account_id], ['account.restore', account.id]);

    await using service = startCommand(['serve', '--role', 'api'], target.environment);
    const url = (await service.firstLine).replace('listening on ', '');
    const { token, exportId } = contents;
    const download = await call(url, 'GET', `/api/v1/export-jobs/${exportId}`, { token });
    assert.equal(download.status, 200);
    assert.equal((await call(url, 'GET', '/api/v1/me', { token: contents.revoked })).status, 401);
    await service.stop('SIGTERM');

    const again = await target.run(restore);
    assert.equal(again.code, 1);
    assert.match(again.stderr, new RegExp(`The account ${account.id} is here: nothing was restored.*accounts delete`));
    // Once it is removed it comes back.
    await target.json(['accounts', 'delete', account.id, '--confirm', account.id]);
    const back = await target.json(restore);
    assert.deepEqual([back.objects, back.users_joined], [2, 1]);
  });

  test(`${engine}: an account that clashes with something of another, is not in the backup or is sealed by another key is refused, and leaves nothing`, async () => {
    await using source = await withKey(engine);
    await using target = await withKey(engine);
    const account = await givenAccount(source.db);
    await givenToken(source.db, account.id);
    let place = join(folder, `${engine}-clash`);
    await source.json(['backup', place]);
    const other = await givenAccount(target.db);
    const tokens = await source.db.selectFrom('tokens').selectAll().execute();
    await target.db
      .insertInto('tokens')
      .values(tokens.map((token) => ({ ...token, account_id: other.id })))
      .execute();
    let before = await rowsOf(target.db);
    const refused = async (id: string, says: RegExp) => {
      const { code, stderr } = await target.run(['restore', place, '--account', id]);
      assert.match(stderr, says);
      assert.equal(code, 1);
      assert.deepEqual(await rowsOf(target.db), before);
    };
    await refused(
      account.id,
      /\(tokens\) is here already: nothing was restored\. Remove it here, or restore into an empty/,
    );
    await refused('acc_none', /has no account acc_none/);
    // Not a key of a row, but what no two may have alike.
    const holder = await givenMember(target.db, other.id);
    const { id: second } = await givenAccount(source.db);
    const owner = await givenMember(source.db, second);
    for (const [db, userId] of [
      [source.db, owner.id],
      [target.db, holder.id],
    ] as const)
      await addPasskey(db, { ...passkey, userId });
    before = await rowsOf(target.db);
    place = join(folder, `${engine}-passkey`);
    await source.json(['backup', place]);
    await refused(second, /is here already, in another account \(.*passkeys.*\): nothing was restored/);
    if (engine === 'postgres') return;

    await using sealed = await givenInstallation(engine, { SECRET_KEY: randomBytes(32).toString('base64') });
    const otherKey = Buffer.from(sealed.environment.SECRET_KEY ?? '', 'base64');
    const { account: full } = await givenFullInstallation(sealed, { vaultKey: otherKey, keys: 3 });
    place = join(folder, `${engine}-sealed`);
    await sealed.json(['backup', place]);
    await refused(full.id, /sealed with another key/);
    assert.equal(existsSync(join(target.dataDir, 'objects/documents')), false);
  });
}

test('an account of a backup of the first version comes beside others', async () => {
  await using target = await givenInstallation('sqlite', { SECRET_KEY: backupKey.toString('base64') });
  const other = await givenAccount(target.db);
  const place = join(import.meta.dirname, '../installation/backups/1.0.0-beta.1');
  const { id } = JSON.parse(readFileSync(join(place, 'tables/accounts.jsonl'), 'utf8').split('\n')[0] ?? '');
  const { rows, objects } = await target.json(['restore', place, '--account', id]);
  assert.ok(rows > 10 && objects === 2);
  const accounts = await target.db.selectFrom('accounts').select('id').execute();
  assert.deepEqual(accounts.map((account) => account.id).sort(), [id, other.id].sort());
});
