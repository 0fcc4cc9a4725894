import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { givenAccount } from '../support/accounts.ts';
import { createTestDatabase, engines } from '../support/databases.ts';
import { rounds, test, usually } from '../support/suite.ts';
import { openWaiting } from '../support/waiting-schedules.ts';
import { seed, seededRandom } from './support/random.ts';

const program = fileURLToPath(new URL('../support/ask-sources-process.ts', import.meta.url));
const kills = rounds(4);
const schedulesARound = usually(30, 12);
const longestLifeMs = 1_200;

for (const engine of engines) {
  test(`${engine}: no kill loses a run of a schedule, waiting for its sources or not, or begins it twice`, async (t) => {
    await using database = await createTestDatabase(engine);
    const { db, location } = database;
    const account = await givenAccount(db);
    await using waiting = await openWaiting(db, account);
    await waiting.write('late.csv', ['2026-01-01']);
    const random = seededRandom(seed);
    const [fresh, late]: [string[], string[]] = [[], []];
    for (let kill = 0; kill < kills; kill++) {
      for (let index = 0; index < schedulesARound; index++) {
        const isLate = index % 12 === 11;
        const waits = { hour: '23:00', otherwise: 'send' } as const;
        const { project, schedule } = await waiting.given(isLate ? ['late.csv'] : [], index % 4 === 0 ? null : waits);
        // It fails at once, so that there is much to settle while the process lives; the other one waits.
        if (!isLate) await waiting.connect(project.id, 'Wrong', {});
        (isLate ? late : fresh).push(schedule.id);
      }
      const child = spawn(process.execPath, [program, JSON.stringify({ location, folder: waiting.folder })], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const exit = once(child, 'exit');
      await once(child.stdout, 'data');
      await delay(300 + random() * longestLifeMs);
      child.kill('SIGKILL');
      await exit;
    }
    const begun = await db.selectFrom('schedule_runs').select('id').execute();
    await waiting.fire();
    // The claims of the dead processes lapse.
    for (const id of [...fresh, ...late]) await waiting.elapse(id);
    await waiting.ask();
    const runs = await db.selectFrom('schedule_runs').select(['id', 'schedule_id']).execute();
    assert.deepEqual(
      runs.map(({ schedule_id }) => schedule_id).toSorted(),
      fresh.toSorted(),
      'each that is fresh, once',
    );
    const jobs = await db.selectFrom('jobs').select('id').execute();
    assert.equal(jobs.length, fresh.length, 'one report each');
    const waits = await db.selectFrom('schedule_waits').select(['schedule_id', 'ended']).execute();
    const open = waits.filter(({ ended }) => ended === null).map(({ schedule_id }) => schedule_id);
    assert.deepEqual(open.toSorted(), late.toSorted(), 'the others still wait');
    t.diagnostic(
      `${engine}: ${kills} kills, ${begun.length} of ${fresh.length} runs begun before the last (seed ${seed})`,
    );
  });
}
