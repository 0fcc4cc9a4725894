import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Database } from '../../src/platform/database/tables.ts';
import { givenAccount, givenCaller, givenProject } from '../support/accounts.ts';
import { createTestDatabase, engines } from '../support/databases.ts';
import { startTestService } from '../support/service.ts';
import { test, usually } from '../support/suite.ts';
import { type GroupOwner, writeGroup } from './support/group-writes.ts';
import { createDatabaseOn, mountFault, mountSmallDisk } from './support/small-disk.ts';

const program = fileURLToPath(new URL('support/group-writes.ts', import.meta.url));

async function givenOwner(db: Database): Promise<GroupOwner> {
  const account = await givenAccount(db);
  return { account, projectId: (await givenProject(db, account)).id };
}

const idsOf = async (db: Database, table: 'projects' | 'jobs') => {
  const rows = await db.selectFrom(table).select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
};

test('sqlite: a kill after any statement of a group leaves all of its writes or none, and each key gives one resource', async (t) => {
  await using own = await createTestDatabase('sqlite');
  assert.ok(own.location.engine === 'sqlite');
  const owner = await givenOwner(own.db);
  let killedAfter = 0;
  let kept = 0;
  for (let last = 1, isAnswered = false; !isAnswered; last += usually(1, 9)) {
    const before = { projects: await idsOf(own.db, 'projects'), jobs: await idsOf(own.db, 'jobs') };
    const parameters: string[] = [
      program,
      String(last),
      own.location.path,
      JSON.stringify(owner),
      `killed after ${last}`,
    ];
    const { stdout, signal, stderr } = spawnSync(process.execPath, parameters, { encoding: 'utf8', env: {} });
    isAnswered = stdout === 'answered';
    if (!isAnswered) assert.equal(signal, 'SIGKILL', stderr);
    const [project, twin, other, missing, generation] = await writeGroup(own.db, owner, `killed after ${last}`);
    // What was there before the repetition is told by what is a replay.
    assert.deepEqual([generation.replayed, twin.replayed], [project.replayed, true]);
    assert.deepEqual([twin.id, other, missing], [project.id, 'idempotency_conflict', 'not_found']);
    assert.deepEqual(await idsOf(own.db, 'projects'), [...before.projects, project.id]);
    assert.deepEqual(await idsOf(own.db, 'jobs'), [...before.jobs, generation.id]);
    if (isAnswered) assert.equal(project.replayed, true);
    else killedAfter++;
    if (project.replayed) kept++;
  }
  t.diagnostic(`killed after ${killedAfter} different statements; ${kept} groups were committed`);
});

test('sqlite: when the disk is full, a whole group is refused with api_controls_unavailable and uses no key', {
  skip: mountFault,
}, async () => {
  using disk = mountSmallDisk(16);
  await using own = await createDatabaseOn(disk);
  const owner = await givenOwner(own.db);
  for (const name of ['once', 'again'].slice(-usually(2, 1))) {
    disk.fill();
    const refused = await writeGroup(own.db, owner, name);
    assert.deepEqual(new Set(refused), new Set(['api_controls_unavailable']));
    disk.free();
    const before = { projects: await idsOf(own.db, 'projects'), jobs: await idsOf(own.db, 'jobs') };
    const [project, , , , generation] = await writeGroup(own.db, owner, name);
    assert.deepEqual([project.replayed, generation.replayed], [false, false]);
    assert.deepEqual(await idsOf(own.db, 'projects'), [...before.projects, project.id]);
    assert.deepEqual(await idsOf(own.db, 'jobs'), [...before.jobs, generation.id]);
  }
});

for (const engine of engines) {
  test(`${engine}: of a hundred requests at once, a twin gets the first’s answer and bad ones are refused alone`, async () => {
    await using service = await startTestService(engine);
    const { account, token } = await givenCaller(service.db);
    const create = (key: string, name = key) =>
      service.call('POST', '/api/v1/projects', { token, body: { name }, headers: { 'idempotency-key': key } });
    const missing = service.call('PATCH', '/api/v1/projects/prj_00000000000000000000000000', {
      token,
      body: { name: 'P' },
    });
    await create('known');
    const names = Array.from({ length: 96 }, (_, index) => `p${index}`);
    const [good, twin, other, empty, lost] = await Promise.all([
      Promise.all(names.map((name) => create(name))),
      create('p0'),
      create('known', 'another'),
      create('empty', ''),
      missing,
    ]);
    assert.deepEqual(new Set(good.map(({ status }) => status)), new Set([201]));
    assert.equal(twin.body.data.id, good[0]?.body.data.id);
    const codes = [other, empty, lost].map(({ body }) => body.error.code);
    assert.deepEqual(codes, ['idempotency_conflict', 'invalid_request', 'not_found']);
    const rows = await service.db.selectFrom('projects').select('name').where('account_id', '=', account.id).execute();
    assert.deepEqual(rows.map(({ name }) => name).toSorted(), [...names, 'known'].toSorted());
  });
}
