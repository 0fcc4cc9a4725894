import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { insertConnection } from '../../../src/domains/connections/connections.ts';
import { createVault } from '../../../src/domains/connections/vault.ts';
import { most } from '../../../src/domains/overview/schema.ts';
import { archiveProject } from '../../../src/domains/projects/projects.ts';
import type { ConnectionStatus, Database } from '../../../src/platform/database/tables.ts';
import { blocked } from '../../../src/platform/jobs/outcomes.ts';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { givenSignedIn, manage } from '../../support/manage.ts';
import { givenJob, givenReport } from '../../support/outcomes.ts';
import { givenDueDelivery, givenSchedule, givenWaitingReport } from '../../support/schedules.ts';
import { suiteService } from '../../support/service.ts';
import { givenWatch } from '../../support/watches.ts';

const dayMs = 24 * 60 * 60_000;
const ago = (days: number) => new Date(Date.now() - days * dayMs).toISOString();

type Project = { readonly id: string; readonly account_id: string };

function connect(
  db: Database,
  project: Project,
  status: ConnectionStatus,
  name: string,
  grantId: string | null = null,
) {
  const fields = { accountId: project.account_id, projectId: project.id, system: 'file', config: {}, seal: () => null };
  return insertConnection(db, { ...fields, name, status, grantId });
}

for (const engine of engines) {
  describe(`${engine}: what home shows`, async () => {
    const service = await suiteService(engine);
    const { db } = service;
    const objects = await openFileStore(join(service.dataDir, 'objects'));
    const block = async (id: string, createdAt: string) => {
      const outcome = blocked('reauth_required', 'Signed out.', 'Sign in.', { connection_id: 'con_1' });
      const changed = { status: 'blocked', outcome: JSON.stringify(outcome), created_at: createdAt } as const;
      await db.updateTable('jobs').set(changed).where('id', '=', id).execute();
    };

    test('an empty account has nothing to do, and each first step is ticked when it is done', async () => {
      const account = await givenAccount(db);
      const owner = await givenSignedIn(db, account.id);
      const read = async () => (await manage(service, owner, 'GET', '/overview')).body.data;
      const empty = await read();
      const nothing = {
        connections: [],
        blocked_jobs: [],
        failed_deliveries: [],
        waiting_reports: [],
        webhooks: [],
        incidents: [],
        next_runs: [],
        reports: [],
        retention: null,
      };
      const undone = { project: false, connection: false, report: false, delivery: false };
      assert.deepEqual(empty, { ...nothing, checklist: undone });
      const project = await givenProject(db, account);
      await connect(db, project, 'resource_missing', 'Sales');
      assert.deepEqual((await read()).checklist, { ...undone, project: true });
      await connect(db, project, 'connected', 'More sales');
      assert.deepEqual((await read()).checklist, { ...undone, project: true, connection: true });
      const { reportId } = await givenReport(db, objects, account, project.id);
      assert.deepEqual((await read()).checklist, { project: true, connection: true, report: true, delivery: false });
      await givenJob(db, account, project.id, { type: 'export', reportId });
      assert.deepEqual((await read()).checklist, { project: true, connection: true, report: true, delivery: true });
    });

    test('connections that need somebody are those of active projects, and sign-ins that end soon', async () => {
      const account = await givenAccount(db);
      const owner = await givenSignedIn(db, account.id);
      const project = await givenProject(db, account, { name: 'Shop' });
      const over = await givenProject(db, account, { name: 'Over' });
      await connect(db, over, 'reauth_required', 'Old');
      await db
        .transaction()
        .execute((transaction) => archiveProject(transaction, account.id, over.id, 'operator:test'));
      await connect(db, project, 'connected', 'Well');
      const due = await connect(db, project, 'reauth_required', 'Due');
      const vault = createVault(randomBytes(32));
      const grantEnding = async (days: number) => {
        const ends_at = new Date(Date.now() + days * dayMs).toISOString();
        const fields = {
          sign_in: 'google',
          client_id: 'c',
          scopes: '[]',
          secret: vault.seal('x', {}),
          made_by: 'test',
        };
        const now = new Date().toISOString();
        const id = `gra_${String(days).padStart(26, '0')}`.replace('gra_00', engine === 'sqlite' ? 'gra_11' : 'gra_22');
        const lease = { secret_lease: null, secret_leased_until: null };
        const row = { id, account_id: account.id, ...fields, ...lease, ends_at, created_at: now, updated_at: now };
        await db.insertInto('oauth_grants').values(row).execute();
        return id;
      };
      const ending = await connect(db, project, 'connected', 'Ending', await grantEnding(3));
      await connect(db, project, 'connected', 'Lasting', await grantEnding(60));
      const { connections } = (await manage(service, owner, 'GET', '/overview')).body.data;
      assert.deepEqual(
        connections.map(({ id, status }: { id: string; status: string }) => [id, status]),
        [
          [due.id, 'reauth_required'],
          [ending.id, 'connected'],
        ],
      );
      assert.equal(connections[0].project_name, 'Shop');
      assert.equal(connections[0].sign_in_ends_at, null);
      assert.match(connections[1].sign_in_ends_at, /Z$/);
    });

    test('blocked jobs are told with what repairs them, until the project has had one completed since', async () => {
      const account = await givenAccount(db);
      const owner = await givenSignedIn(db, account.id);
      const [stuck, repaired] = [await givenProject(db, account, { name: 'Stuck' }), await givenProject(db, account)];
      const now = await givenJob(db, account, stuck.id, { type: 'generation' });
      await block(now.id, ago(1));
      await block((await givenJob(db, account, stuck.id, { type: 'generation' })).id, ago(31));
      await block((await givenJob(db, account, repaired.id, { type: 'generation' })).id, ago(1));
      await givenReport(db, objects, account, repaired.id);
      const { blocked_jobs, reports } = (await manage(service, owner, 'GET', '/overview')).body.data;
      assert.deepEqual(
        blocked_jobs.map(({ id }: { id: string }) => id),
        [now.id],
      );
      const [{ project_name, blocked: why }] = blocked_jobs;
      assert.deepEqual([project_name, why.reason, why.details.connection_id], ['Stuck', 'reauth_required', 'con_1']);
      assert.deepEqual(
        reports.map((report: Record<string, unknown>) => [report.project_id, report.project_name]),
        [[repaired.id, 'Test project']],
      );
    });

    test('given-up e-mails and the next runs come with their projects', async () => {
      const account = await givenAccount(db);
      const owner = await givenSignedIn(db, account.id);
      const project = await givenProject(db, account, { name: 'Shop' });
      const late = await givenSchedule(db, project.id, { cadence: 'monthly', day: 1, recipients: ['a@b.c', 'd@e.f'] });
      const soon = await givenSchedule(db, project.id);
      await db
        .updateTable('schedules')
        .set({ next_run_at: '2098-01-01T00:00:00.000Z' })
        .where('id', '=', late.id)
        .execute();
      await db
        .updateTable('schedules')
        .set({ next_run_at: '2097-01-01T00:00:00.000Z' })
        .where('id', '=', soon.id)
        .execute();
      const failed = await givenDueDelivery(db, objects, account, soon);
      const old = await givenDueDelivery(db, objects, account, late, 'old@example.com');
      await givenDueDelivery(db, objects, account, await givenSchedule(db, project.id), 'waits@example.com');
      await db.updateTable('schedules').set({ enabled: 0 }).where('id', 'not in', [late.id, soon.id]).execute();
      const giveUp = (id: string, updated_at: string) =>
        db
          .updateTable('deliveries')
          .set({ status: 'failed', failure: 'No such mailbox', updated_at })
          .where('id', '=', id)
          .execute();
      await giveUp(failed, ago(2));
      await giveUp(old, ago(31));
      const { failed_deliveries, next_runs } = (await manage(service, owner, 'GET', '/overview')).body.data;
      assert.deepEqual(
        failed_deliveries.map((each: Record<string, unknown>) => [
          ...[each.recipient, each.system, each.failure, each.schedule_id],
        ]),
        [['ann@example.com', 'email', 'No such mailbox', soon.id]],
      );
      assert.deepEqual(
        next_runs.map((each: Record<string, unknown>) => [each.schedule_id, each.project_name, each.recipients]),
        [
          [soon.id, 'Shop', 0],
          [late.id, 'Shop', 2],
        ],
      );
    });

    test('members limited to projects see theirs alone, and nobody sees another account', async () => {
      const account = await givenAccount(db);
      const [mine, other] = [await givenProject(db, account), await givenProject(db, account)];
      for (const project of [mine, other]) {
        await connect(db, project, 'reauth_required', 'Due');
        const schedule = await givenSchedule(db, project.id);
        const delivery = await givenDueDelivery(db, objects, account, schedule);
        await db.updateTable('deliveries').set({ status: 'failed' }).where('id', '=', delivery).execute();
        await givenWaitingReport(db, objects, account, schedule);
        const job = await givenJob(db, account, project.id, { type: 'export' });
        await block(job.id, ago(0));
        await givenWatch(db, project);
      }
      const limited = await givenSignedIn(db, account.id, { role: 'viewer', projectIds: [mine.id] });
      const { checklist, webhooks, retention, ...lists } = (await manage(service, limited, 'GET', '/overview')).body
        .data;
      assert.deepEqual([webhooks, retention], [[], null]);
      for (const [name, items] of Object.entries(lists)) {
        const projects = (items as { project_id: string }[]).map(({ project_id }) => project_id);
        assert.deepEqual([...new Set(projects)], [mine.id], name);
      }
      assert.deepEqual(checklist, { project: true, connection: false, report: true, delivery: true });
      const stranger = await givenSignedIn(db, (await givenAccount(db)).id);
      const theirs = (await manage(service, stranger, 'GET', '/overview')).body.data;
      assert.deepEqual(theirs.checklist, { project: false, connection: false, report: false, delivery: false });
      assert.deepEqual([theirs.connections, theirs.blocked_jobs, theirs.reports], [[], [], []]);
    });

    test('each part is bounded', async () => {
      const account = await givenAccount(db);
      const owner = await givenSignedIn(db, account.id);
      const project = await givenProject(db, account);
      for (let made = 0; made <= most.connections; made++) await connect(db, project, 'reauth_required', `${made}`);
      for (let made = 0; made <= most.blockedJobs; made++) {
        await block((await givenJob(db, account, project.id, { type: 'generation' })).id, ago(made / 10));
      }
      for (let made = 0; made <= most.runs; made++) await givenSchedule(db, project.id);
      const { connections, blocked_jobs, next_runs } = (await manage(service, owner, 'GET', '/overview')).body.data;
      assert.deepEqual(
        [connections.length, blocked_jobs.length, next_runs.length],
        [most.connections, most.blockedJobs, most.runs],
      );
    });
  });
}
