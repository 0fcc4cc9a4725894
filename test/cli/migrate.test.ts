import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createFreshDatabase, engines } from '../support/databases.ts';
import { givenInstallation } from '../support/process.ts';

for (const engine of engines) {
  test(`${engine}: a plan says what would run and runs nothing, and a copy says how long it took`, async () => {
    await using installation = await givenInstallation(await createFreshDatabase(engine));
    const { db } = installation;
    await sql`delete from schema_migrations where name = '0059-known-kinds'`.execute(db);
    await sql`alter table jobs drop column needs`.execute(db);
    if (engine === 'postgres') {
      for (const name of ['take_known_job', 'claim_known_job', 'complete_and_take_known_job'])
        await sql`drop function ${sql.id(name)}`.execute(db);
    }
    const plan = (await installation.json(['migrate', '--plan'])) as {
      migration: string;
      kind: string;
      locks: string;
    }[];
    assert.deepEqual(
      new Set(plan.map(({ migration, kind }) => `${migration} ${kind}`)),
      new Set(['0059-known-kinds expand']),
    );
    if (engine === 'postgres') assert.equal(plan[0]?.locks, 'jobs ACCESS EXCLUSIVE');
    const measured = (await installation.json(['migrate', '--plan', '--copy'])) as { ms: number; locks: string }[];
    assert.equal(measured.length, 1);
    if (engine === 'postgres') assert.match(measured[0]?.locks ?? '', /jobs AccessExclusiveLock/);
    assert.deepEqual(await installation.json(['migrate']), { applied: ['0059-known-kinds'] });
    assert.deepEqual(await installation.json(['migrate', '--plan']), []);
  });
}
