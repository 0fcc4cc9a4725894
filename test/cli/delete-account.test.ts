import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { saveAccountSecurity } from '../../src/domains/account-security/account-security.ts';
import type { Account } from '../../src/domains/accounts/accounts.ts';
import { deleteAccount } from '../../src/domains/accounts/delete-account.ts';
import { recordAudit } from '../../src/domains/audit/audit.ts';
import { createVault } from '../../src/domains/connections/vault.ts';
import { createInvitation } from '../../src/domains/members/invitations.ts';
import { setComment } from '../../src/domains/reports/comments.ts';
import { saveRetention } from '../../src/domains/retention/retention.ts';
import { fireDueSchedules } from '../../src/domains/schedules/fire-schedules.ts';
import { createShare } from '../../src/domains/shares/shares.ts';
import { linkIdentity } from '../../src/domains/single-sign-on/identities.ts';
import { switchAccount } from '../../src/domains/users/sessions.ts';
import { claimJob } from '../../src/platform/jobs/claims.ts';
import { endJob } from '../../src/platform/jobs/held-job.ts';
import { failed } from '../../src/platform/jobs/outcomes.ts';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import type { ObjectStore } from '../../src/platform/storage/object-store.ts';
import { givenAccount, givenProject, givenToken } from '../support/accounts.ts';
import { givenBulkJob } from '../support/bulk-jobs.ts';
import { givenChannel } from '../support/chat.ts';
import { createTestDatabase, engines } from '../support/databases.ts';
import { givenFullAuditLog } from '../support/full-audit-log.ts';
import { givenSession } from '../support/manage.ts';
import { countKeysNextTurn, givenOldKeys } from '../support/old-keys.ts';
import { givenExport, givenJob, givenReport, smallDocument } from '../support/outcomes.ts';
import { givenMember } from '../support/people.ts';
import { givenPortfolio } from '../support/portfolio.ts';
import { givenInstallation, type TestInstallation } from '../support/process.ts';
import { givenSchedule, makeDue } from '../support/schedules.ts';
import { givenScimTeam } from '../support/scim.ts';
import { givenProvider } from '../support/sign-on.ts';
import { givenFollowedTemplate } from '../support/templates.ts';
import { givenWatch } from '../support/watches.ts';
import { givenToldEndpoint } from '../support/webhooks.ts';

const key = Buffer.from('a key of thirty-two bytes length');

for (const engine of engines) {
  describe(`${engine}: accounts delete`, () => {
    let installation: TestInstallation;
    before(async () => {
      installation = await givenInstallation(engine, { SECRET_KEY: key.toString('base64') });
    });
    after(async () => await installation[Symbol.asyncDispose]());

    /** How many rows each table has of the account; found in the database itself, so that no new table is forgotten. */
    async function countRows(accountId: string): Promise<Record<string, number>> {
      const { db } = installation;
      const tables = (await db.introspection.getTables()).filter(({ columns }) =>
        columns.some(({ name }) => name === 'account_id'),
      );
      const counts: [string, number][] = [];
      for (const { name } of tables) {
        const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}
          where account_id = ${accountId}`.execute(db);
        counts.push([name, Number(rows[0]?.count)]);
      }
      return Object.fromEntries(counts);
    }

    /** Without the mark that a store gets when a folder of it is found empty. */
    const files = () =>
      readdirSync(join(installation.dataDir, 'objects'), { recursive: true, withFileTypes: true }).filter(
        (entry) => entry.isFile() && entry.name !== 'mark',
      );

    async function givenCounts(id: string): Promise<void> {
      const { db } = installation;
      await db.insertInto('request_counts').values({ account_id: id, day: 1, day_count: 1 }).execute();
      await (engine === 'postgres'
        ? sql`insert into recent_requests (account_id, admitted_at, number) values (${id}, 1, 1)`.execute(db)
        : sql`insert into recent_requests (account_id, admitted_at) values (${id}, 1)`.execute(db));
    }

    /** An account with something in every table and store. */
    async function givenFullAccount(): Promise<Account> {
      const { db, dataDir } = installation;
      const objects = await openFileStore(join(dataDir, 'objects'));
      const account = await givenAccount(db);
      const id = { account_id: account.id };
      await givenToken(db, account.id);
      await saveAccountSecurity(db, account.id, { sessionIdleMinutes: 60 }, { address: null });
      const member = await givenMember(db, account.id);
      await switchAccount(db, (await givenSession(db, member)).sessionId, account.id);
      await db.transaction().execute((transaction) => saveRetention(transaction, account.id, 12));
      await givenProvider(db, createVault(key), account.id, `of-${account.id.slice(4)}.example`);
      const subject = { issuer: 'https://login.example.com', subject: member.id };
      await linkIdentity(db, account.id, member.id, subject, member.email);
      const invited = { role: 'viewer', email: null, projectIds: null, madeBy: 'operator:test' } as const;
      await createInvitation(db, { accountId: account.id, ...invited });
      const project = await givenProject(db, account, { tags: ['Retail'], folder: 'Northwind' });
      await givenFollowedTemplate(db, project);
      await givenBulkJob(db, project);
      await givenPortfolio(db, project);
      await givenWatch(db, project, member.id);
      await givenScimTeam(db, account.id);
      const document = smallDocument();
      const { reportId } = await givenReport(db, objects, account, project.id, { document });
      const place = { accountId: account.id, document, section: 1 };
      await setComment(db, place, { markdown: 'Well said.', author: 'operator:test' });
      await givenExport(db, objects, account, project.id, { bytes: Buffer.from('file'), reportId });
      const { id: unfinished } = await givenJob(db, account, project.id, { type: 'generation' });
      await objects.put(`documents/${unfinished}-2.json`, Buffer.from('left by a lost worker'));
      await createShare(db, reportId, { password: null, expiresInMs: null });
      const schedule = await givenSchedule(db, project.id);
      await makeDue(db, schedule.id);
      await fireDueSchedules(db, (error) => assert.fail(String(error)));
      const run = await db
        .selectFrom('schedule_runs')
        .selectAll()
        .where('schedule_id', '=', schedule.id)
        .executeTakeFirstOrThrow();
      const times = { created_at: run.created_at, updated_at: run.created_at };
      const mail = {
        recipient: 'a@b.c',
        status: 'pending',
        attempt: 0,
        next_attempt_at: null,
        failure: null,
        sent_at: null,
      } as const;
      await db
        .insertInto('deliveries')
        .values({ ...id, ...times, ...mail, id: `dlv_${run.id}`, run_id: run.id })
        .execute();
      const { run_id, next_attempt_at, failure, attempt } = { ...mail, run_id: run.id };
      const notice = { run_id, next_attempt_at, failure, attempt, user_id: member.id, days: 0 };
      await db
        .insertInto('schedule_notices')
        .values({ ...id, ...notice, id: `ntc_${run.id}`, created_at: run.created_at })
        .execute();
      const { run_id: _, days: __, ...told } = notice;
      await db
        .insertInto('webhook_notices')
        .values({ ...id, ...told, id: `ntc_${run.id}`, endpoint_id: 'whk_x', created_at: run.created_at })
        .execute();
      await db
        .insertInto('schedule_waits')
        .values({
          ...{ ...id, ...times, id: `wait of ${run.id}`, schedule_id: run.schedule_id, occurrence: '2026-01-01' },
          ...{ due_at: run.due_at, until: run.due_at, otherwise: 'send', missing: '[]', asks: 1 },
          ...{ periods: '{}', ask_at: null, ended: 'fresh' },
        })
        .execute();
      const connection = { system: 'file', name: 'S', status: 'connected', config: '{}', secret: null } as const;
      await db
        .insertInto('connections')
        .values({
          ...id,
          ...times,
          ...connection,
          id: `con_${run.id}`,
          project_id: project.id,
          checked_at: run.created_at,
        })
        .execute();
      const asked = { sign_in: 'google', scopes: '[]', made_by: 'operator:test', created_at: run.created_at };
      const grant = { ...asked, ...id, id: `gra_${run.id}`, client_id: 'c', updated_at: run.created_at };
      const secret = createVault(key).seal(grant.id, { access_token: 'x', refresh_token: null, expires_at: null });
      await db
        .insertInto('oauth_grants')
        .values({ ...grant, secret })
        .execute();
      await db.updateTable('connections').set({ grant_id: grant.id }).where('account_id', '=', account.id).execute();
      const link = { ...asked, ...id, id: `hash of ${run.id}`, project_id: project.id, system: 'file', name: 'S' };
      await db
        .insertInto('oauth_authorizations')
        .values({ ...link, config: '{}', expires_at: run.created_at })
        .execute();
      const claim = { kind: 'k', key: 'k', fingerprint: 'f', response: '{}', created_at: run.created_at };
      await db
        .insertInto('idempotency_keys')
        .values({ ...id, ...claim })
        .execute();
      await db
        .insertInto('actor_keys')
        .values({ ...id, ...claim, actor: `user:${run.id}` })
        .execute();
      const keys = [1, 2].map((version) => `uploads/${account.id}-upl_${run.id}-${version}`);
      for (const each of keys) await objects.put(each, Buffer.from('a,b'));
      const [current = '', replaced = ''] = keys;
      const upload = { id: `upl_${run.id}`, name: 'a.csv', format: 'csv', columns: '[]', size_bytes: 3, sha256: '' };
      await db
        .insertInto('uploads')
        .values({ ...id, ...times, ...upload, object_key: current })
        .execute();
      const old = { object_key: replaced, replaced_at: run.created_at };
      await db
        .insertInto('replaced_uploads')
        .values({ ...id, ...old })
        .execute();
      await givenToldEndpoint(db, account.id, createVault(key));
      await givenChannel(db, account.id, {}, createVault(key));
      const address = { ...id, address: mail.recipient };
      await db
        .insertInto('unsubscribe_links')
        .values({ ...address, token_hash: `hash of ${run.id}` })
        .execute();
      const shared = await db.selectFrom('shares').select('id').where('account_id', '=', account.id).execute();
      const page = `live/${account.id}-liv_${run.id}.json`;
      await objects.put(page, Buffer.from('{}'));
      await db
        .insertInto('live_pages')
        .values({
          ...{ ...id, id: `liv_${run.id}`, share_id: shared[0]?.id ?? '', project_id: project.id, choice: 'c' },
          ...{ document_key: page, created_at: run.created_at, asked_at: run.created_at },
        })
        .execute();
      const unwanted = { ...address, reason: 'unsubscribed', created_at: run.created_at } as const;
      await db.insertInto('unwanted_addresses').values(unwanted).execute();
      await givenCounts(account.id);
      await recordAudit(db, 'operator:test', { action: 'token.create', accountId: account.id, subject: 'x' });
      return account;
    }

    test('every row and file of the account is gone, those of others stay, and one audit entry records it', async () => {
      const account = await givenFullAccount();
      const other = await givenFullAccount();
      const hold = await installation.json(['accounts', 'hold', account.id, '--reason', 'Case 7']);
      for (const [table, count] of Object.entries(await countRows(account.id))) assert.ok(count > 0, table);
      const refused = await installation.run(['accounts', 'delete', account.id, '--confirm', account.id]);
      assert.match(refused.stderr, /is on legal hold \(hld_\w+: Case 7\)/);
      await installation.json(['accounts', 'end-hold', account.id, hold.id]);
      const [rowsOfOther, filesBefore] = [await countRows(other.id), files().length];
      const { db } = installation;
      // A worker is on a job of the account.
      const running = await claimJob(db, 'worker', 64);
      assert.equal(running?.account_id, account.id);

      const deleted = await installation.json(['accounts', 'delete', account.id, '--confirm', account.id]);
      assert.equal(deleted.files, 6);
      for (const [table, count] of Object.entries(await countRows(account.id))) assert.equal(count, 0, table);
      assert.deepEqual(await countRows(other.id), rowsOfOther);
      assert.equal(files().length, filesBefore - 6);
      assert.equal(await endJob(db, running, failed('generation', 'late')), false, 'the worker can end nothing');
      const [entry] = await installation.json(['audit', 'list', '--limit', '1']);
      assert.deepEqual([entry.action, entry.subject, entry.account_id], ['account.delete', account.id, null]);
      const { code, stderr } = await installation.run(['accounts', 'delete', account.id, '--confirm', account.id]);
      assert.equal(code, 1);
      assert.match(stderr, /There is no account/);
    });

    test('an account is not deleted without its audit entry: when the log is full, the command can be run again', async () => {
      const account = await givenFullAccount();
      const makeRoom = await givenFullAuditLog(installation.db);
      const argv = ['accounts', 'delete', account.id, '--confirm', account.id];
      assert.notEqual((await installation.run(argv)).code, 0);
      await makeRoom();
      await installation.json(argv);
      const [entry] = await installation.json(['audit', 'list', '--limit', '1']);
      assert.deepEqual([entry.action, entry.subject], ['account.delete', account.id]);
    });

    test('the counts of its guest links go with them, and those of other accounts stay', async () => {
      const { db, dataDir } = installation;
      const objects = await openFileStore(join(dataDir, 'objects'));
      const givenTriedLink = async () => {
        const account = await givenAccount(db);
        const project = await givenProject(db, account);
        const { reportId } = await givenReport(db, objects, account, project.id);
        const { share } = await createShare(db, reportId, { password: null, expiresInMs: null });
        await givenCounts(share.id);
        return { account, link: share.id };
      };
      const [mine, other] = [await givenTriedLink(), await givenTriedLink()];
      await deleteAccount(db, objects, mine.account.id, 'operator:test');
      const countsOf = async (link: string) => {
        const { request_counts, recent_requests } = await countRows(link);
        return [request_counts, recent_requests];
      };
      assert.deepEqual(await countsOf(mine.link), [0, 0]);
      assert.deepEqual(await countsOf(other.link), [1, 1]);
    });

    test('if a job ends between two steps, the command asks to be run again, and then deletes everything', async () => {
      const { db, dataDir } = installation;
      const objects = await openFileStore(join(dataDir, 'objects'));
      const account = await givenFullAccount();
      const endJobLate =
        sql.raw(`insert into reports (id, account_id, project_id, generation_job_id, title, status, source,
          period_from, period_to, document_key, document_size, document_sha256, warnings, created_at)
        select 'rep_late', account_id, project_id, id, 'Late', 'ready', source, '2026-01-01', '2026-01-01', 'documents/late', 1, '', '[]',
          created_at from jobs where account_id = old.account_id and type = 'generation' and status = 'queued' limit 1;`);
      if (engine === 'sqlite') {
        await sql`create trigger late after delete on job_queues begin ${endJobLate} end`.execute(db);
      } else {
        await sql`create function late() returns trigger language plpgsql as $$ begin ${endJobLate} return old; end $$`.execute(
          db,
        );
        await sql`create trigger late after delete on job_queues for each row execute function late()`.execute(db);
      }
      const deletion = deleteAccount(db, objects, account.id, 'operator:test');
      await assert.rejects(deletion, { name: 'OperatorError', message: /came in; run the command again/ });
      await (engine === 'sqlite' ? sql`drop trigger late` : sql`drop trigger late on job_queues`).execute(db);
      await deleteAccount(db, objects, account.id, 'operator:test');
      for (const [table, count] of Object.entries(await countRows(account.id))) assert.equal(count, 0, table);
    });

    test('without the id repeated nothing is deleted', async () => {
      const account = await givenAccount(installation.db);
      const { code, stderr } = await installation.run(['accounts', 'delete', account.id, '--confirm', 'yes']);
      assert.equal(code, 1);
      assert.match(stderr, /--confirm takes the same id/);
      assert.equal((await installation.json(['accounts', 'show', account.id])).id, account.id);
    });
  });
}

test('sqlite: others can write between two batches of accounts delete', async () => {
  await using database = await createTestDatabase('sqlite');
  const { db } = database;
  const { id } = await givenAccount(db);
  await givenOldKeys(db, id, 2_500);
  const noObjects = { list: () => [] } as unknown as ObjectStore;
  const [deleted, left] = await Promise.all([deleteAccount(db, noObjects, id, 'operator:test'), countKeysNextTurn(db)]);
  assert.equal(deleted.rows, 2_501);
  assert.ok(left > 0, 'all batches were over before anything else had its turn');
});
