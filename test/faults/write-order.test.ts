import assert from 'node:assert/strict';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { givenReport } from '../support/outcomes.ts';
import { rounds, test } from '../support/suite.ts';
import { givenCustomer, givenFaultInstallation, tinyPeriod } from './support/installation.ts';
import { followSystemCalls, straceFault } from './support/system-calls.ts';

const repeats = rounds(5);

test('sqlite: a write’s changes are synced to disk before its 2xx is sent', {
  skip: straceFault,
}, async (t) => {
  await using installation = await givenFaultInstallation('sqlite');
  const { account, token, projectId } = await givenCustomer(installation);
  const objects = await openFileStore(`${installation.dataDir}/objects`);
  // Without workers the only writes are those of the answers and, in separate transactions, of the request counts.
  const service = await installation.start('api');
  const calls = await followSystemCalls(service.pid, ['pwrite64', 'fsync', 'fdatasync', 'write', 'writev']);
  const statuses: number[] = [];
  const write = async (method: string, path: string, body?: unknown) => {
    const answer = await service.call(method, path, { token, body });
    statuses.push(answer.status);
    return answer.body.data;
  };
  for (let repeat = 0; repeat < repeats; repeat++) {
    const { reportId } = await givenReport(installation.db, objects, account, projectId);
    const { id } = await write('POST', '/api/v1/projects', { name: 'Durable' });
    await write('PATCH', `/api/v1/projects/${id}`, { name: 'Durable still' });
    await write('POST', `/api/v1/projects/${id}/archive`);
    await write('POST', `/api/v1/projects/${id}/restore`);
    await write('POST', `/api/v1/projects/${projectId}/generation-jobs`, { period: tinyPeriod });
    await write('POST', `/api/v1/reports/${reportId}/export-jobs`, { format: 'pdf' });
  }

  const answers = answersOf(await calls.end());
  assert.deepEqual(statuses, Array.from({ length: repeats }, () => [201, 200, 200, 200, 202, 202]).flat());
  assert.deepEqual(
    answers.map(({ status }) => status),
    statuses,
  );
  for (const { written, synced, status } of answers) {
    assert.ok(written > 0, `an answer ${status} without a write`);
    assert.equal(synced, written, `an answer ${status} before the disk had it`);
  }
  t.diagnostic(`${answers.length} of ${answers.length} answers 2xx to writes after their sync`);
});

interface SeenAnswer {
  readonly status: number;
  /** Writes to the log of the database since the answer before, and how many of them were synced by then. */
  readonly written: number;
  readonly synced: number;
}

function answersOf(calls: readonly string[]): SeenAnswer[] {
  const answers: SeenAnswer[] = [];
  let [written, synced] = [0, 0];
  for (const call of calls) {
    if (/^pwrite64\(\d+<[^>]*-wal>/.test(call)) written++;
    if (/^(fsync|fdatasync)\(\d+<[^>]*-wal>\) += 0/.test(call)) synced = written;
    const [, status] = /^writev?\(\d+<[^>]*>, .*"HTTP\/1\.1 (\d+)/.exec(call) ?? [];
    if (!status) continue;
    answers.push({ status: Number(status), written, synced });
    [written, synced] = [0, 0];
  }
  return answers;
}
