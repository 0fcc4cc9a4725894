import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { migrate } from '../../../src/platform/database/migrate.ts';
import type { Migration } from '../../../src/platform/database/migration.ts';
import { planMigrations } from '../../../src/platform/database/migration-plan.ts';
import { migrations } from '../../../src/platform/database/migrations/index.ts';
import { readSchema, requireOwnSchema } from '../../../src/platform/database/schema-state.ts';
import { OperatorError } from '../../../src/platform/errors.ts';
import { claimJob } from '../../../src/platform/jobs/claims.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { createTestDatabase, engines } from '../../support/databases.ts';
import { narrowingsOf } from '../../support/narrowing.ts';

const backups = join(import.meta.dirname, '../../installation/backups');
const released = readdirSync(backups);
/** The last one that landed before there were kinds: those count as what they are. */
const lastBefore = '0058-saml';

/** Why a migration may not land, a sentence each. */
function faultsOf(migration: Migration, versions: readonly string[] = released): string[] {
  const narrowings = narrowingsOf(migration);
  const { name, kind, unusedSince } = migration;
  if (kind === 'expand') {
    return unusedSince === undefined ? narrowings : [...narrowings, `${name} only adds, so that nothing is unused`];
  }
  if (name <= lastBefore) return narrowings.length > 0 ? [] : [`${name} takes nothing away: it is an expand migration`];
  if (unusedSince === undefined)
    return [`${name} has to say in unusedSince which released version uses no more what goes`];
  return versions.includes(unusedSince) ? [] : [`${name} comes too early: ${unusedSince} was not released`];
}

test('each migration is what its kind says, and a contract migration comes a release after what it takes away is unused', () => {
  assert.deepEqual(
    migrations.flatMap((migration) => faultsOf(migration)),
    [],
  );
  assert.ok(
    migrations.every(({ name, statements, sqlite, postgres }) => name > lastBefore || statements || sqlite || postgres),
  );
});

const expand = (...statements: string[]): Migration => ({ name: '9999-x', kind: 'expand', statements });

for (const statement of [
  'alter table jobs drop column stage',
  'ALTER TABLE jobs\n  RENAME COLUMN stage TO step',
  'alter table jobs rename to works',
  'alter table jobs alter column stage type integer',
  'alter table jobs alter column report_id set not null',
  'alter table jobs add constraint one check (attempt > 0)',
  'alter table jobs add column new text not null',
  'alter table jobs add column new text unique',
  'alter table jobs add column new text default gen_random_uuid()',
  'create unique index jobs_new on jobs (id)',
  'drop index jobs_by_change',
  'drop table jobs',
  'drop trigger jobs_added on jobs',
  'drop function job_time',
  'create or replace function job_time() returns text language sql as $$ select 1 $$',
  'delete from jobs',
  'truncate jobs',
]) {
  test(`an expand migration is refused with: ${statement}`, () => {
    assert.equal(faultsOf(expand(statement)).length, 1);
    assert.equal(faultsOf({ ...expand(), steps: [statement] }).length, 1);
  });
}

test('an expand migration may add, widen, and do with its own tables what it likes', () => {
  const added = expand(
    "alter table jobs add column new text not null default 'drop table jobs'",
    'create index jobs_new on jobs (new)',
    'alter table jobs alter column report_id drop not null',
    'create table new_things (id text primary key)',
    'create unique index new_things_once on new_things (id)',
    'alter table new_things add column other text not null',
    'create function new_time() returns text language plpgsql as $$ begin delete from new_things; end $$',
    "update jobs set new = 'x'",
  );
  assert.deepEqual(faultsOf(added), []);
  const backfill = { backfill: 'jobs', key: 'id', set: "new = 'x'", where: 'new is null' };
  assert.equal(faultsOf({ ...added, steps: [backfill, 'create index later on jobs (new)'] }).length, 1);
});

test('a contract migration is refused without a release before it', () => {
  const contract: Migration = { name: '9999-x', kind: 'contract', statements: ['alter table jobs drop column stage'] };
  assert.match(faultsOf(contract)[0] ?? '', /unusedSince/);
  assert.match(faultsOf({ ...contract, unusedSince: '99.0.0' })[0] ?? '', /99\.0\.0 was not released/);
  assert.deepEqual(faultsOf({ ...contract, unusedSince: released[0] as string }), []);
});

test('the released versions are those of the changelog', () => {
  const changelog = readFileSync(join(import.meta.dirname, '../../../CHANGELOG.md'), 'utf8');
  for (const version of released) assert.match(changelog, new RegExp(`^## ${RegExp.escape(version)} - `, 'm'));
});

const future: Migration = {
  name: '9998-future',
  kind: 'expand',
  statements: ["alter table accounts add column new text not null default 'n'"],
};
const later: Migration = {
  name: '9999-later',
  kind: 'contract',
  unusedSince: '1.0.0-beta.2',
  statements: ['alter table accounts drop column new'],
};

for (const engine of engines) {
  test(`${engine}: a program goes on with a schema to which a newer one has added, and not after a contract migration`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const known = [...migrations, future, later];
    assert.deepEqual(await migrate(db, { known }), [future.name]);
    assert.deepEqual(await migrate(db), [], 'the older program starts');
    assert.equal((await givenAccount(db)).name.length > 0, true, 'and works');
    await assert.rejects(requireOwnSchema(db, 'a backup by this one'), /9998-future.* use the newer version/);
    assert.deepEqual(
      (await planMigrations(db, known)).map(({ migration, kind, by }) => ({ migration, kind, by })),
      [{ migration: later.name, kind: 'contract', by: 'contract' }],
    );
    assert.deepEqual(await migrate(db, { known, contract: true }), [later.name]);
    assert.deepEqual(
      (await readSchema(db)).slice(-2).map(({ name, kind }) => [name, kind]),
      [
        [future.name, 'expand'],
        [later.name, 'contract'],
      ],
    );
    await assert.rejects(migrate(db), (error) => {
      assert.ok(error instanceof OperatorError);
      assert.match(error.message, /9999-later.*run that version or a later one, or restore a backup/);
      return true;
    });
  });

  test(`${engine}: a claim leaves jobs of kinds that it does not name, in the account's order`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const account = await givenAccount(db);
    const project = await givenProject(db, account);
    const stamp = new Date(Date.now() - 60_000).toISOString();
    const add = async (id: string, type: string, format: string | null, needs: string | null) => {
      await sql`insert into jobs (id, type, status, stage, account_id, project_id, format, needs, source, request, live,
          attempt, max_attempts, progress_completed, progress_total, due_at, created_at, updated_at)
        values (${id}, ${type}, 'queued', 'queued', ${account.id}, ${project.id}, ${format}, ${needs}, 'api', '{}', 0, 1, 3, 0, 0,
          ${stamp}, ${stamp}, ${stamp})`.execute(db);
    };
    await add('j1', 'future', null, null);
    await add('j2', 'export', 'epub', null);
    await add('j3', 'generation', null, 'section:future');
    await add('j4', 'export', 'pdf', null);
    await add('j5', 'generation', null, 'section:kpis');
    await sql`insert into job_queues (account_id, running, head_due_at) values (${account.id}, 0, ${stamp})
      on conflict (account_id) do update set head_due_at = ${stamp}`.execute(db);
    const old = ['generation', 'export', 'pdf', 'section:kpis'];
    const claimed = async (kinds: readonly string[]) => (await claimJob(db, 'w', 9, kinds))?.id;
    assert.deepEqual([await claimed(old), await claimed(old), await claimed(old)], ['j4', 'j5', undefined]);
    const next = [...old, 'future', 'epub', 'section:future'];
    assert.deepEqual([await claimed(next), await claimed(next), await claimed(next)], ['j1', 'j2', 'j3']);
  });
}
