import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { engines } from '../support/databases.ts';
import { givenFaultInstallation } from './support/installation.ts';
import { losePower } from './support/lost-power.ts';
import { assertBorne, givenUp, refusals } from './support/passing-fault.ts';
import { seed, seededRandom } from './support/random.ts';
import { isLongRun, rounds } from './support/rounds.ts';
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
    /** The calls since they came. */
    go: async () => (await calls?.end()) ?? [],
  };
}

test('sqlite: syncs, writes and reads that fail with EIO refuse with api_controls_unavailable, and nothing unsynced was acknowledged', {
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
        // Every fifth sync of a thread fails: writes are acknowledged between, and it is not the same one of each checkpoint.
        before: (service) => calls.come(service, syncs, { paths, when: '2+5' }),
        after: async () => {
          lost = losePower(path, await calls.go(), random);
        },
      },
    },
    rounds(1) * faults.length,
  );
  t.diagnostic(`${figures}; ${lost}`);
});

if (isLongRun) {
  test('sqlite: folders of objects that cannot be synced have jobs tried again, and no file is lost', {
    skip,
  }, async (t) => {
    await using installation = await givenFaultInstallation('sqlite', environment);
    const paths = ['documents', 'artifacts'].map((folder) => join(installation.dataDir, 'objects', folder));
    for (const path of paths) mkdirSync(path, { recursive: true });
    const calls = failingCalls();
    const come = (service: ServiceProcess) => calls.come(service, syncs, { paths });
    const figures = await assertBorne(installation, { come, go: calls.go, felt: givenUp(installation) }, rounds(1));
    t.diagnostic(figures);
  });
}

if (engines.includes('postgres')) {
  test('postgres: files that cannot be synced have jobs tried again, and none is lost', { skip }, async (t) => {
    await using installation = await givenFaultInstallation('postgres', environment);
    const worker = await installation.start('worker');
    const calls = failingCalls();
    // The database syncs in processes of its own, so that the worker's syncs are those of its files.
    const come = () => calls.come(worker, syncs);
    const figures = await assertBorne(
      installation,
      { come, go: calls.go, felt: givenUp(installation) },
      rounds(1),
      'api',
    );
    t.diagnostic(figures);
  });
}
