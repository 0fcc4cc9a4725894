import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../support/eventually.ts';
import { rounds, test } from '../support/suite.ts';
import { givenCustomer, givenFaultInstallation, tinyPeriod } from './support/installation.ts';
import { assertBorne, interruptions, type PassingFault, refusals, untilOver } from './support/passing-fault.ts';
import { seed, seededRandom } from './support/random.ts';
import type { ServiceProcess } from './support/service-process.ts';
import { createDatabaseOn, mountFault, mountSmallDisk } from './support/small-disk.ts';

const fillings = rounds(2);
const mebibytes = 64;
const environment = { LOG_LEVEL: 'error' };

test('sqlite: with a full disk the service refuses with api_controls_unavailable, loses nothing, and recovers without a restart', {
  skip: mountFault,
}, async (t) => {
  using disk = mountSmallDisk(mebibytes);
  await using installation = await givenFaultInstallation(await createDatabaseOn(disk), environment);
  const random = seededRandom(seed);
  const fault = { come: () => disk.fill(random() * 200_000), go: disk.free, felt: refusals };
  t.diagnostic(`full disk: ${await assertBorne(installation, fault, fillings)}`);
});

const prlimitFault = spawnSync('prlimit', ['--version']).status === 0 ? false : 'prlimit is not installed';

test('sqlite: with a disk that writes nothing the service refuses with api_controls_unavailable, loses nothing, and recovers without a restart', {
  skip: prlimitFault,
}, async (t) => {
  await using installation = await givenFaultInstallation('sqlite', environment);
  // No file may grow past its first page: the writes fail halfway with SQLITE_IOERR, as on a broken disk.
  const limitFiles =
    (bytes: string) =>
    ({ pid }: ServiceProcess) => {
      const { status, stderr } = spawnSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:`], { encoding: 'utf8' });
      assert.equal(status, 0, stderr);
    };
  const fault = { come: limitFiles('6000'), go: limitFiles('unlimited'), felt: refusals };
  t.diagnostic(`failing writes: ${await assertBorne(installation, fault, fillings)}`);
});

for (const [what, come, go] of [
  ['full', 'fill', 'free'],
  ['read-only', 'makeReadOnly', 'makeWritable'],
] as const) {
  test(`sqlite: a ${what} objects folder makes jobs retry, loses no file, and is used again without a restart`, {
    skip: mountFault,
  }, async (t) => {
    await using installation = await givenFaultInstallation('sqlite', environment);
    const folder = join(installation.dataDir, 'objects');
    mkdirSync(folder);
    using disk = mountSmallDisk(mebibytes, folder);
    const fault: PassingFault = {
      come: () => disk[come](),
      async go(service) {
        disk[go]();
        await untilOver(service);
      },
      felt: interruptions(),
    };
    t.diagnostic(`${what} objects folder: ${await assertBorne(installation, fault, fillings)}`);
  });
}

test('a job that finds no room for its file in any attempt fails with generation_failed, and the next one with room completes', {
  skip: mountFault,
}, async () => {
  await using installation = await givenFaultInstallation('sqlite', environment);
  const folder = join(installation.dataDir, 'objects');
  mkdirSync(folder);
  using disk = mountSmallDisk(1, folder);
  const { token, projectId } = await givenCustomer(installation);
  const service = await installation.start();
  const generate = async () => {
    const path = `/api/v1/projects/${projectId}/generation-jobs`;
    const { headers } = await service.call('POST', path, { token, body: { period: tinyPeriod } });
    const location = headers.get('location') ?? '';
    return eventually(async () => {
      const { data } = (await service.call('GET', location, { token })).body;
      return data.status !== 'queued' && data.status !== 'running' && data;
    });
  };
  disk.fill();
  const refused = await generate();
  assert.deepEqual([refused.status, refused.failure?.reason], ['failed', 'generation_failed']);
  disk.free();
  assert.equal((await generate()).status, 'completed');
});
