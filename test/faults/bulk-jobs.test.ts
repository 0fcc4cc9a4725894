import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createBulkJob } from '../../src/domains/bulk-jobs/bulk-jobs.ts';
import { insertConnection } from '../../src/domains/connections/connections.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { elapse, runBulkJobs, testActions } from '../support/bulk-jobs.ts';
import { createTestDatabase, engines } from '../support/databases.ts';
import { rounds, test, usually } from '../support/suite.ts';
import { seed, seededRandom } from './support/random.ts';

const program = fileURLToPath(new URL('../support/bulk-jobs-process.ts', import.meta.url));
const kills = rounds(4);
const projectsARound = usually(150, 60);
const longestLifeMs = 400;
const operator = { actor: 'operator:ann', door: 'cli', address: null } as const;
const schedule = { cadence: 'monthly', day: 2, at: '06:30', period: 'previous-month' };

for (const engine of engines) {
  test(`${engine}: no kill does an item of a bulk job twice, or loses it`, async (t) => {
    await using database = await createTestDatabase(engine);
    const { db, location } = database;
    const account = await givenAccount(db);
    const random = seededRandom(seed);
    const projectIds: string[] = [];
    const start = async (action: string, parameters: object, projects: readonly string[]) => {
      const [known] = testActions(db).filter((each) => each.action === action);
      const items = projects.map((projectId) => ({ projectId, label: projectId }));
      const made = {
        accountId: account.id,
        action: known ?? assert.fail(action),
        parameters,
        askedBy: operator,
        items,
      };
      await db.transaction().execute((transaction) => createBulkJob(transaction, made));
    };
    for (let kill = 0; kill < kills; kill++) {
      const round: string[] = [];
      for (let index = 0; index < projectsARound; index++) {
        const { id } = await givenProject(db, account);
        const own = { accountId: account.id, projectId: id, system: 'file', name: 'Shop', config: {} };
        await insertConnection(db, { ...own, status: 'connected', seal: () => null });
        round.push(id);
      }
      projectIds.push(...round);
      await start('schedule', { schedule }, round);
      await start('generate', { period: 'previous-month' }, round);
      const children = [spawnRunner(location), spawnRunner(location)];
      for (const { running } of children) await running;
      await delay(random() * longestLifeMs);
      for (const { child, exit } of children) {
        child.kill('SIGKILL');
        await exit;
      }
      // Otherwise the account's others wait for reports that nobody makes here.
      await db.updateTable('jobs').set({ status: 'completed' }).execute();
    }
    const done = await count();
    for (let rest = await count(); rest.open > 0; rest = await count()) {
      await elapse(db);
      await runBulkJobs(db);
      await db.updateTable('jobs').set({ status: 'completed' }).execute();
    }
    const states = await db.selectFrom('bulk_job_items').select(['state', 'fault']).distinct().execute();
    assert.deepEqual(states, [{ state: 'done', fault: null }]);
    for (const table of ['schedules', 'jobs'] as const) {
      const rows = await db.selectFrom(table).select('project_id').execute();
      assert.deepEqual(
        rows.map(({ project_id }) => project_id).toSorted(),
        projectIds.toSorted(),
        `each once: ${table}`,
      );
    }
    const told = await db
      .selectFrom('audit_log')
      .select('action')
      .where('action', 'in', ['schedule.add', 'generation.start'])
      .execute();
    assert.equal(told.length, 2 * projectIds.length, 'each is recorded once');
    t.diagnostic(
      `${engine}: ${kills} kills, ${done.done} of ${2 * projectIds.length} done before the last (seed ${seed})`,
    );

    async function count() {
      const rows = await db.selectFrom('bulk_job_items').select('state').execute();
      const over = rows.filter(({ state }) => state === 'done').length;
      return { done: over, open: rows.length - over };
    }
  });
}

function spawnRunner(location: unknown): { child: ChildProcess; running: Promise<unknown>; exit: Promise<unknown> } {
  const child = spawn(process.execPath, [program, JSON.stringify(location)], { stdio: ['ignore', 'pipe', 'inherit'] });
  return { child, running: once(child.stdout, 'data'), exit: once(child, 'exit') };
}
