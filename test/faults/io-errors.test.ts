import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { engines } from '../support/databases.ts';
import { isLongRun, rounds, test, usually } from '../support/suite.ts';
import { givenFaultInstallation } from './support/installation.ts';
import { losePower } from './support/lost-power.ts';
import { assertBorne, interruptions, refusals, untilOver } from './support/passing-fault.ts';
import { seed, seededRandom } from './support/random.ts';
import type { ServiceProcess } from './support/service-process.ts';
import {
  type FollowOptions,
  followSystemCalls,
  type SystemCalls,
  straceFault as skip,
} from './support/system-calls.ts';

const environment = { LOG_LEVEL: 'error' };
const syncs = 'fsync,fdatasync';

/** System calls that fail, one at a time. */
function failingCalls() {
  let calls: SystemCalls | undefined;
  return {
    async come({ pid }: ServiceProcess, failing: string, options: FollowOptions = {}) {
      calls = await followSystemCalls(pid, ['pwrite64', 'fsync', 'fdatasync', 'pread64'], { ...options, failing });
    },
    /** The calls since then. */
    go: async () => (await calls?.end()) ?? [],
  };
}

test('sqlite: syncs, writes and reads that fail with EIO give api_controls_unavailable, and nothing unsynced was acknowledged', {
  skip,
}, async (t) => {
  await using installation = await givenFaultInstallation('sqlite', environment);
  const path = join(installation.dataDir, 'report-service.db');
  const paths = [path, `${path}-wal`];
  const calls = failingCalls();
  const random = seededRandom(seed);
  const faults = [syncs, 'pwrite64', 'pread64'];
  let time = 0;
  let lost = '';
  const figures = await assertBorne(
    installation,
    {
      come: (service) => calls.come(service, faults[time++ % faults.length] ?? '', { paths }),
      go: calls.go,
      felt: refusals,
      end: {
        // Every fifth sync of a thread fails: writes in between are acknowledged, and each checkpoint fails at a
        // different one.
        before: (service) => calls.come(service, syncs, { paths, when: '2+5' }),
        after: async () => {
          lost = losePower(path, await calls.go(), random);
        },
      },
    },
    rounds(1) * usually(faults.length, 1),
  );
  t.diagnostic(`${figures}; ${lost}`);
});

if (isLongRun) {
  test('sqlite: object folders that cannot be synced make jobs retry, and no file is lost', {
    skip,
  }, async (t) => {
    await using installation = await givenFaultInstallation('sqlite', environment);
    const paths = ['documents', 'artifacts'].map((folder) => join(installation.dataDir, 'objects', folder));
    for (const path of paths) mkdirSync(path, { recursive: true });
    const calls = failingCalls();
    const come = (service: ServiceProcess) => calls.come(service, syncs, { paths });
    const figures = await assertBorne(installation, { come, go: calls.go, felt: interruptions() }, rounds(1));
    t.diagnostic(figures);
  });
}

if (engines.includes('postgres')) {
  test('postgres: files that cannot be synced make jobs retry, and none is lost', { skip }, async (t) => {
    await using installation = await givenFaultInstallation('postgres', environment);
    const worker = await installation.start('worker');
    const calls = failingCalls();
    // The database syncs in its own processes, so the worker's syncs are those of its files.
    const come = () => calls.come(worker, syncs);
    const go = async () => {
      await calls.go();
      await untilOver(worker);
    };
    const fault = { come, go, felt: interruptions(worker) };
    const figures = await assertBorne(installation, fault, rounds(1), 'api');
    t.diagnostic(figures);
  });
}
